import type { Database } from 'better-sqlite3'
import {
  GATHERED,
  type Head,
  headsOf,
  PURGED_SHARE,
  purgeBlocks,
  takeNext,
  unfolded,
} from '../../../index/folding.ts'
import { endPurge, type IndexState } from '../../../index/state.ts'
import type { WordIndex } from './word-index.ts'

type State = IndexState<number>

/** How long one step may take, apart from its commit. */
const STEP_MS = 4
/** Terms of a batch that are folded together with those of the others. */
const FOLDED_TERMS = 16
/** Batches that are erased at once when they are folded. */
const ERASED_BATCHES = 4
/** Blocks that are read at once to be purged. */
const PURGED_BLOCKS = 32

/** An index that is reset is left alone, because what it holds may be damaged. */
const IS_KEPT = 'collection NOT IN (SELECT collection FROM index_resets)'

/**
 * Keeps the index in order, a short transaction at a time. Folding moves postings from batches
 * into blocks, term by term; purging takes those of erased passages out of blocks. How far each has
 * come is stored with the index, so that it goes on where it was after a crash.
 */
export function createIndexUpkeep(db: Database, index: WordIndex) {
  const gathered = db.prepare<{ least: number }, { collection: number }>(`
    SELECT collection
      FROM (SELECT collection FROM fresh_postings GROUP BY collection HAVING count(*) >= :least
            UNION ALL
            SELECT collection FROM search_indexes WHERE fold_until IS NOT NULL)
     WHERE ${IS_KEPT}
     LIMIT 1
  `)
  const erased = db.prepare<{ share: number }, { collection: number }>(`
    SELECT collection
      FROM search_indexes
     WHERE erased > 0 AND (purge_erased IS NOT NULL OR erased >= :share * (passages + erased))
       AND ${IS_KEPT}
     LIMIT 1
  `)
  const fold = prepareFold(db, index)
  const purge = preparePurge(db, index)

  return {
    /** One step of some collection; true when there may be more to do. */
    step(load: 'busy' | 'idle'): boolean {
      if (!index.fresh.decode(startStep())) return true
      const toFold = gathered.get({ least: load === 'busy' ? GATHERED : 1 })
      if (toFold) {
        fold.immediate(toFold.collection)
        return true
      }
      const toPurge = load === 'idle' && erased.get({ share: PURGED_SHARE })
      if (toPurge) purge.immediate(toPurge.collection)
      return Boolean(toPurge)
    },
  }
}

function prepareFold(db: Database, { states, blocks, lengths, fresh }: WordIndex) {
  const eraseBatches = db.prepare<{ collection: number; until: number }>(`
    DELETE FROM fresh_postings
     WHERE id IN (SELECT id
                    FROM fresh_postings
                   WHERE collection = :collection AND id <= :until
                   ORDER BY id
                   LIMIT ${ERASED_BATCHES})
  `)

  /** All terms are in the blocks, so searches take nothing from these batches any more. */
  function eraseFolded(
    state: State,
    { until, goesOn }: { until: number; goesOn: () => boolean },
  ): void {
    const erase = () => eraseBatches.run({ collection: state.collection, until }).changes
    while (erase() === ERASED_BATCHES) if (!goesOn()) return
    fresh.forget(until)
    state.fold_until = null
    state.fold_after = null
    states.save(state)
  }

  /** Folds the terms up to some next one, which it returns. */
  function foldChunk(state: State, heads: Head[]): string {
    const { collection } = state
    const known = lengths.load(collection, state.revision)
    const { until, lists, erased } = takeNext(heads, known, FOLDED_TERMS)
    state.postings -= erased
    for (const [term, list] of lists) blocks.append({ collection, term }, list)
    return until
  }

  return db.transaction((collection: number) => {
    const goesOn = startStep()
    const state = states.find(collection)
    const batches = fresh.of(collection)
    state.fold_until ??= batches.slice(0, GATHERED).at(-1)?.[0] ?? 0
    const until = state.fold_until
    const folded = batches.filter(([id]) => id <= until)
    let heads = headsOf(
      folded.map(([, batch]) => batch),
      state.fold_after,
    )
    if (heads.length === 0) return eraseFolded(state, { until, goesOn })

    do {
      state.fold_after = foldChunk(state, heads)
      heads = unfolded(heads)
    } while (heads.length > 0 && goesOn())
    state.blocks_revision += 1
    states.save(state)
  })
}

function preparePurge(db: Database, { states, blocks, lengths, vocabulary }: WordIndex) {
  /** True when these were the last blocks. */
  function purgeSome(state: State): boolean {
    const { collection } = state
    const known = lengths.load(collection, state.revision)
    const place = { collection, term: state.purge_term ?? '', first: state.purge_first ?? 0 }
    const rows = blocks.after(place, PURGED_BLOCKS)
    const { replaced, written, terms, erased } = purgeBlocks(state, rows, known)
    state.postings -= erased
    blocks.replace(collection, replaced, written)
    vocabulary.add({ collection, generation: state.generation + 1 }, terms)
    return rows.length < PURGED_BLOCKS
  }

  return db.transaction((collection: number) => {
    const state = states.find(collection)
    state.purge_erased ??= state.erased
    const goesOn = startStep()
    let isDone = false
    while (!isDone && goesOn()) isDone = purgeSome(state)
    if (isDone) {
      endPurge(state)
      vocabulary.begin(state)
    }
    state.blocks_revision += 1
    states.save(state)
  })
}

/** True for as long as a step may take. */
function startStep(): () => boolean {
  const since = performance.now()
  return () => performance.now() - since < STEP_MS
}
