import type { CollectionPlace } from '../rows/documents.ts'
import { type Step, sql, tell, tellEach } from './step.ts'

/** By how much a step changes what is counted with collections and sources. */
export interface Counted {
  source_id: string
  documents: number
  passages: number
}

const countInCollection = sql<CollectionPlace & { documents: number; passages: number }>(`
  UPDATE collections
     SET document_count = document_count + :documents, passage_count = passage_count + :passages
   WHERE organization_id = :organization_id AND id = :collection_id
`)
const countInSource = sql<{ organization_id: string; source_id: string; documents: number }>(`
  UPDATE sources
     SET document_count = document_count + :documents
   WHERE organization_id = :organization_id AND id = :source_id
`)

/** In a step: counts documents and passages of a collection that came or went, and tells it. */
export function* countDocuments(place: CollectionPlace, counted: Counted[]): Step<void> {
  const { organization_id, collection_id } = place
  const documents = counted.reduce((sum, each) => sum + each.documents, 0)
  const passages = counted.reduce((sum, each) => sum + each.passages, 0)
  yield* countInCollection.run({ ...place, documents, passages })
  yield* tell({ organization_id, kind: 'collection', id: collection_id, revision: null })
  for (const [source_id, own] of Map.groupBy(counted, (each) => each.source_id)) {
    yield* countInSources({ organization_id, source_id }, own)
  }
}

function* countInSources(
  { organization_id, source_id }: { organization_id: string; source_id: string },
  counted: Counted[],
): Step<void> {
  if (counted.every(({ documents }) => documents === 0)) return
  const documents = counted.reduce((sum, each) => sum + each.documents, 0)
  yield* countInSource.run({ organization_id, source_id, documents })
  yield* tell({ organization_id, kind: 'source', id: source_id, revision: null })
}

/** Tells the consoles of documents that changed. */
export function* tellDocuments(organization_id: string, documents: { id: string }[]): Step<void> {
  const ids = documents.map(({ id }) => id)
  yield* tellEach(organization_id, 'document', ids)
}
