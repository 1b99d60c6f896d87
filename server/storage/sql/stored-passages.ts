import type { NewPassage } from '../ports/documents.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import { type StructureRow, writeBlocks } from '../rows/passages.ts'
import { storableText } from './json-rows.ts'
import type { Indexed } from './passage-index.ts'
import { type Step, sql } from './step.ts'

/** What is stored otherwise in each engine: the rows of passages with their texts. */
export interface PassageRows {
  /**
   * In a step that has locked the index: stores passages. Returns them with their keys, which are
   * higher than all before.
   */
  insert(place: CollectionPlace, passages: PassageRow[]): Step<Indexed[]>
  /**
   * In a step: changes the link of a document's passages. The place within the document stays: a
   * heading's id, a page. Without a link there is none.
   */
  link(document: { organization_id: string; id: string }, url: string | null): Step<void>
}

/** A passage as every engine can store it, by which its digest is taken. */
export type StorablePassage = StructureRow & Omit<NewPassage, keyof StructureRow>

/** Passages of one document's next version, as they can be stored. */
export interface StorablePart {
  document_id: string
  passages: StorablePassage[]
}

/** A passage as it is stored. */
export type PassageRow = StorablePassage & {
  document_id: string
  state: 'staged' | 'live'
  /** The job that stages it. */
  staged_by: string | null
}

/** Passages of a document that give way: those staged from a position on, or all with the live. */
export interface Abandoned {
  document_id: string
  position: number
  isWhole: boolean
}

const abandon = sql<{
  organization_id: string
  ids: string[]
  /** By the ids of documents. */
  positions: string
  wholes: string[]
}>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND document_id AMONG (:ids)
     AND state IN ('live', 'staged')
     AND CASE WHEN state = 'live' THEN document_id AMONG (:wholes)
              ELSE position >= (:positions::jsonb ->> document_id)::integer END
`)
// Said so that the index of all that is hidden cannot serve it.
const show = sql<{ organization_id: string; ids: string[] }>(`
  UPDATE passages
     SET state = 'live', staged_by = NULL
   WHERE organization_id = :organization_id AND document_id AMONG (:ids)
     AND state NOT IN ('live', 'gone')
`)

/** In a step: hides passages of documents, which are swept later. */
export function* abandonPassages(organization_id: string, abandoned: Abandoned[]): Step<void> {
  if (abandoned.length === 0) return
  const positions = abandoned.map(({ document_id, position }) => [document_id, position])
  yield* abandon.run({
    organization_id,
    ids: abandoned.map(({ document_id }) => document_id),
    positions: JSON.stringify(Object.fromEntries(positions)),
    wholes: abandoned.filter(({ isWhole }) => isWhole).map(({ document_id }) => document_id),
  })
}

/** In a step: shows the staged passages of documents. */
export function* showPassages(organization_id: string, ids: string[]): Step<void> {
  if (ids.length > 0) yield* show.run({ organization_id, ids })
}

/** The rows of passages; those of documents that are `whole` are live at once. */
export function toPassageRows(
  parts: StorablePart[],
  { isWhole, job_id = null }: { isWhole(id: string): boolean; job_id?: string | null | undefined },
): PassageRow[] {
  return parts.flatMap(({ document_id, passages }) => {
    const shown = isWhole(document_id)
      ? { state: 'live' as const, staged_by: null }
      : { state: 'staged' as const, staged_by: job_id }
    return passages.map((passage) => ({ ...passage, document_id, ...shown }))
  })
}

/** A passage as every engine can store it. */
export function storable(passage: NewPassage): StorablePassage {
  const { id, position, section, headings, page, role, blocks, url, text } = passage
  const { terms, vector, windows } = passage
  return {
    id,
    position,
    section,
    anchor: null,
    headings: JSON.stringify(headings),
    page,
    role,
    blocks: blocks && writeBlocks(blocks),
    url: url && storableText(url),
    text: storableText(text),
    terms,
    vector,
    windows,
  }
}
