import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { NewPassage } from '../ports/documents.ts'

type Row = Pick<NewPassage, 'id' | 'anchor' | 'url' | 'text'>

/**
 * The SHA-256 over a document's passages: their ids, anchors, links and texts in reading order
 * (docs/behaviour.md#integrity-check).
 */
export function digestOfPassages(passages: Iterable<Row>): string {
  const hash = createHash('sha256')
  for (const { id, anchor, url, text } of passages) {
    hash.update(JSON.stringify([id, anchor, url, text]))
  }
  return hash.digest('hex')
}

/** Computes the digest of a document's live passages. Reads one passage at a time. */
export function createPassageDigest(db: Database): (document_id: string) => string {
  const shown = db.prepare<{ document_id: string }, Row>(`
    SELECT passages.id, anchor, passage_texts.url, text
      FROM passages JOIN passage_texts ON passage_texts.rowid = passages.rowid
     WHERE document_id = :document_id AND state = 'live'
     ORDER BY position
  `)
  return (document_id) => digestOfPassages(shown.iterate({ document_id }))
}
