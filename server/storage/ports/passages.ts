import type { Passage, PassageWithNeighbours } from '../../contract/document.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** A stored passage as ranking and answering need it. */
export interface StoredPassage extends Omit<Passage, 'score'> {
  /** See `SearchIndex`. */
  key: number
  position: number
}

export interface Passages {
  find(organization_id: string, id: string): Promise<PassageWithNeighbours | null>
  /** In reading order. null: no such document. */
  list(organization_id: string, document_id: string, paging: Paging): Promise<Page<Passage> | null>
  /** The passages of these keys that are visible, in the order asked. */
  load(organization_id: string, keys: number[]): Promise<StoredPassage[]>
}
