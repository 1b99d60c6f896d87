import type { Synonyms as CollectionSynonyms } from '../../contract/synonyms.ts'

export interface Synonyms {
  /** None at revision 0 when they were never saved. null: no such collection. */
  find(organization_id: string, collection_id: string): Promise<CollectionSynonyms | null>
  /** Throws `conflict` on an outdated revision. null: no such collection. */
  save(
    organization_id: string,
    collection_id: string,
    synonyms: CollectionSynonyms,
  ): Promise<CollectionSynonyms | null>
}
