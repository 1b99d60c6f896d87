import { type HeldLengths, holdLengths } from '../../../index/passage-lengths.ts'
import { type Batch, decodeBatch } from '../../../index/posting-batches.ts'
import { createPostingCache } from '../../../index/posting-cache.ts'
import { holdVocabularies } from '../../../index/vocabulary.ts'
import type { StoredIndex } from './index-state.ts'

/** What a process holds of the index of one collection, each part as of a revision. */
export interface CollectionMemory {
  lengths: HeldLengths
  /** Decoded batches, which never change within a generation. */
  generation: number
  blocks_revision: number
  batches: Map<number, Batch>
}

/** A batch as it is stored, or its id alone where it is held. */
export interface BatchRow {
  id: number
  terms: string | null
  body: Uint8Array | null
}

/** What a process holds of indexes. Nothing of it is ever used for another revision. */
export interface IndexMemory {
  of(collection_id: string): CollectionMemory
  forget(collection_id: string): void
  postings: ReturnType<typeof createPostingCache>
  vocabularyOf: ReturnType<typeof holdVocabularies>
}

/** Nothing is held yet. */
export function createIndexMemory(): IndexMemory {
  const collections = new Map<string, CollectionMemory>()
  return {
    of(collection_id) {
      const held = collections.get(collection_id) ?? nothing()
      collections.set(collection_id, held)
      return held
    },
    forget: (collection_id) => void collections.delete(collection_id),
    postings: createPostingCache(),
    vocabularyOf: holdVocabularies(),
  }
}

function nothing(): CollectionMemory {
  return { lengths: holdLengths(), generation: 0, blocks_revision: 0, batches: new Map() }
}

/** The last batch that is held of a generation: none before it has to be read. */
export function lastHeld(batches: ReadonlyMap<number, Batch>): number {
  return Math.max(0, ...batches.keys())
}

/**
 * The batches of a moment, those that were `held` before it was read and those read now; they are
 * held from now on, unless what is held is of a later moment.
 */
export function takeBatches(
  memory: CollectionMemory,
  state: StoredIndex,
  { held, rows }: { held: ReadonlyMap<number, Batch>; rows: BatchRow[] },
): [id: number, Batch][] {
  const batches = rows
    .map(({ id, terms, body }): [number, Batch] => [
      id,
      terms !== null && body !== null ? decodeBatch(terms, body) : (held.get(id) as Batch),
    ])
    .sort(([one], [two]) => one - two)
  if (state.generation >= memory.generation && state.blocks_revision >= memory.blocks_revision) {
    memory.generation = state.generation
    memory.blocks_revision = state.blocks_revision
    memory.batches = new Map(batches)
  }
  return batches
}
