import { hash } from 'node:crypto'

/**
 * To be raised when passages are cut otherwise and their texts are not to keep their ids
 * (docs/behaviour.md#citations).
 */
const CUTTING_VERSION = 1

/**
 * Gives the passages of a document their ids, which citations tell as `source_id`: a digest of the
 * document's id, the text and how many of the same text come before it
 * (docs/behaviour.md#citations). They are UUIDs of version 8 (RFC 9562) that begin as the
 * document's id does: ids that begin alike share the pages of an index, of random ones each changes
 * a page of its own.
 */
export function createPassageIds(document_id: string): (text: string) => string {
  const numberOf = createNumbering()
  return (text) => {
    const digest = hash('sha256', JSON.stringify([CUTTING_VERSION, document_id, text]), 'hex')
    const own = numberOf(digest)
    const named = own === 0 ? digest : hash('sha256', `${digest}/${own}`, 'hex')
    const groups = [`8${named.slice(0, 3)}`, `8${named.slice(3, 6)}`, named.slice(6, 18)]
    return [document_id.slice(0, 13), ...groups].join('-')
  }
}

/** How many equal names came before, from 0. */
export function createNumbering(): (name: string) => number {
  const counts = new Map<string, number>()
  return (name) => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count
  }
}
