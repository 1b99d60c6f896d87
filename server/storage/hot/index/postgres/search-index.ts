import type { Database, Runner } from '../../../drivers/postgres/database.ts'
import type { SearchIndex } from '../../../ports/search-index.ts'
import type { CreateIndex } from '../../../sql/collections.ts'
import type { LockIndex, SetVectors } from '../../../sql/passage-index.ts'
import { own, sql } from '../../../sql/step.ts'
import { convertVectors } from '../../vectors/postgres/convert-vectors.ts'
import {
  eraseSomeOf,
  eraseVectors,
  insertVectors,
  servingSet,
} from '../../vectors/postgres/set-vectors.ts'
import { createVectorIndex } from '../../vectors/postgres/vector-index.ts'
import { createVectorSearch } from '../../vectors/postgres/vectors.ts'
import { createIndexMemory, type IndexMemory } from './index-memory.ts'
import { createIndexRebuild } from './index-rebuild.ts'
import { lockIndex } from './index-state.ts'
import { createIndexUpkeep } from './index-upkeep.ts'
import { createVocabulary } from './vocabulary.ts'
import { eraseWords, insertWords } from './word-index.ts'
import { createLookUp } from './word-search.ts'

/** The search index; the others are parts of the steps of collections and documents. */
export interface PostgresSearchIndex {
  port: SearchIndex
  create: CreateIndex
  lock: LockIndex
  vectors: SetVectors
}

const insert = sql<{ organization_id: string; id: string }>(`
  INSERT INTO search_indexes (organization_id, collection_id) VALUES (:organization_id, :id)
`)

export function createSearchIndex(db: Database): PostgresSearchIndex {
  const memory: IndexMemory = createIndexMemory()
  const vocabulary = createVocabulary(db, memory)
  const vectors = createVectorIndex(db)
  const maintainWords = createIndexUpkeep(db, memory)
  const words = createIndexRebuild(db, memory)
  return {
    port: {
      lookUp: createLookUp(db, memory),
      likeTerms: vocabulary.like,
      knownTerms: vocabulary.known,
      ...createVectorSearch(db, vectors),
      maintain: async (load) =>
        (await maintainWords(load)) || (load === 'idle' && (await vectors.fill())),
      ...words,
      rebuild: async (analyze) => (await convertVectors(db)) || words.rebuild(analyze),
    },

    *create(collection) {
      yield* insert.run(collection)
    },

    vectors: {
      *create() {},
      insert: (set, passages) => own((on: Runner) => insertVectors(on, set, passages)),
      eraseSome: (set) => own((on: Runner) => eraseSomeOf(on, set)),
    },

    *lock(place) {
      const state = yield* own((on: Runner) => lockIndex(on, place))
      if (!state) return undefined
      return {
        insert: (passages) =>
          own(async (on: Runner) => {
            const set = await servingSet(on, place)
            if (set) await insertVectors(on, { ...place, ...set }, passages)
            vectors.grew(place)
            await insertWords(on, memory, { state, passages })
          }),

        erase: (keys) =>
          own(async (on: Runner) => {
            await eraseVectors(on, place, keys)
            await eraseWords(on, state, keys)
          }),
      }
    },
  }
}
