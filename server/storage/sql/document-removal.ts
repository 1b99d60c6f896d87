import { countDocuments, tellDocuments } from './document-counts.ts'
import { type Step, sql } from './step.ts'

interface Removed {
  id: string
  collection_id: string
  source_id: string
  passage_count: number
}

// Said so that the index of all that is live cannot serve it, which a planner without statistics
// would take.
const hide = sql<{ organization_id: string; ids: string[] }>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND document_id AMONG (:ids)
     AND state NOT IN ('staged', 'gone')
`)
const erase = sql<{ organization_id: string; ids: string[] }, Removed>(`
  DELETE FROM documents
   WHERE organization_id = :organization_id AND id AMONG (:ids)
  RETURNING id, collection_id, source_id, passage_count
`)

/** In a step: removes documents, and hides their passages. */
export function* removeDocuments(organization_id: string, ids: string[]): Step<void> {
  if (ids.length === 0) return
  yield* hidePassages(organization_id, ids)
  const removed = yield* erase.all({ organization_id, ids })
  for (const [collection_id, own] of Map.groupBy(removed, (row) => row.collection_id)) {
    const counted = own.map(({ source_id, passage_count }) => ({
      source_id,
      documents: -1,
      passages: -passage_count,
    }))
    yield* countDocuments({ organization_id, collection_id }, counted)
  }
  yield* tellDocuments(
    organization_id,
    removed.map(({ id }) => id),
  )
}

/** In a step: no search finds passages of the documents any more. */
export function* hidePassages(organization_id: string, ids: string[]): Step<void> {
  yield* hide.run({ organization_id, ids })
}
