import type { Documents } from '../ports/documents.ts'
import { countDocuments, tellDocuments } from './document-counts.ts'
import { mayWrite } from './leases.ts'
import { forgetPast, keepCited } from './past-passages.ts'
import { type Driver, type Step, sql } from './step.ts'

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

const eraseUpload = sql<{ organization_id: string; id: string }>(`
  DELETE FROM uploads WHERE organization_id = :organization_id AND id = :id
`)
const sourcesOf = sql<
  { organization_id: string; ids: string[] },
  { id: string; source_id: string }
>(`
  SELECT id, source_id FROM documents WHERE organization_id = :organization_id AND id AMONG (:ids)
`)

/** In a step: removes documents, and hides their passages, which are swept later; how many. */
export function* removeDocuments(organization_id: string, ids: string[]): Step<number> {
  if (ids.length === 0) return 0
  yield* hide.run({ organization_id, ids })
  const removed = yield* erase.all({ organization_id, ids })
  for (const [collection_id, own] of Map.groupBy(removed, (row) => row.collection_id)) {
    const counted = own.map(({ source_id, passage_count }) => ({
      source_id,
      documents: -1,
      passages: -passage_count,
    }))
    yield* countDocuments({ organization_id, collection_id }, counted)
  }
  yield* tellDocuments(organization_id, removed)
  return removed.length
}

/**
 * In a step: removes documents that their source has no more or replaces, and keeps those of their
 * passages that stored answers cite (docs/behaviour.md#citations).
 */
export function* removeVanished(organization_id: string, ids: string[]): Step<void> {
  if (ids.length === 0) return
  yield* hide.run({ organization_id, ids })
  yield* keepCited(organization_id, ids)
  yield* removeDocuments(organization_id, ids)
}

/** What removes documents: their owner, or a run that finds them no more. */
export function createDocumentRemoval(
  db: Driver,
  owner: string,
): Pick<Documents, 'delete' | 'remove'> {
  return {
    delete: (organization_id, id) =>
      db.step(function* () {
        for (const { source_id } of yield* sourcesOf.all({ organization_id, ids: [id] })) {
          yield* forgetPast(organization_id, { source_id, document_id: id })
        }
        const uploads = yield* eraseUpload.run({ organization_id, id })
        const documents = yield* removeDocuments(organization_id, [id])
        return uploads + documents > 0
      }),

    remove: (organization_id, source_id, ids, job_id) =>
      db.step(function* () {
        if (!(yield* mayWrite({ organization_id, owner, job_id }))) return
        const documents = yield* sourcesOf.all({ organization_id, ids })
        const own = documents.filter((document) => document.source_id === source_id)
        yield* removeVanished(
          organization_id,
          own.map(({ id }) => id),
        )
      }),
  }
}
