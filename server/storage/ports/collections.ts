import type { Collection } from '../../contract/collection.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** A collection with the revision of its synonyms; 0: none were ever saved. */
export type SearchedCollection = Collection & { synonyms_revision: number }

export interface Collections {
  /** Also creates the collection's search indexes. Throws `conflict` when the name is taken. */
  create(
    organization_id: string,
    collection: Pick<
      Collection,
      'id' | 'name' | 'description' | 'embedding_model' | 'embedding_dimensions' | 'created_at'
    >,
  ): Promise<Collection>
  /** Throws `conflict` on a taken name. */
  update(
    organization_id: string,
    id: string,
    change: { name?: string; description?: string; status?: Collection['status'] },
    now: string,
  ): Promise<Collection | null>
  /**
   * Archives the collection without its sources, their jobs, documents and uploads, and takes it
   * from every assistant. Its passages leave every search at once. null: no such collection.
   */
  purge(organization_id: string, id: string, now: string): Promise<Collection | null>
  find(organization_id: string, id: string): Promise<Collection | null>
  /** Those of the ids that exist in the organization. */
  findMany(organization_id: string, ids: string[]): Promise<SearchedCollection[]>
  list(
    organization_id: string,
    filter: { status: Collection['status'] },
    paging: Paging,
  ): Promise<Page<Collection>>
}
