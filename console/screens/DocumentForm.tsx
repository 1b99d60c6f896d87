import { useSignal } from '@preact/signals'
import type { KnowledgeDocument } from '../../server/contract/document.ts'
import { refresh, send, write } from '../cache.ts'
import { draftOf } from '../drafts.ts'
import { SaveBar } from '../parts/SaveBar.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { texts } from '../strings.ts'

/** Title and link of a document in place of its own. */
export function DocumentForm({ document }: { document: KnowledgeDocument }) {
  const { document: words } = texts.value
  const saved = { title: document.title, url: document.url ?? '' }
  const draft = draftOf(`document-${document.id}`, saved)
  const isMistyped = useSignal(false)
  const { title, url } = draft.entry

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    isMistyped.value = url.trim() !== '' && !/^https?:\/\/./.test(url.trim())
    if (isMistyped.value) return
    await attempt(async () => {
      const params = { document_id: document.id }
      const changed = await send('updateDocument', {
        params,
        body: {
          ...(title !== saved.title && { title: title.trim() || null }),
          ...(url !== saved.url && { url: url.trim() || null }),
        },
      })
      write('getDocument', changed, { params })
      refresh('listDocuments')
      refresh('listPassages')
      draft.saved()
      notify(texts.value.saved)
    })
  }

  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <h2>{words.edit}</h2>
      <p class="hint">{words.editLead}</p>
      <TextField
        label={words.title}
        hint={words.titleHint}
        value={title}
        maxLength={500}
        onInput={(text) => draft.set({ title: text, url })}
      />
      <TextField
        label={words.url}
        hint={words.urlHint}
        problem={isMistyped.value ? texts.value.problems.url : null}
        type="url"
        value={url}
        maxLength={2000}
        onInput={(text) => draft.set({ title, url: text })}
      />
      <SaveBar draft={draft} />
    </form>
  )
}
