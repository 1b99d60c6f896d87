import type { Database } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import type { Batch } from '../../../index/posting-batches.ts'
import { type BlockRow, postingsByTerm } from '../../../index/posting-blocks.ts'
import { heldOf, together, withLengths } from '../../../index/word-lists.ts'
import type { Lookup, ScoredPostings, Searched } from '../../../ports/search-index.ts'
import { type IndexMemory, lastHeld, takeBatches } from './index-memory.ts'
import type { StoredIndex } from './index-state.ts'

/** What is held of a collection when its index is read. */
interface Before {
  collection_id: string
  revision: number
  generation: number
  batches: ReadonlyMap<number, Batch>
  blocks_revision: number
  lists: Map<string, ScoredPostings[]>
  missing: string[]
}

/** A row of a part of an index, of which the fields mean what the part's do. */
interface Row {
  part: 'state' | 'hidden' | 'batch' | 'lengths' | 'block'
  collection_id: string
  text: string | null
  number: number
  n: number
  body: Buffer | null
}

/**
 * What the indexes of collections hold beyond what is held in memory, of one moment, because it is
 * one statement. Where blocks or batches changed as a whole, all that are asked for.
 */
const moment = sql<{ organization_id: string; terms: string[]; before: string }, Row>(`
  WITH asked AS MATERIALIZED (
    SELECT search_indexes.*, held_revision, held_generation, held_batch, held_blocks, missing
      FROM jsonb_to_recordset(:before::jsonb)
        AS held (collection_id text, held_revision bigint, held_generation bigint,
                 held_batch bigint, held_blocks bigint, missing jsonb)
      JOIN search_indexes USING (collection_id)
     WHERE organization_id = :organization_id
  )
  SELECT 'state' AS part, collection_id,
         (to_jsonb(asked) - 'missing' || jsonb_build_object('collection', collection_id))::text
           AS text,
         0::bigint AS number, 0 AS n, NULL::bytea AS body
    FROM asked
  UNION ALL
  SELECT 'hidden', asked.collection_id, hidden.keys, 0, 0, NULL
    FROM asked
    CROSS JOIN LATERAL (
      SELECT string_agg(key::text, ',') AS keys
        FROM passages
       WHERE passages.organization_id = :organization_id
         AND passages.collection_id = asked.collection_id AND state <> 'live'
    ) AS hidden
   WHERE hidden.keys IS NOT NULL
  UNION ALL
  SELECT 'batch', asked.collection_id, CASE WHEN isnew THEN terms END, id, 0,
         CASE WHEN isnew THEN body END
    FROM asked
    CROSS JOIN LATERAL (
      SELECT id, terms, body, generation <> held_generation OR id > held_batch AS isnew
        FROM fresh_postings
       WHERE fresh_postings.organization_id = :organization_id
         AND fresh_postings.collection_id = asked.collection_id
    ) AS fresh
  UNION ALL
  SELECT 'lengths', asked.collection_id, NULL, page, 0, body
    FROM asked
    CROSS JOIN LATERAL (
      SELECT page, body
        FROM passage_lengths
       WHERE passage_lengths.organization_id = :organization_id
         AND passage_lengths.collection_id = asked.collection_id
         AND passage_lengths.revision > held_revision
    ) AS changed
   WHERE asked.revision <> held_revision
  UNION ALL
  SELECT 'block', asked.collection_id, term, first, block.n, block.body
    FROM asked
    CROSS JOIN LATERAL unnest(
      CASE WHEN blocks_revision = held_blocks
           THEN ARRAY(SELECT jsonb_array_elements_text(missing))
           ELSE :terms::text[] END
    ) AS wanted (term)
    CROSS JOIN LATERAL (
      SELECT first, posting_blocks.n, body
        FROM posting_blocks
       WHERE posting_blocks.organization_id = :organization_id
         AND posting_blocks.collection_id = asked.collection_id
         AND posting_blocks.term = wanted.term
       ORDER BY first
      OFFSET 0
    ) AS block
`)

/** Looks words up in what is stored and held. */
export function createLookUp(db: Database, memory: IndexMemory) {
  function heldBefore(collection_id: string, terms: string[]): Before {
    const { lengths, generation, batches } = memory.of(collection_id)
    const blocks_revision = memory.postings.revisionOf(collection_id) ?? 0
    const { lists, missing } = memory.postings.find(collection_id, blocks_revision, terms)
    const { revision } = lengths
    return { collection_id, revision, generation, batches, blocks_revision, lists, missing }
  }

  /** The postings in blocks, which are cached unless a later revision of them is. */
  function listsOf(before: Before, state: StoredIndex, terms: string[], rows: BlockRow[]) {
    const { collection_id, blocks_revision } = before
    const isSame = state.blocks_revision === blocks_revision
    const { lengths } = memory.of(collection_id)
    const lists = new Map(isSame ? before.lists : [])
    const found = new Map(
      [...postingsByTerm(rows)].map(([term, list]) => [term, withLengths(list, lengths)]),
    )
    if (state.blocks_revision > (memory.postings.revisionOf(collection_id) ?? 0)) {
      memory.postings.find(collection_id, state.blocks_revision, [])
    }
    const place = { collection: collection_id, revision: state.blocks_revision }
    memory.postings.add(place, isSame ? before.missing : terms, found)
    for (const [term, list] of found) lists.set(term, [list])
    return lists
  }

  /** null when more is held of the collection than there was at the moment of the rows. */
  function heldAt(before: Before, rows: Row[], terms: string[]) {
    const of = (part: Row['part']) => rows.filter((row) => row.part === part)
    const [first] = of('state')
    const state = JSON.parse(first?.text ?? 'null') as StoredIndex | null
    if (!state) return { passages: 0, length: 0, lists: new Map() }
    const own = memory.of(before.collection_id)
    if (own.lengths.revision > state.revision) return null

    const pages = of('lengths').map(({ number, body }) => ({ page: number, body: body as Buffer }))
    own.lengths.take(state.revision, pages)
    const batches = of('batch').map(({ number, text, body }) => ({ id: number, terms: text, body }))
    const blocks = of('block').map(({ text, number, n, body }) => ({
      term: text as string,
      first: number,
      n,
      body: body as Buffer,
    }))
    const words = {
      state,
      lengths: own.lengths,
      hidden: of('hidden').flatMap(({ text }) => (text ?? '').split(',').map(Number)),
      fresh: takeBatches(own, state, { held: before.batches, rows: batches }),
      lists: listsOf(before, state, terms, blocks),
    }
    return heldOf(words, terms)
  }

  /** null when it has to be read again. */
  async function attempt({ organization_id, collection_ids }: Searched, terms: string[]) {
    const before = collection_ids.map((id) => heldBefore(id, terms))
    const rows = await moment.all(db, {
      organization_id,
      terms,
      before: JSON.stringify(before.map(asAsked)),
    })
    const byCollection = Map.groupBy(rows, ({ collection_id }) => collection_id)
    const held = before.map((each) =>
      heldAt(each, byCollection.get(each.collection_id) ?? [], terms),
    )
    return held.every((each) => each !== null) ? together(held) : null
  }

  return async (searched: Searched, terms: string[]): Promise<Lookup> => {
    const asked = [...new Set(terms)]
    for (;;) {
      const found = (await attempt(searched, asked)) ?? (await attempt(searched, asked))
      if (found) return found
      // More is held than was ever stored: the database was put back to an earlier state.
      for (const id of searched.collection_ids) memory.forget(id)
    }
  }
}

function asAsked(before: Before) {
  return {
    collection_id: before.collection_id,
    held_revision: before.revision,
    held_generation: before.generation,
    held_batch: lastHeld(before.batches),
    held_blocks: before.blocks_revision,
    missing: before.missing,
  }
}
