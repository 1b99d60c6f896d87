import type { IndexedTerms } from '../index/posting-batches.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import type { Step } from './step.ts'

/** A passage as it is indexed. */
export interface Indexed extends IndexedTerms {
  /** null: none. */
  vector: Float32Array | null
}

/** The search index of one collection, as the steps that store passages change it. */
export interface CollectionIndex {
  /**
   * Keys are higher than all before. Throws a `RangeError` when a vector has another width, or
   * numbers that are not finite.
   */
  insert(passages: Indexed[]): Step<void>
  erase(keys: number[]): Step<void>
}

/**
 * In a step: locks the index of a collection, which orders all who change it, until the step ends;
 * undefined when there is no such collection.
 */
export type LockIndex = (place: CollectionPlace) => Step<CollectionIndex | undefined>
