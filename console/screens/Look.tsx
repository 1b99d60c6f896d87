import { send, useRead, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { publicPart, useChecked, withDarkMended } from '../look.ts'
import { Loaded } from '../parts/Loaded.tsx'
import { SaveBar } from '../parts/SaveBar.tsx'
import { Title } from '../parts/Title.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { may, ownDraft } from '../session.ts'
import '../styles/look.css'
import type { Branding } from '../../server/contract/branding.ts'
import { texts } from '../strings.ts'
import { useWebsites } from '../websites.ts'
import { LookColors } from './LookColors.tsx'
import { LookIdentity } from './LookIdentity.tsx'
import { Stage } from './Stage.tsx'

/** The widget's look beside the real widget, which shows each change at once. */
export default function Look() {
  const { look: words } = texts.value
  const branding = useRead('getBranding')
  return (
    <>
      <Title>{words.title}</Title>
      <p class="lead">{words.lead}</p>
      <Loaded of="getBranding" entry={branding}>
        {(saved) => <Editor saved={saved} />}
      </Loaded>
    </>
  )
}

function Editor({ saved }: { saved: Branding }) {
  const draft = draftOf(ownDraft('look'), saved.layer)
  const { found, refusal } = useChecked(draft.entry)
  const layer = withDarkMended(draft.entry, found.value?.warnings ?? [])
  const website = useWebsites()?.shown

  const save = () =>
    attempt(async () => {
      // Of these colours: the latest check may be of those before.
      const { warnings } = await send('checkBranding', { body: { layer: draft.entry } })
      const body = { revision: saved.revision, layer: withDarkMended(draft.entry, warnings) }
      write('getBranding', await send('saveBranding', { body }))
      draft.saved()
      notify(texts.value.saved)
    })

  return (
    <div class="with-preview look">
      <form
        class="editor"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <fieldset disabled={!may('branding.manage')}>
          <LookColors draft={draft} found={found.value} refusal={refusal.value} />
          <LookIdentity draft={draft} found={found.value} />
        </fieldset>
        {!refusal.value && <SaveBar draft={draft} />}
      </form>
      <Stage look={{ brand: publicPart(layer), appearance: {} }} website={website} />
    </div>
  )
}
