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
  /** From all sets of vectors too. */
  erase(keys: number[]): Step<void>
}

/**
 * In a step: locks the index of a collection, which orders all who change it, until the step ends;
 * undefined when there is no such collection.
 */
export type LockIndex = (place: CollectionPlace) => Step<CollectionIndex | undefined>

/** A set of vectors, named by its number among those of its collection. */
export type SetPlace = CollectionPlace & { set: number }

/** Vectors of a set, which each engine stores in its own way, beside its row. */
export interface SetVectors {
  /** In the step that adds the row of a set. */
  create(set: SetPlace & { dimensions: number }): Step<void>
  /**
   * In a step that has locked the index. Throws a `RangeError` when a vector has another width.
   */
  insert(set: SetPlace & { dimensions: number }, passages: PassageVectors[]): Step<void>
  /** In a step: erases some of a set; false when nothing is left of it but its row. */
  eraseSome(set: SetPlace): Step<boolean>
}
