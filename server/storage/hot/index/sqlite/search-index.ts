import type { Database } from 'better-sqlite3'
import type { Sync } from '../../../drivers/sqlite/promised.ts'
import { together } from '../../../index/word-lists.ts'
import type { LikeTerm, Lookup, Searched, SearchIndex } from '../../../ports/search-index.ts'
import type { CreateIndex } from '../../../sql/collections.ts'
import type { LockIndex, SetVectors } from '../../../sql/passage-index.ts'
import { own, sql } from '../../../sql/step.ts'
import { createVectorIndexes } from '../../vectors/sqlite/vector-index.ts'
import { createIndexRebuild } from './index-rebuild.ts'
import { createIndexUpkeep } from './index-upkeep.ts'
import { createWordIndex } from './word-index.ts'

/** The search index; the others are parts of the steps of collections and documents. */
export interface SqliteSearchIndex {
  port: Sync<SearchIndex>
  create: CreateIndex
  lock: LockIndex
  vectors: SetVectors
}

const insert = sql<{ organization_id: string; id: string }>(`
  INSERT INTO search_indexes (collection)
  SELECT number FROM collections WHERE organization_id = :organization_id AND id = :id
`)

export function createSearchIndex(db: Database): SqliteSearchIndex {
  const numberOf = db
    .prepare<{ organization_id: string; id: string }, number>(
      'SELECT number FROM collections WHERE id = :id AND organization_id = :organization_id',
    )
    .pluck()
  const hidden = db
    .prepare<{ id: string }, number>(`
      SELECT key FROM passages WHERE state <> 'live' AND collection_id = :id
    `)
    .pluck()
  const words = createWordIndex(db)
  const vectors = createVectorIndexes(db)
  const upkeep = createIndexUpkeep(db, words)
  /** Collections keep their numbers and their organizations, and none is ever deleted. */
  const numbers = new Map<string, number>()

  function known(organization_id: string, id: string): number | undefined {
    const place = `${organization_id} ${id}`
    const number = numbers.get(place) ?? numberOf.get({ organization_id, id })
    if (number !== undefined) numbers.set(place, number)
    return number
  }

  function knownOf({
    organization_id,
    collection_ids,
  }: Searched): { id: string; number: number }[] {
    return collection_ids.flatMap((id) => {
      const number = known(organization_id, id)
      return number === undefined ? [] : [{ id, number }]
    })
  }

  const lookUp = db.transaction((searched: Searched, terms: string[]): Lookup => {
    const asked = [...new Set(terms)]
    return together(
      knownOf(searched).map(({ id, number }) => words.lookUp(number, asked, hidden.all({ id }))),
    )
  })

  const likeTerms = db.transaction((searched: Searched, asked: string[][], limit: number) => {
    const states = knownOf(searched).map(({ number }) => words.states.find(number))
    return asked.map((grams) => {
      const most = new Map<string, LikeTerm>()
      for (const like of states.flatMap((state) =>
        words.vocabulary.load(state).like(grams, limit),
      )) {
        most.set(like.term, like)
      }
      return [...most.values()]
    })
  })

  const knownTerms = db.transaction((searched: Searched, asked: string[]) => {
    const states = knownOf(searched).map(({ number }) => words.states.find(number))
    return [...new Set(states.flatMap((state) => words.vocabulary.load(state).known(asked)))]
  })

  return {
    port: {
      lookUp: (searched, terms) => lookUp(searched, terms),
      likeTerms: (searched, asked, limit) => likeTerms(searched, asked, limit),
      knownTerms: (searched, asked) => knownTerms(searched, asked),
      loadVectors: (searched) => vectors.load(searched),
      nearest: (searched, vector, limit) => vectors.nearest(searched, vector, limit),
      windows: (searched, keys) => vectors.windows(searched, keys),
      maintain: (load) => upkeep.step(load),
      ...createIndexRebuild(db, words),
    },

    *create(collection) {
      yield* insert.run(collection)
    },

    vectors: vectors.sets,

    // Steps that write come one after another: nothing has to be locked.
    lock: (place) =>
      own(() => {
        const number = known(place.organization_id, place.collection_id)
        if (number === undefined) return undefined
        const ofVectors = vectors.of(place)
        return {
          insert: (passages) =>
            own(() => {
              ofVectors.insert(passages)
              words.insert(number, passages)
            }),

          erase: (keys) =>
            own(() => {
              ofVectors.erase(keys)
              words.erase(number, keys)
            }),
        }
      }),
  }
}
