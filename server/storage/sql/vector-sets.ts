import { CollectionMoved } from '../ports/documents.ts'
import type { Embedding } from '../ports/embedding-moves.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import type { SetPlace, SetVectors } from './passage-index.ts'
import { type Step, sql } from './step.ts'

export type NewSet = CollectionPlace & { embedding_model: string; dimensions: number }

const add = sql<NewSet & { state: string }, { set: number }>(`
  INSERT INTO vector_sets (organization_id, collection_id, number, embedding_model, dimensions,
                           state)
  SELECT :organization_id, :collection_id,
         coalesce((SELECT max(number)
                     FROM vector_sets
                    WHERE organization_id = :organization_id
                      AND collection_id = :collection_id), 0) + 1,
         :embedding_model, :dimensions::integer, :state
  RETURNING number AS "set"
`)
const serving = sql<CollectionPlace, Embedding>(`
  SELECT embedding_model, dimensions AS embedding_dimensions
    FROM vector_sets
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND state = 'serving'
`)
const dropped = sql<object, SetPlace>(`
  SELECT organization_id, collection_id, number AS "set"
    FROM vector_sets
   WHERE state = 'dropped'
   LIMIT 1
`)
const forget = sql<SetPlace>(`
  DELETE FROM vector_sets
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND number = :set AND state = 'dropped'
`)

/** In a step: adds a set of vectors to a collection, and what holds them. */
export function* addSet(
  vectors: SetVectors,
  { state, ...given }: NewSet & { state: 'serving' | 'building' },
): Step<void> {
  const added = yield* add.get({ ...given, state })
  const { organization_id, collection_id, dimensions } = given
  if (added) yield* vectors.create({ organization_id, collection_id, dimensions, ...added })
}

/**
 * In a step that has locked the index: throws `CollectionMoved` unless vectors of an embedding can
 * be stored in the set that is searched.
 */
export function* requireEmbedding(place: CollectionPlace, made: Embedding): Step<void> {
  const own = yield* serving.get(place)
  if (!own) return
  const { embedding_model, embedding_dimensions } = own
  const isSame =
    embedding_model === made.embedding_model && embedding_dimensions === made.embedding_dimensions
  if (!isSame) throw new CollectionMoved(own)
}

/** A set of any collection that is not used any more. */
export function* droppedSet(): Step<SetPlace | undefined> {
  return yield* dropped.get({})
}

/** In a step: erases some vectors of a set that is not used, and at last the set. */
export function* clearSet(vectors: SetVectors, set: SetPlace): Step<void> {
  if (!(yield* vectors.eraseSome(set))) yield* forget.run(set)
}
