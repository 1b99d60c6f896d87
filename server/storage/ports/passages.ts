import type { Passage } from '../../contract/document.ts'
import type { Page } from '../../contract/operation.ts'
import type { PassageBlock, PassagePlace, SectionRole } from '../../text/structure.ts'
import type { Paging } from './paging.ts'

/** A stored passage as ranking and answering need it. */
export interface StoredPassage extends Omit<Passage, 'score'>, PassagePlace {
  /** See `SearchIndex`. */
  key: number
  position: number
  /** Of the organization; null: it was read before sections were stored. */
  section_id: string | null
  role: SectionRole | null
  /** Of one that was read before, all are paragraphs. */
  blocks: PassageBlock[]
}

export interface FoundPassage extends StoredPassage {
  /** Whether its document still has it. */
  current: boolean
  previous: StoredPassage | null
  next: StoredPassage | null
}

export interface Passages {
  /** Also one that is gone while a stored answer cites it, without neighbours. */
  find(organization_id: string, id: string): Promise<FoundPassage | null>
  /** The passages of a section that are visible, in reading order. */
  section(organization_id: string, section_id: string): Promise<StoredPassage[]>
  /**
   * The first visible passage of a document's section, by its anchor, or with null of the document.
   * null: there is none.
   */
  firstOf(
    organization_id: string,
    place: { document_id: string; section: string | null },
  ): Promise<StoredPassage | null>
  /** In reading order. null: no such document. */
  list(organization_id: string, document_id: string, paging: Paging): Promise<Page<Passage> | null>
  /** The passages of these keys that are visible, in the order asked. */
  load(organization_id: string, keys: number[]): Promise<StoredPassage[]>
}
