import { createHash } from 'node:crypto'
import type { Passage } from '../../contract/document.ts'
import type { NewPassage } from '../ports/documents.ts'
import type { StoredPassage } from '../ports/passages.ts'

/** What the digest of a document is made of. */
export type DigestedPassage = Pick<NewPassage, 'id' | 'anchor' | 'url' | 'text'>

/**
 * The SHA-256 over a document's passages: their ids, anchors, links and texts in reading order
 * (docs/behaviour.md#integrity-check).
 */
export function digestOfPassages(passages: Iterable<DigestedPassage>): string {
  const hash = createHash('sha256')
  for (const { id, anchor, url, text } of passages) {
    hash.update(JSON.stringify([id, anchor, url, text]))
  }
  return hash.digest('hex')
}

/** Without the fields of ranking; a passage that was not found by a search has no score. */
export function toPassage(stored: StoredPassage): Passage {
  const { source_id, document_id, collection_id, title, url, anchor, text } = stored
  return { source_id, document_id, collection_id, title, url, anchor, text, score: null }
}
