import type { Database } from 'better-sqlite3'
import type { BlockRow } from '../../../index/posting-blocks.ts'
import {
  type CheckedIndex,
  createWordIndexCheck,
  type StoredBatch,
} from '../../../index/word-index-check.ts'

/**
 * Findings of a check of all word indexes (`createWordIndexCheck`). An index that is built anew is
 * checked afterwards.
 */
export function damagedWordIndexes(db: Database): string[] {
  const schema = db.prepare<[string], number>('SELECT 1 FROM sqlite_schema WHERE name = ?')
  // A backup may be older than posting blocks.
  if (!schema.get('search_indexes')) return []
  if (db.prepare('SELECT 1 FROM index_rebuild').get()) return []
  // Or older than resets.
  const isReset = schema.get('index_resets') ? 'collection IN (SELECT * FROM index_resets)' : '0'
  const indexes = db.prepare<[], CheckedIndex & { name: number }>(`
    SELECT collection AS name, postings, fold_until, fold_after,
           (SELECT count(*) FROM passages WHERE collection_id = collections.id) AS passages
      FROM search_indexes JOIN collections ON number = collection
     WHERE NOT (${isReset})
  `)
  return indexes.all().flatMap((index) => damageOf(db, index))
}

function damageOf(db: Database, index: CheckedIndex & { name: number }): string[] {
  const check = createWordIndexCheck(index)
  const lengths = db
    .prepare<[number], Buffer>('SELECT body FROM passage_lengths WHERE collection = ?')
    .pluck()
  const blocks = db.prepare<[number], BlockRow>(
    'SELECT term, first, n, body FROM posting_blocks WHERE collection = ?',
  )
  const batches = db.prepare<[number], StoredBatch>(
    'SELECT id, terms, body FROM fresh_postings WHERE collection = ?',
  )
  for (const body of lengths.iterate(index.name)) check.addLengths(body)
  for (const block of blocks.iterate(index.name)) check.addBlock(block)
  for (const batch of batches.iterate(index.name)) check.addBatch(batch)
  return check.findings()
}
