import { removeDocuments } from './document-removal.ts'
import { type Step, sql, tell, tellEach } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

const eraseJobs = sql<Place, { id: string }>(`
  DELETE FROM jobs
   WHERE organization_id = :organization_id AND source_id = :id
  RETURNING id
`)
const lock = sql<Place, { collection_id: string }>(`
  SELECT collection_id
    FROM sources
   WHERE organization_id = :organization_id AND id = :id
     FOR UPDATE
`)
const documentsOf = sql<Place, { id: string }>(`
  SELECT id FROM documents WHERE organization_id = :organization_id AND source_id = :id
`)
const hideStaged = sql<{
  organization_id: string
  collection_id: string
  documents: string[]
  jobs: string[]
}>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND state <> 'live' AND state = 'staged'
     AND (document_id AMONG (:documents) OR staged_by AMONG (:jobs))
`)
const erase = sql<Place>(`
  DELETE FROM sources WHERE organization_id = :organization_id AND id = :id
`)

/**
 * In a step: erases a source with all that came from it; its passages stay hidden until they are
 * swept. Its jobs first: what a run writes is written before or not at all. False: there is none.
 */
export function* eraseSource(place: Place): Step<boolean> {
  const { organization_id, id } = place
  const jobs = idsOf(yield* eraseJobs.all(place))
  const source = yield* lock.get(place)
  if (!source) return false
  const documents = idsOf(yield* documentsOf.all(place))
  yield* hideStaged.run({ organization_id, ...source, documents, jobs })
  yield* removeDocuments(organization_id, documents)
  yield* erase.run(place)
  yield* tellEach(organization_id, 'job', jobs)
  yield* tell({ organization_id, kind: 'source', id, revision: null })
  return true
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
