import type { Assistant } from '../../server/contract/assistant.ts'
import type { Source } from '../../server/contract/source.ts'
import { useRead } from '../cache.ts'
import { JobState } from '../parts/JobState.tsx'
import { NextStep } from '../parts/StepList.tsx'
import type { Setup } from '../setup.ts'
import { texts } from '../strings.ts'
import { AddKnowledge } from './AddKnowledge.tsx'

/** Ways to add documents, and what comes in of them, page by page. */
export function SetupKnowledge({ assistant, state }: { assistant: Assistant; state: Setup }) {
  const { setup: words } = texts.value
  const { knowledge_base_ids: ids } = assistant
  const collections = state.collections.filter(({ id }) => ids.includes(id))
  return (
    <>
      <AddKnowledge collections={collections} />
      {collections.map(({ id }) => (
        <Arrivals key={id} collection_id={id} />
      ))}
      {state.done.knowledge && <NextStep step="questions" label={words.toQuestions} />}
    </>
  )
}

function Arrivals({ collection_id }: { collection_id: string }) {
  const { setup: words } = texts.value
  const entry = useRead('listSources', { params: { collection_id }, query: { limit: '100' } })
  const sources = entry.value.value?.data ?? []
  if (sources.length === 0) return null
  return (
    <section class="card">
      <h2>{words.arriving}</h2>
      {sources.map((source) => (
        <Arrival key={source.id} source={source} />
      ))}
    </section>
  )
}

const SHOWN = '6'

/** A source with its latest documents. */
function Arrival({ source: { id, name, latest_job } }: { source: Source }) {
  const params = { source_id: id }
  const query = { limit: SHOWN, status: 'ingested' } as const
  const documents = useRead('listDocuments', { params, query }).value.value?.data ?? []
  return (
    <div class="arrival">
      <h3>{name}</h3>
      <JobState job={latest_job} />
      <ul>
        {documents.map(({ id: document_id, title, path }) => (
          <li key={document_id}>{title || path}</li>
        ))}
      </ul>
    </div>
  )
}
