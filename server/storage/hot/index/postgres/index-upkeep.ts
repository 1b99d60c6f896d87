import type { Database, Transaction } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import {
  GATHERED,
  headsOf,
  PURGED_SHARE,
  purgeBlocks,
  takeNext,
  unfolded,
} from '../../../index/folding.ts'
import type { Postings } from '../../../index/postings.ts'
import { endPurge } from '../../../index/state.ts'
import { eraseBatches, loadBatches } from './fresh-postings.ts'
import type { IndexMemory } from './index-memory.ts'
import { placeOf, STATE, type StoredIndex, saveIndex } from './index-state.ts'
import { loadLengths } from './passage-lengths.ts'
import { appendPostings, blocksFrom, replaceBlocks } from './posting-blocks.ts'
import { addTerms, beginGeneration } from './vocabulary.ts'

/** Terms of a batch that are folded together with those of the others. */
const FOLDED_TERMS = 16
/** Terms that one step folds: some 20 ms. */
const STEP_TERMS = 1000
/** Blocks that are read at once to be purged. */
const PURGED_BLOCKS = 256

/** Of an index that somebody else changes, a step is not waited for. */
const toFold = sql<{ least: number }, StoredIndex>(`
  SELECT ${STATE}
    FROM search_indexes
   WHERE reset = 0 AND (batches >= :least OR fold_until IS NOT NULL)
   LIMIT 1
     FOR UPDATE SKIP LOCKED
`)
// A purge begins when all is in blocks: at its end nothing erased may be left in a batch, and
// another process may be in the middle of folding.
const toPurge = sql<{ share: number }, StoredIndex>(`
  SELECT ${STATE}
    FROM search_indexes
   WHERE reset = 0 AND erased > 0
     AND (purge_erased IS NOT NULL
          OR batches = 0 AND erased >= :share::numeric * (passages + erased))
   LIMIT 1
     FOR UPDATE SKIP LOCKED
`)

/**
 * Keeps indexes in order, a short step at a time, by as many processes as there are. Folding moves
 * postings from batches into blocks, term by term; purging takes those of erased passages out of
 * blocks. How far each has come is stored with the index.
 */
export function createIndexUpkeep(db: Database, memory: IndexMemory) {
  async function fold(on: Transaction, state: StoredIndex): Promise<void> {
    const own = memory.of(state.collection)
    const fresh = await loadBatches(on, state, own)
    const until = state.fold_until ?? fresh.slice(0, GATHERED).at(-1)?.[0] ?? 0
    const batches = fresh.filter(([id]) => id <= until).map(([, batch]) => batch)
    let heads = headsOf(batches, state.fold_after)
    const known = await loadLengths(on, state, own.lengths)
    const lists: [term: string, Postings][] = []
    state.fold_until = until
    while (heads.length > 0 && lists.length < STEP_TERMS) {
      const taken = takeNext(heads, known, FOLDED_TERMS)
      state.fold_after = taken.until
      state.postings -= taken.erased
      lists.push(...taken.lists)
      heads = unfolded(heads)
    }
    await appendPostings(on, placeOf(state), lists)
    // All terms are in the blocks, so searches take nothing from these batches any more.
    if (heads.length === 0) {
      await eraseBatches(on, state, until)
      state.fold_until = null
      state.fold_after = null
    }
    state.blocks_revision += 1
    await saveIndex(on, state)
  }

  async function purge(on: Transaction, state: StoredIndex): Promise<void> {
    const place = placeOf(state)
    state.purge_erased ??= state.erased
    const from = { term: state.purge_term ?? '', first: state.purge_first ?? 0 }
    const known = await loadLengths(on, state, memory.of(state.collection).lengths)
    const rows = await blocksFrom(on, { ...place, ...from }, PURGED_BLOCKS)
    const purged = purgeBlocks(state, rows, known)
    state.postings -= purged.erased
    await replaceBlocks(on, place, purged)
    await addTerms(on, state, { generation: state.generation + 1, terms: purged.terms })
    if (rows.length < PURGED_BLOCKS) {
      endPurge(state)
      await beginGeneration(on, state)
    }
    state.blocks_revision += 1
    await saveIndex(on, state)
  }

  /** One step of some collection; true when there may be more to do. */
  return (load: 'busy' | 'idle'): Promise<boolean> =>
    db.step(async (transaction) => {
      const folded = await toFold.get(transaction, { least: load === 'busy' ? GATHERED : 1 })
      if (folded) await fold(transaction, folded)
      const purged =
        load === 'idle' && !folded
          ? await toPurge.get(transaction, { share: PURGED_SHARE })
          : undefined
      if (purged) await purge(transaction, purged)
      return folded !== undefined || purged !== undefined
    }, 'read committed')
}
