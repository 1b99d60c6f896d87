import type { IndexedTerms } from '../index/posting-batches.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import type { CreateIndex } from '../sql/collections.ts'
import { sql } from '../sql/step.ts'
import type { Database, Runner } from './database.ts'
import { createIndexMemory, type IndexMemory } from './index-memory.ts'
import { createIndexRebuild } from './index-rebuild.ts'
import { placeOf, type StoredIndex } from './index-state.ts'
import { createIndexUpkeep } from './index-upkeep.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorSearch, eraseVectors, insertVectors } from './vectors.ts'
import { createVocabulary } from './vocabulary.ts'
import { eraseWords, insertWords } from './word-index.ts'
import { createLookUp } from './word-search.ts'

/** A passage as it is indexed. */
export interface Indexed extends IndexedTerms {
  /** null: none. */
  vector: Float32Array | null
}

/** The search index, as the steps that store passages change it. */
export interface PostgresSearchIndex {
  port: SearchIndex
  create: CreateIndex
  /**
   * In a step that has locked the index. Keys are higher than all before. Throws a `RangeError`
   * when a vector has another width, or numbers that are not finite.
   */
  insert(on: Runner, state: StoredIndex, passages: Indexed[]): Promise<void>
  /** In a step that has locked the index. */
  erase(on: Runner, state: StoredIndex, keys: number[]): Promise<void>
}

const insert = sql<{ organization_id: string; id: string }>(`
  INSERT INTO search_indexes (organization_id, collection_id) VALUES (:organization_id, :id)
`)

export function createSearchIndex(db: Database): PostgresSearchIndex {
  const memory: IndexMemory = createIndexMemory()
  const vocabulary = createVocabulary(db, memory)
  const vectors = createVectorIndex(db)
  const maintainWords = createIndexUpkeep(db, memory)
  return {
    port: {
      lookUp: createLookUp(db, memory),
      likeTerms: vocabulary.like,
      knownTerms: vocabulary.known,
      ...createVectorSearch(db, vectors),
      maintain: async (load) =>
        (await maintainWords(load)) || (load === 'idle' && (await vectors.fill())),
      ...createIndexRebuild(db, memory),
    },

    *create({ organization_id, id }) {
      yield* insert.run({ organization_id, id })
    },

    async insert(on, state, passages) {
      await insertVectors(on, placeOf(state), passages)
      vectors.grew(placeOf(state))
      await insertWords(on, memory, { state, passages })
    },

    async erase(on, state, keys) {
      await eraseVectors(on, placeOf(state), keys)
      await eraseWords(on, state, keys)
    },
  }
}
