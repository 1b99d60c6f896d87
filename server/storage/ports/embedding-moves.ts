import type { EmbeddingMove, MoveErrorCode } from '../../contract/embedding-move.ts'
import type { PassageBlock } from '../../text/structure.ts'

/** An embedding: a model, and the width of its vectors. */
export interface Embedding {
  embedding_model: string
  embedding_dimensions: number
}

/** A move that this store's owner works on. */
export interface ClaimedMove extends Embedding {
  organization_id: string
  id: string
  collection_ids: string[]
}

/** A passage that has no vector in the new set yet. */
export interface UnembeddedPassage {
  key: number
  title: string
  headings: string[]
  text: string
  blocks: PassageBlock[]
}

/** The next passages of a collection in the order of their keys, those of `after` to `until`. */
export interface UnembeddedPassages {
  collection_id: string
  after: number
  until: number
  /** May be none: those between the keys are of other collections. */
  passages: UnembeddedPassage[]
}

export interface EmbeddedPassage {
  key: number
  vector: Int8Array | null
  windows: Int8Array[]
}

/** Collections that are to be moved together, because assistants combine them. */
export interface MovedTogether {
  organization_id: string
  collection_ids: string[]
}

/** A collection of whose passages some have no vectors. */
export interface Unembedded {
  organization_id: string
  collection_id: string
  /** How many passages. */
  count: number
}

/** Moves of collections to another embedding (docs/behaviour.md#moving-to-another-embedding). */
export interface EmbeddingMoves {
  /**
   * Begins a move, and with it an empty set of vectors of each collection. Throws `conflict` when
   * one is being moved, or an assistant would combine two embeddings, and `validation_error` when
   * one is unknown.
   */
  begin(
    organization_id: string,
    move: Embedding & { id: string; collection_ids: string[] },
    now: string,
  ): Promise<EmbeddingMove>
  find(organization_id: string, id: string): Promise<EmbeddingMove | null>
  /** Moves that run, the one that began first before the others. */
  listRunning(organization_id: string): Promise<EmbeddingMove[]>
  /** Ends a move and leaves its collections as they were; one that has ended stays as it is. */
  cancel(organization_id: string, id: string, now: string): Promise<EmbeddingMove | null>
  /**
   * Takes a running move that this owner has or no lease holds, the one that was worked on longest
   * ago, without those of `except`. null: there is none, or a process of an earlier version holds a
   * lease.
   */
  claim(now: string, except?: string[]): Promise<ClaimedMove | null>
  /** null: all passages of its collections are embedded. */
  next(move: ClaimedMove, limit: number): Promise<UnembeddedPassages | null>
  /**
   * Stores the vectors of what `next` gave, once. False: the move is not this owner's any more.
   */
  store(
    move: ClaimedMove,
    made: Omit<UnembeddedPassages, 'passages'> & { passages: EmbeddedPassage[] },
    now: string,
  ): Promise<boolean>
  /**
   * Changes all collections of a move in one step. False when it is not this owner's any more, or
   * when passages were stored meanwhile.
   */
  finish(move: ClaimedMove, now: string): Promise<boolean>
  fail(move: ClaimedMove, error_code: MoveErrorCode, now: string): Promise<void>
  /** Ends the leases of this owner. */
  release(): Promise<void>
  /** Erases some vectors of sets that are not used any more; true while there may be more. */
  clear(): Promise<boolean>
  /**
   * Collections with an embedding model, those together that assistants combine, without those that
   * are being moved. None while a process of an earlier version holds a lease.
   */
  ofModel(embedding_model: string, now: string): Promise<MovedTogether[]>
  /**
   * Collections with an embedding that gives windows vectors, some of whose passages were stored
   * without, without those that are being moved.
   */
  unembedded(embedding: Embedding): Promise<Unembedded[]>
  /** Passages of all organizations that wait for their vectors. */
  countWaiting(): Promise<number>
}
