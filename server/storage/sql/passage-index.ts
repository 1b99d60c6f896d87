import type { IndexedTerms } from '../index/posting-batches.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import type { Step } from './step.ts'

/** The vectors of a passage, named by its key. */
export interface PassageVectors {
  key: number
  /** null: none. */
  vector: Int8Array | null
  /** Of parts of its text; none where the model's are not used. */
  windows: Int8Array[]
}

/** A passage as it is indexed. */
export type Indexed = IndexedTerms & PassageVectors

/** The search index of one collection, as the steps that store passages change it. */
export interface CollectionIndex {
  /**
   * Keys are higher than all before. Throws a `RangeError` when a vector has another width.
   */
  insert(passages: Indexed[]): Step<void>
  erase(keys: number[]): Step<void>
}

/**
 * In a step: locks the index of a collection, which orders all who change it, until the step ends;
 * undefined when there is no such collection.
 */
export type LockIndex = (place: CollectionPlace) => Step<CollectionIndex | undefined>
