import { hash } from 'node:crypto'
import type { KnowledgeDocument } from '../contract/document.ts'

/**
 * The ids of a document's passages by position, which citations tell as `source_id`
 * (docs/behaviour.md#citations): stable while the content is unchanged. They are UUIDs of version 8
 * (RFC 9562) that begin as the document's id does and end with the position. Ids in such an order
 * share the pages of an index; of random ones each changes a page of its own.
 */
export function createPassageIds({
  id,
  content_hash,
}: Pick<KnowledgeDocument, 'id' | 'content_hash'>): (position: number) => string {
  const digest = hash('sha256', `${id}/${content_hash}`, 'hex')
  const document = [id.slice(0, 13), `8${digest.slice(0, 3)}`, `8${digest.slice(3, 6)}`].join('-')
  const start = `${document}-${digest.slice(6, 12)}`
  return (position) => `${start}${position.toString(16).padStart(6, '0')}`
}
