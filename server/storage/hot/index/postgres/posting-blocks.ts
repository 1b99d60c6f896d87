import { type Packed, pack } from '../../../drivers/postgres/bytes.ts'
import type { Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { type BlockRow, blocksAfter } from '../../../index/posting-blocks.ts'
import type { Postings } from '../../../index/postings.ts'
import type { Place } from './index-state.ts'

type Columns = Packed & { terms: string[]; firsts: number[]; ns: number[] }

const lasts = sql<Place & { terms: string[] }, BlockRow>(`
  SELECT asked.term, first, n, body
    FROM unnest(:terms::text[]) AS asked (term)
    CROSS JOIN LATERAL (
      SELECT first, n, body
        FROM posting_blocks
       WHERE organization_id = :organization_id AND collection_id = :collection_id
         AND posting_blocks.term = asked.term
       ORDER BY first DESC
       LIMIT 1
    ) AS last
`)
const after = sql<Place & { term: string; first: number; limit: number }, BlockRow>(`
  SELECT term, first, n, body
    FROM posting_blocks
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND (term, first) > (:term, :first)
   ORDER BY term, first
   LIMIT :limit
`)
const write = sql<Place & Columns>(`
  INSERT INTO posting_blocks (organization_id, collection_id, term, first, n, body)
  SELECT :organization_id, :collection_id, term, first, n,
         substring(:bodies::bytea FROM start FOR size)
    FROM unnest(:terms::text[], :firsts::bigint[], :ns::integer[], :starts::integer[],
                :sizes::integer[])
      AS block (term, first, n, start, size)
  ON CONFLICT (organization_id, collection_id, term, first)
  DO UPDATE SET n = excluded.n, body = excluded.body
`)
const erase = sql<Place & { terms: string[]; firsts: number[] }>(`
  DELETE FROM posting_blocks
   USING unnest(:terms::text[], :firsts::bigint[]) AS erased (term, first)
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND posting_blocks.term = erased.term AND posting_blocks.first = erased.first
`)

/** In a step that has locked the index: appends postings of higher keys to those of terms. */
export async function appendPostings(
  on: Runner,
  place: Place,
  lists: [term: string, Postings][],
): Promise<void> {
  const rows = await lasts.all(on, { ...place, terms: lists.map(([term]) => term) })
  const last = new Map(rows.map((row) => [row.term, row]))
  await writeBlocks(
    on,
    place,
    lists.flatMap(([term, list]) => blocksAfter(last.get(term), term, list)),
  )
}

/** The blocks after a place, in order. */
export function blocksFrom(
  on: Runner,
  place: Place & { term: string; first: number },
  limit: number,
): Promise<BlockRow[]> {
  return after.all(on, { ...place, limit })
}

/** In a step that has locked the index: puts blocks in the place of others. */
export async function replaceBlocks(
  on: Runner,
  place: Place,
  { replaced, written }: { replaced: BlockRow[]; written: BlockRow[] },
): Promise<void> {
  if (replaced.length > 0) {
    const terms = replaced.map(({ term }) => term)
    await erase.run(on, { ...place, terms, firsts: replaced.map(({ first }) => first) })
  }
  await writeBlocks(on, place, written)
}

async function writeBlocks(on: Runner, place: Place, blocks: BlockRow[]): Promise<void> {
  if (blocks.length === 0) return
  await write.run(on, {
    ...place,
    ...pack(blocks.map(({ body }) => body)),
    terms: blocks.map(({ term }) => term),
    firsts: blocks.map(({ first }) => first),
    ns: blocks.map(({ n }) => n),
  })
}
