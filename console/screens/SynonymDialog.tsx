import { useSignal } from '@preact/signals'
import type { Assistant } from '../../server/contract/assistant.ts'
import { refresh, send, useRead } from '../cache.ts'
import { call } from '../client.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { TextField } from '../parts/TextField.tsx'
import { attempt, notify } from '../parts/Toast.tsx'
import { texts } from '../strings.ts'

/** Two words that mean the same in what an assistant knows. */
export function SynonymDialog({
  assistant,
  onClose,
}: {
  assistant: Assistant
  onClose: () => void
}) {
  const { synonym: words } = texts.value
  const first = useSignal('')
  const second = useSignal('')
  const isMissing = useSignal(false)
  const { value } = useRead('listCollections', { query: { limit: '100' } })
  const used = (value.value?.data ?? []).filter(({ id }) =>
    assistant.knowledge_base_ids.includes(id),
  )
  const chosen = useSignal('')

  async function save(event: SubmitEvent) {
    event.preventDefault()
    const pair = [first.value.trim(), second.value.trim()]
    const collection_id = chosen.value || used[0]?.id
    isMissing.value = pair.includes('')
    if (isMissing.value || !collection_id) return
    await attempt(async () => {
      await addSynonyms(collection_id, pair)
      notify(words.saved)
      onClose()
    })
  }

  return (
    <Dialog title={words.title} onClose={onClose}>
      <p>{words.lead}</p>
      <form class="form" noValidate onSubmit={save}>
        <TextField
          label={words.first}
          value={first.value}
          maxLength={60}
          problem={isMissing.value ? words.missing : null}
          onInput={(text) => {
            first.value = text
          }}
        />
        <TextField
          label={words.second}
          value={second.value}
          maxLength={60}
          onInput={(text) => {
            second.value = text
          }}
        />
        {used.length > 1 && (
          <label class="choice">
            {words.collection}
            <select
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = currentTarget.value
              }}
            >
              {used.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <div class="actions">
          <button class="button primary" type="submit">
            {words.save}
          </button>
          <button class="button" type="button" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Adds words to the first group that has one of them, else as a group of their own. */
async function addSynonyms(collection_id: string, pair: string[]): Promise<void> {
  const params = { collection_id }
  const { revision, groups } = await call('getSynonyms', { params })
  const at = groups.findIndex((group) => group.some((word) => pair.includes(word)))
  const added = [...new Set([...(groups[at] ?? []), ...pair])]
  const body = { revision, groups: at < 0 ? [...groups, added] : groups.with(at, added) }
  await send('saveSynonyms', { params, body })
  refresh('getSynonyms')
}
