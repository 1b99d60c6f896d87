import type { Database } from 'better-sqlite3'
import { decodeBatch } from '../index/posting-batches.ts'
import { type BlockRow, postingsIn } from '../index/posting-blocks.ts'
import type { Postings } from '../index/postings.ts'

interface Index {
  collection: number
  /** Passages that are stored, and the number of postings that the index should hold. */
  passages: number
  postings: number
  fold_until: number | null
  fold_after: string | null
}

/**
 * Findings of a check of all word indexes: blocks that cannot be decoded, postings that are lost,
 * and passages without a length. An index that is built anew is checked afterwards.
 */
export function damagedWordIndexes(db: Database): string[] {
  const schema = db.prepare<[string], number>('SELECT 1 FROM sqlite_schema WHERE name = ?')
  // A backup may be older than posting blocks.
  if (!schema.get('search_indexes')) return []
  if (db.prepare('SELECT 1 FROM index_rebuild').get()) return []
  // Or older than resets.
  const isReset = schema.get('index_resets') ? 'collection IN (SELECT * FROM index_resets)' : '0'
  const indexes = db.prepare<[], Index>(`
    SELECT collection, postings, fold_until, fold_after,
           (SELECT count(*) FROM passages WHERE collection_id = collections.id) AS passages
      FROM search_indexes JOIN collections ON number = collection
     WHERE NOT (${isReset})
  `)
  return indexes.all().flatMap((index) => damageOf(db, index))
}

function damageOf(db: Database, index: Index): string[] {
  const { collection, passages, postings } = index
  const name = `The search index of collection ${collection}`
  const entries = countLengths(db, collection)
  const findings =
    entries === passages
      ? []
      : [`${name} holds ${entries} entries for ${passages} passages: ${REMEDY}`]
  try {
    const held = countBlocks(db, collection) + countBatches(db, index)
    if (held === postings) return findings
    return [...findings, `${name} holds ${held} postings instead of ${postings}: ${REMEDY}`]
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [...findings, `${name} is damaged (${error.message}): ${REMEDY}`]
  }
}

const REMEDY = 'run "svc reindex".'

function countLengths(db: Database, collection: number): number {
  const pages = db
    .prepare<[number], Buffer>('SELECT body FROM passage_lengths WHERE collection = ?')
    .pluck()
  let entries = 0
  for (const body of pages.iterate(collection)) {
    for (let at = 0; at < body.length; at += 2) if (body.readUInt16LE(at) > 0) entries += 1
  }
  return entries
}

function countBlocks(db: Database, collection: number): number {
  const blocks = db.prepare<[number], BlockRow>(
    'SELECT term, first, n, body FROM posting_blocks WHERE collection = ?',
  )
  let postings = 0
  for (const block of blocks.iterate(collection)) {
    checkBlock(block)
    postings += block.n
  }
  return postings
}

/** Throws a `RangeError` that names the block. */
function checkBlock(block: BlockRow): void {
  try {
    checkOrder(postingsIn(block))
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new RangeError(
      `the block of "${block.term}" from passage ${block.first} on cannot be read`,
      {
        cause,
      },
    )
  }
}

/** Postings of batches that are not in blocks yet. */
function countBatches(db: Database, { collection, fold_until, fold_after }: Index): number {
  const batches = db.prepare<[number], { id: number; terms: string; body: Buffer }>(
    'SELECT id, terms, body FROM fresh_postings WHERE collection = ?',
  )
  let postings = 0
  for (const { id, terms, body } of batches.iterate(collection)) {
    const batch = decodeBatch(terms, body)
    const isFolding = fold_until !== null && id <= fold_until && fold_after !== null
    for (let at = 0; at < batch.size; at += 1) {
      if (isFolding && (batch.term(at) as string) <= fold_after) continue
      const list = batch.postings(at)
      checkOrder(list)
      postings += list.keys.length
    }
  }
  return postings
}

function checkOrder({ keys }: Postings): void {
  for (let at = 1; at < keys.length; at += 1) {
    if ((keys[at] as number) <= (keys[at - 1] as number)) {
      throw new RangeError('the passages of a posting block are not in order')
    }
  }
}
