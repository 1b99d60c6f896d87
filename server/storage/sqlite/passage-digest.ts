import type { Database } from 'better-sqlite3'
import { type DigestedPassage, digestOfPassages } from '../rows/passages.ts'

/** Computes the digest of a document's live passages. Reads one passage at a time. */
export function createPassageDigest(db: Database): (document_id: string) => string {
  const shown = db.prepare<{ document_id: string }, DigestedPassage>(`
    SELECT passages.id, anchor, passage_texts.url, text
      FROM passages JOIN passage_texts ON passage_texts.rowid = passages.rowid
     WHERE document_id = :document_id AND state = 'live'
     ORDER BY position
  `)
  return (document_id) => digestOfPassages(shown.iterate({ document_id }))
}
