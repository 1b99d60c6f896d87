import { createHash } from 'node:crypto'
import type { Passage } from '../../contract/document.ts'
import { anchorOf, type PassageBlock, type PassagePlace } from '../../text/structure.ts'
import type { NewPassage } from '../ports/documents.ts'
import type { StoredPassage } from '../ports/passages.ts'

/** Columns of a passage beside its state and text, as `StructureRow` declares them. */
export const STRUCTURE_COLUMNS = 'section, anchor, headings, page, role, blocks'

/**
 * A passage's place and structure as they are stored. Of one from before headings were stored,
 * `anchor` says them and the page, and the others are null.
 */
export interface StructureRow {
  /** Which section of its document. */
  section: string | null
  anchor: string | null
  /** JSON. */
  headings: string | null
  page: number | null
  role: string | null
  /** JSON. */
  blocks: string | null
}

/** A row of a passage with its text. */
export type StoredRow = StructureRow &
  Pick<
    StoredPassage,
    'key' | 'source_id' | 'document_id' | 'collection_id' | 'title' | 'url' | 'text' | 'position'
  >

/** What the digest of a document is made of. */
export type DigestedPassage = StructureRow & Pick<NewPassage, 'id' | 'url' | 'text'>

/**
 * The SHA-256 over a document's passages: their ids, places, structure, links and texts in reading
 * order (docs/behaviour.md#integrity-check). Those from before headings were stored have the digest
 * that they had then.
 */
export function digestOfPassages(passages: Iterable<DigestedPassage>): string {
  const hash = createHash('sha256')
  for (const passage of passages) {
    const { id, anchor, url, text, headings, section, page, role, blocks } = passage
    const structure = headings === null ? [] : [section, headings, page, role, blocks]
    hash.update(JSON.stringify([id, anchor, url, text, ...structure]))
  }
  return hash.digest('hex')
}

export function toStoredPassage(row: StoredRow): StoredPassage {
  const { anchor: _, section, role, blocks, ...passage } = row
  const place = placeOf(row)
  return {
    ...passage,
    ...place,
    anchor: anchorOf(place),
    section_id: section === null ? null : `${row.document_id}.${section}`,
    role: role as StoredPassage['role'],
    blocks: blocks === null ? paragraphsOf(row.text) : readBlocks(blocks),
  }
}

/** The document and the section that an id of a section names. */
export function sectionNamed(section_id: string): { document_id: string; section: string } {
  const [document_id = '', section = ''] = section_id.split('.')
  return { document_id, section }
}

type WrittenBlock = [
  PassageBlock['kind'],
  number,
  number,
  Omit<PassageBlock, 'kind' | 'start' | 'end'>?,
]

/** Blocks as they are stored: lists, which take half of the room of objects. */
export function writeBlocks(blocks: PassageBlock[]): string {
  return JSON.stringify(
    blocks.map(({ kind, start, end, ...more }): WrittenBlock => {
      return Object.keys(more).length > 0 ? [kind, start, end, more] : [kind, start, end]
    }),
  )
}

export function readBlocks(blocks: string): PassageBlock[] {
  const written = JSON.parse(blocks) as WrittenBlock[]
  return written.map(([kind, start, end, more]) => ({ kind, start, end, ...more }))
}

/** Without the fields of ranking; a passage that was not found by a search has no score. */
export function toPassage(stored: Omit<Passage, 'score'>): Passage {
  const { source_id, document_id, collection_id, title, url, anchor, text } = stored
  return { source_id, document_id, collection_id, title, url, anchor, text, score: null }
}

/** The headings and the page of a row. */
export function placeOf({
  anchor,
  headings,
  page,
}: Pick<StructureRow, 'anchor' | 'headings' | 'page'>): PassagePlace {
  return headings === null ? placeIn(anchor) : { headings: JSON.parse(headings) as string[], page }
}

/** The headings and the page that an anchor says, of a passage of which nothing else is known. */
export function placeIn(anchor: string | null): PassagePlace {
  const [first = '', ...rest] = anchor?.split(' › ') ?? []
  const number = /^Page (\d+)$/.exec(first)?.[1]
  if (number !== undefined) return { headings: rest, page: Number(number) }
  return { headings: first === '' ? [] : [first, ...rest], page: null }
}

/** A row of a passage to be indexed anew. */
export type RebuiltRow = Pick<StructureRow, 'anchor' | 'headings' | 'page'> &
  Pick<StoredRow, 'key' | 'title' | 'text' | 'position'> & { description: string | null }

/** What finds a passage. */
export function toAnalyzed({ description, position, title, text, ...row }: RebuiltRow) {
  const about = description !== null && position === 0 ? [description] : []
  return { title, headings: [...about, ...placeOf(row).headings], text }
}

/** Of a passage whose blocks are not known. */
function paragraphsOf(text: string): PassageBlock[] {
  return Array.from(text.matchAll(/\S(?:[^\n]|\n(?!\n))*/g), ({ 0: paragraph, index }) => ({
    kind: 'paragraph',
    start: index,
    end: index + paragraph.length,
  }))
}
