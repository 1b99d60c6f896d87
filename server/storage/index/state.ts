/** How a store names a collection: unique among all organizations. */
export type CollectionKey = string | number

/** The state of a collection's index of words (docs/architecture.md#the-search-index). */
export interface IndexState<Collection extends CollectionKey = CollectionKey> {
  collection: Collection
  /** Number of its passages, and the sum of their lengths in terms. */
  passages: number
  length: number
  /** What its batches and blocks hold. */
  postings: number
  /** Passages whose postings are still there. */
  erased: number
  /** Grow with each change of passages, of blocks, and with each purge. */
  revision: number
  blocks_revision: number
  generation: number
  /** How far batches are folded into blocks; null: none is being folded. */
  fold_until: number | null
  fold_after: string | null
  /** How far blocks are rewritten without erased passages; null: no purge. */
  purge_erased: number | null
  purge_term: string | null
  purge_first: number | null
}

const NO_UPKEEP = {
  fold_until: null,
  fold_after: null,
  purge_erased: null,
  purge_term: null,
  purge_first: null,
}
const NOTHING_HELD = { passages: 0, length: 0, postings: 0, erased: 0 }

/** Enters that passages were stored or erased, by which the collection has grown. */
export function enterPassages(
  state: IndexState,
  grown: { passages: number; length: number },
): void {
  state.passages += grown.passages
  state.length += grown.length
  state.erased -= Math.min(0, grown.passages)
}

/** Enters that a purge has come to the last blocks. */
export function endPurge(state: IndexState): void {
  state.erased -= state.purge_erased ?? 0
  state.generation += 1
  state.purge_erased = null
  state.purge_term = null
  state.purge_first = null
}

/** Enters a step of erasing the whole index, of which nothing is left when it `isErased`. */
export function enterReset(state: IndexState, isErased: boolean): void {
  state.revision += 1
  state.blocks_revision += 1
  state.generation += 1
  Object.assign(state, NO_UPKEEP, isErased && NOTHING_HELD)
}
