import { tellEach } from './changes.ts'
import type { Runner, Transaction } from './database.ts'
import type { Place } from './index-state.ts'
import { sql } from './statement.ts'

/** By how much a step changes what is counted with collections and sources. */
export interface Counted {
  source_id: string
  documents: number
  passages: number
}

const countInCollection = sql<Place & { documents: number; passages: number }>(`
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
export async function countDocuments(
  on: Transaction,
  place: Place,
  counted: Counted[],
): Promise<void> {
  const { organization_id, collection_id } = place
  const documents = counted.reduce((sum, each) => sum + each.documents, 0)
  const passages = counted.reduce((sum, each) => sum + each.passages, 0)
  await countInCollection.run(on, { ...place, documents, passages })
  on.tell({ organization_id, kind: 'collection', id: collection_id, revision: null })
  for (const [source_id, own] of Map.groupBy(counted, (each) => each.source_id)) {
    await countInSources(on, { organization_id, source_id }, own)
  }
}

async function countInSources(
  on: Transaction & Runner,
  { organization_id, source_id }: { organization_id: string; source_id: string },
  counted: Counted[],
): Promise<void> {
  if (counted.every(({ documents }) => documents === 0)) return
  const documents = counted.reduce((sum, each) => sum + each.documents, 0)
  await countInSource.run(on, { organization_id, source_id, documents })
  on.tell({ organization_id, kind: 'source', id: source_id, revision: null })
}

/** Tells the consoles of documents that changed. */
export function tellDocuments(on: Transaction, organization_id: string, ids: string[]): void {
  tellEach(on, organization_id, 'document', ids)
}
