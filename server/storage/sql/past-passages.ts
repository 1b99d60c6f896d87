import type { FoundPassage } from '../ports/passages.ts'
import { type StoredRow, toStoredPassage } from '../rows/passages.ts'
import { toJsonRows } from './json-rows.ts'
import { type Step, sql } from './step.ts'

type PastRow = Pick<StoredRow, 'title' | 'anchor' | 'headings' | 'page' | 'url' | 'text'> & {
  id: string
  collection_id: string
  document_id: string
}

const COLUMNS = `id, collection_id, source_id, document_id, title, anchor, headings, page, url, text`

const byId = sql<{ organization_id: string; id: string }, PastRow>(`
  SELECT id, collection_id, document_id, title, anchor, headings, page, url, text
    FROM past_passages
   WHERE organization_id = :organization_id AND id = :id
`)
const cited = sql<{ organization_id: string; document_ids: string[] }, PastRow>(`
  SELECT passages.id, passages.collection_id, source_id, document_id, title, anchor, headings, page,
         passages.url, text
    FROM passages WITH TEXTS
    JOIN documents
      ON documents.organization_id = passages.organization_id AND documents.id = document_id
   WHERE passages.organization_id = :organization_id AND document_id AMONG (:document_ids)
     AND state = 'gone'
     AND EXISTS (SELECT 1 FROM cited_passages
                  WHERE organization_id = :organization_id AND passage_id = passages.id)
     AND NOT EXISTS (SELECT 1 FROM passages AS shown
                      WHERE organization_id = :organization_id AND shown.id = passages.id
                        AND shown.state = 'live')
`)
const keep = sql<{ organization_id: string; rows: string }>(`
  INSERT INTO past_passages (organization_id, ${COLUMNS})
  SELECT :organization_id, ${COLUMNS}
    FROM ROWS (:rows, id text, collection_id text, source_id text, document_id text, title text,
               anchor text, headings text, page integer, url text, text text) AS past
   WHERE true
  ON CONFLICT DO NOTHING
`)
const forget = sql<{ organization_id: string; source_id: string; document_id: string }>(`
  DELETE FROM past_passages
   WHERE organization_id = :organization_id AND source_id = :source_id
     AND document_id = :document_id
`)

const citedByConversations = sql<
  { organization_id: string; conversation_ids: string[] },
  { passage_id: string }
>(`
  SELECT DISTINCT passage_id
    FROM messages
    JOIN cited_passages
      ON cited_passages.organization_id = messages.organization_id AND answer_id = messages.id
   WHERE messages.organization_id = :organization_id AND conversation_id AMONG (:conversation_ids)
`)
const forgetIfUncited = sql<{ organization_id: string; ids: string[] }>(`
  DELETE FROM past_passages
   WHERE organization_id = :organization_id AND id AMONG (:ids)
     AND NOT EXISTS (SELECT 1 FROM cited_passages
                      WHERE organization_id = :organization_id AND passage_id = past_passages.id)
`)

/** A passage as a stored answer cites it, after its document has changed. */
export function* findPast(organization_id: string, id: string): Step<FoundPassage | null> {
  const row = yield* byId.get({ organization_id, id })
  if (!row) return null
  const { id: source_id, ...past } = row
  const unknown = { key: 0, position: 0, section: null, role: null, blocks: null }
  return {
    ...toStoredPassage({ ...unknown, ...past, source_id }),
    current: false,
    previous: null,
    next: null,
  }
}

/**
 * In a step that has hidden passages of documents: keeps those that stored answers cite and that
 * are not shown again under the same id.
 */
export function* keepCited(organization_id: string, document_ids: string[]): Step<void> {
  if (document_ids.length === 0) return
  const rows = yield* cited.all({ organization_id, document_ids })
  if (rows.length > 0) yield* keep.run({ organization_id, rows: toJsonRows(rows) })
}

/** In a step: erases what was kept of a document that a person deletes. */
export function* forgetPast(
  organization_id: string,
  document: { source_id: string; document_id: string },
): Step<void> {
  yield* forget.run({ organization_id, ...document })
}

/** The passages that answers of conversations cite. */
export function* citedIn(organization_id: string, conversation_ids: string[]): Step<string[]> {
  const rows = yield* citedByConversations.all({ organization_id, conversation_ids })
  return rows.map(({ passage_id }) => passage_id)
}

/** In a step that has erased answers: erases what was kept for them alone. */
export function* forgetUncited(organization_id: string, ids: string[]): Step<void> {
  if (ids.length > 0) yield* forgetIfUncited.run({ organization_id, ids })
}
