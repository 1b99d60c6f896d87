import type { Database, Transaction } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { enterReset } from '../../../index/state.ts'
import type { Analyze, SearchIndex } from '../../../ports/search-index.ts'
import { type RebuiltRow, toAnalyzed } from '../../../rows/passages.ts'
import type { IndexMemory } from './index-memory.ts'
import { type Place, placeOf, STATE, type StoredIndex, saveIndex } from './index-state.ts'
import { eraseLengths } from './passage-lengths.ts'
import { addWords } from './word-index.ts'

/** Rows, pages of lengths and passages of one step. */
const STEP = { fresh: 32, blocks: 1000, vocabulary: 200, pages: 200, passages: 64 }

const IS_REBUILT = 'reset = 1 OR rebuild_until IS NOT NULL'

const request = sql<{ organization_id: string }>(`
  UPDATE search_indexes SET reset = 1 WHERE organization_id = :organization_id
`)
const next = sql<object, StoredIndex>(`
  SELECT ${STATE} FROM search_indexes WHERE ${IS_REBUILT} LIMIT 1 FOR UPDATE SKIP LOCKED
`)
const shares = sql<object, { share: number | null }>(`
  SELECT min(CASE WHEN reset = 1 THEN 0 ELSE rebuild_done::numeric / rebuild_until END) AS share
    FROM search_indexes
   WHERE ${IS_REBUILT}
`)
const erasures = [
  sql<Place>(`
    DELETE FROM fresh_postings
     WHERE organization_id = :organization_id AND collection_id = :collection_id
       AND id IN (SELECT id
                    FROM fresh_postings
                   WHERE organization_id = :organization_id AND collection_id = :collection_id
                   LIMIT ${STEP.fresh})
  `),
  sql<Place>(`
    DELETE FROM posting_blocks
     WHERE organization_id = :organization_id AND collection_id = :collection_id
       AND (term, first) IN (SELECT term, first
                               FROM posting_blocks
                              WHERE organization_id = :organization_id
                                AND collection_id = :collection_id
                              LIMIT ${STEP.blocks})
  `),
  sql<Place>(`
    DELETE FROM vocabulary
     WHERE organization_id = :organization_id AND collection_id = :collection_id
       AND (generation, id) IN (SELECT generation, id
                                  FROM vocabulary
                                 WHERE organization_id = :organization_id
                                   AND collection_id = :collection_id
                                 LIMIT ${STEP.vocabulary})
  `),
]
const lastKey = sql<Place, { last: number | null }>(`
  SELECT max(key) AS last
    FROM passages
   WHERE organization_id = :organization_id AND collection_id = :collection_id
`)
const passagesAfter = sql<Place & { done: number; until: number }, RebuiltRow>(`
  SELECT key, coalesce(title, '') AS title, anchor, headings, page, documents.description, position,
         text
    FROM passages
    LEFT JOIN documents
      ON documents.organization_id = passages.organization_id AND documents.id = document_id
   WHERE passages.organization_id = :organization_id AND passages.collection_id = :collection_id
     AND key > :done AND key <= :until
   ORDER BY key
   LIMIT ${STEP.passages}
`)

/**
 * Erases indexes of words of which a reset was requested, undecoded, and indexes the passages anew,
 * a short step at a time. How far that has come is stored with the index.
 */
export function createIndexRebuild(
  db: Database,
  memory: IndexMemory,
): Pick<SearchIndex, 'reset' | 'rebuild' | 'rebuilt'> {
  async function erase(on: Transaction, state: StoredIndex): Promise<void> {
    const place = placeOf(state)
    let erased = 0
    for (const erasure of erasures) if (erased === 0) erased = await erasure.run(on, place)
    const isErased = erased === 0 && !(await eraseLengths(on, state, STEP.pages))
    enterReset(state, isErased)
    state.rebuild_done = null
    state.rebuild_until = null
    if (isErased) {
      const { last = null } = (await lastKey.get(on, place)) ?? {}
      state.reset = 0
      state.batches = 0
      state.rebuild_done = last && 0
      state.rebuild_until = last
    }
    await saveIndex(on, state)
  }

  async function index(on: Transaction, state: StoredIndex, analyze: Analyze): Promise<void> {
    const { rebuild_done: done, rebuild_until: until } = state
    const rows = await passagesAfter.all(on, {
      ...placeOf(state),
      done: done ?? 0,
      until: until ?? 0,
    })
    state.rebuild_done = rows.at(-1)?.key ?? null
    if (rows.length === 0) state.rebuild_until = null
    const passages = rows.map((row) => ({ key: row.key, terms: analyze(toAnalyzed(row)).terms }))
    if (passages.length > 0) await addWords(on, memory, { state, passages })
    else await saveIndex(on, state)
  }

  async function rebuilt(): Promise<number | null> {
    return (await shares.get(db, {}))?.share ?? null
  }

  return {
    reset: async (organization_id) => void (await request.run(db, { organization_id })),

    async rebuild(analyze) {
      if ((await rebuilt()) === null) return false
      await db.step(async (transaction) => {
        const state = await next.get(transaction, {})
        if (state?.reset) await erase(transaction, state)
        else if (state) await index(transaction, state, analyze)
      }, 'read committed')
      return (await rebuilt()) !== null
    },

    rebuilt,
  }
}
