import type { Edited } from '../assistant.ts'
import { useRead } from '../cache.ts'
import type { Draft } from '../drafts.ts'
import { Labelled } from '../parts/Labelled.tsx'
import { Loaded } from '../parts/Loaded.tsx'
import { counted, texts } from '../strings.ts'

/** The assistant's name, and the collections it answers from. */
export function AssistantBasics({ draft }: { draft: Draft<Edited> }) {
  const { assistant: words, knowledge } = texts.value
  const { entry } = draft
  const chosen = new Set(entry.knowledge_base_ids)
  const collections = useRead('listCollections', { query: { limit: '100' } })

  function toggle(id: string) {
    const ids = chosen.has(id)
      ? entry.knowledge_base_ids.filter((one) => one !== id)
      : [...entry.knowledge_base_ids, id]
    draft.set({ ...entry, knowledge_base_ids: ids })
  }

  return (
    <section class="card">
      <h2>{words.basics}</h2>
      <Labelled label={words.name} hint={words.nameHint}>
        {(ties) => (
          <input
            {...ties}
            type="text"
            required
            maxLength={120}
            value={entry.name}
            onInput={({ currentTarget }) => draft.set({ ...entry, name: currentTarget.value })}
          />
        )}
      </Labelled>
      <fieldset>
        <legend>{words.collections}</legend>
        <Loaded of="listCollections" entry={collections}>
          {({ data }) =>
            data.map(({ id, name, document_count }) => (
              <label key={id} class="check">
                <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                <span>
                  {name}
                  <small>{counted(knowledge.documents, document_count)}</small>
                </span>
              </label>
            ))
          }
        </Loaded>
      </fieldset>
      {chosen.size === 0 && <p class="problem">{words.noCollection}</p>}
    </section>
  )
}
