import type { Database } from 'better-sqlite3'
import type { NewPassage, NewVersion, StagedPart } from '../ports/documents.ts'
import { firstPosition, isShown } from '../rules/documents.ts'
import type { CollectionIndex, Indexed } from './search-index.ts'

/** A collection of an organization. */
export interface Place {
  organization_id: string
  collection_id: string
}

export type IndexOf = (
  organization_id: string,
  collection_id: string,
) => CollectionIndex | undefined

export type StoredPassages = ReturnType<typeof createStoredPassages>

/**
 * Passages of documents, within the caller's transaction. Their states: staged → live → gone;
 * staged → gone when they are never published. Those of a document that is stored whole begin as
 * live.
 */
export function createStoredPassages(db: Database, indexOf: IndexOf) {
  const insertRows = prepareInsertRows(db)
  const abandonStaged = db.prepare<{ document_id: string; position: number }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE document_id = :document_id AND state = 'staged' AND position >= :position
  `)
  const hide = db.prepare<{ document_id: string }>(`
    UPDATE passages SET state = 'gone' WHERE document_id = :document_id AND state = 'live'
  `)
  const show = db.prepare<{ document_id: string }>(`
    UPDATE passages
       SET state = 'live', staged_by = NULL
     WHERE document_id = :document_id AND state = 'staged'
  `)

  /** Those of which all passages are given become live at once, which takes half as many writes. */
  function insertParts(
    { organization_id, collection_id }: Place,
    parts: StagedPart[],
    { isWhole, job_id }: { isWhole: (part: StagedPart) => boolean; job_id: string | undefined },
  ): void {
    if (parts.length === 0) return
    const index = indexOf(organization_id, collection_id)
    if (!index) throw new Error('Passages can only be stored in a collection that exists.')
    index.insert(
      parts.flatMap((part) =>
        isWhole(part) ? liveRows(collection_id, part) : stagedRows(collection_id, part, job_id),
      ),
    )
  }

  function stagedRows(collection_id: string, part: StagedPart, job_id?: string): Indexed[] {
    abandonStaged.run({ document_id: part.document_id, position: firstPosition(part) })
    return insertRows(collection_id, part, { state: 'staged', staged_by: job_id ?? null })
  }

  function liveRows(collection_id: string, part: StagedPart): Indexed[] {
    const { document_id } = part
    hide.run({ document_id })
    abandonStaged.run({ document_id, position: 0 })
    return insertRows(collection_id, part, { state: 'live', staged_by: null })
  }

  /** Shows the staged passages of a document in place of the earlier ones; returns their number. */
  function swap({ id: document_id, status }: Pick<NewVersion, 'id' | 'status'>): number {
    hide.run({ document_id })
    if (isShown({ status })) return show.run({ document_id }).changes
    abandonStaged.run({ document_id, position: 0 })
    return 0
  }

  return {
    insertParts,
    swap,
    hide: (document_id: string) => void hide.run({ document_id }),
    abandon: (document_id: string) => void abandonStaged.run({ document_id, position: 0 }),
  }
}

function prepareInsertRows(db: Database) {
  const insertPassage = db.prepare<
    Pick<NewPassage, 'id' | 'position'> & {
      collection_id: string
      document_id: string
      state: 'staged' | 'live'
      staged_by: string | null
    }
  >(`
    INSERT INTO passages (organization_id, id, collection_id, document_id, position, state,
                          staged_by)
    SELECT organization_id, :id, id, :document_id, :position, :state, :staged_by
      FROM collections
     WHERE id = :collection_id
  `)
  const insertText = db.prepare<Pick<NewPassage, 'anchor' | 'url' | 'text'> & { key: number }>(`
    INSERT INTO passage_texts (key, anchor, url, text) VALUES (:key, :anchor, :url, :text)
  `)

  return (
    collection_id: string,
    { document_id, passages }: StagedPart,
    shown: { state: 'staged' | 'live'; staged_by: string | null },
  ): Indexed[] => {
    return passages.map(({ id, position, anchor, url, text, terms, vector }) => {
      const row = { id, collection_id, document_id, position, ...shown }
      const key = Number(insertPassage.run(row).lastInsertRowid)
      insertText.run({ key, anchor, url, text })
      return { key, terms, vector }
    })
  }
}
