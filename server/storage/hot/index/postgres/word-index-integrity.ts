import { allRows } from '../../../drivers/postgres/all-rows.ts'
import type { Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import type { BlockRow } from '../../../index/posting-blocks.ts'
import {
  type CheckedIndex,
  createWordIndexCheck,
  type StoredBatch,
} from '../../../index/word-index-check.ts'
import type { Place } from './index-state.ts'
import { blocksFrom } from './posting-blocks.ts'

/** Blocks, pages of lengths and batches that are read at once: at most some megabytes. */
const BLOCKS = 2000
const PAGES = 2000
const BATCHES = 5

interface LengthRow {
  page: number
  body: Buffer
}

const indexes = sql<{ organization_id: string }, CheckedIndex & { name: string }>(`
  SELECT collection_id AS name, postings, fold_until, fold_after,
         (SELECT count(*)
            FROM passages
           WHERE organization_id = :organization_id
             AND collection_id = search_indexes.collection_id) AS passages
    FROM search_indexes
   WHERE organization_id = :organization_id AND reset = 0 AND rebuild_until IS NULL
   ORDER BY collection_id
`)
const lengths = sql<Place & { after: number }, LengthRow>(`
  SELECT page, body
    FROM passage_lengths
   WHERE organization_id = :organization_id AND collection_id = :collection_id AND page > :after
   ORDER BY page
   LIMIT ${PAGES}
`)
const batches = sql<Place & { after: number }, StoredBatch>(`
  SELECT id, terms, body
    FROM fresh_postings
   WHERE organization_id = :organization_id AND collection_id = :collection_id AND id > :after
   ORDER BY id
   LIMIT ${BATCHES}
`)

/**
 * Findings of a check of the word indexes of an organization (`createWordIndexCheck`). An index
 * that is built anew is checked afterwards.
 */
export async function damagedWordIndexes(on: Runner, organization_id: string): Promise<string[]> {
  const findings: string[] = []
  for (const index of await indexes.all(on, { organization_id })) {
    findings.push(...(await damageOf(on, index, { organization_id, collection_id: index.name })))
  }
  return findings
}

async function damageOf(on: Runner, index: CheckedIndex, place: Place): Promise<string[]> {
  const check = createWordIndexCheck(index)
  const pages = allRows<LengthRow>((last) => lengths.all(on, { ...place, after: last?.page ?? -1 }))
  const blocks = allRows<BlockRow>((last) =>
    blocksFrom(on, { ...place, ...(last ?? NO_BLOCK) }, BLOCKS),
  )
  const fresh = allRows<StoredBatch>((last) => batches.all(on, { ...place, after: last?.id ?? -1 }))
  for await (const { body } of pages) check.addLengths(body)
  for await (const block of blocks) check.addBlock(block)
  for await (const batch of fresh) check.addBatch(batch)
  return check.findings()
}

/** Before all blocks. */
const NO_BLOCK = { term: '', first: -1 }
