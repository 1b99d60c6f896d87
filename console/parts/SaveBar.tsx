import type { Draft } from '../drafts.ts'
import { texts } from '../strings.ts'
import { Notice } from './Notice.tsx'

/** Saves or discards a draft; there only while something is changed. It submits its form. */
export function SaveBar({
  draft,
}: {
  draft: Pick<Draft<unknown>, 'isChanged' | 'isOutdated' | 'discard'>
}) {
  const { save, discard, unsaved, outdated } = texts.value
  if (!draft.isChanged) return null
  return (
    <div class="save-bar">
      {draft.isOutdated ? <Notice kind="problem">{outdated}</Notice> : <p>{unsaved}</p>}
      <div class="actions">
        <button class="button primary" type="submit">
          {save}
        </button>
        <button class="button" type="button" onClick={draft.discard}>
          {discard}
        </button>
      </div>
    </div>
  )
}
