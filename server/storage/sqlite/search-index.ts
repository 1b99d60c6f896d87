import type { Database } from 'better-sqlite3'
import type { IndexedTerms } from '../index/posting-batches.ts'
import { together } from '../index/word-lists.ts'
import type { LikeTerm, Lookup, Searched, SearchIndex } from '../ports/search-index.ts'
import type { CreateIndex } from '../sql/collections.ts'
import { sql } from '../sql/step.ts'
import { createIndexRebuild } from './index-rebuild.ts'
import { createIndexUpkeep } from './index-upkeep.ts'
import type { Sync } from './promised.ts'
import { createVectorIndexes } from './vector-index.ts'
import { createVectorTable } from './vector-table.ts'
import { createWordIndex } from './word-index.ts'

/** A passage as it is indexed. */
export interface Indexed extends IndexedTerms {
  /** null: none. */
  vector: Float32Array | null
}

/** The index of one collection, as the steps that store passages change it. */
export interface CollectionIndex {
  /**
   * Keys are higher than all before. Throws a `RangeError` when a vector has another width, or
   * numbers that are not finite.
   */
  insert(passages: Indexed[]): void
  erase(keys: number[]): void
}

/** The search index of all collections; `of` is undefined for one that does not exist. */
export interface SqliteSearchIndex {
  port: Sync<SearchIndex>
  create: CreateIndex
  of(organization_id: string, collection_id: string): CollectionIndex | undefined
}

const insert = sql<{ organization_id: string; id: string }, { number: number }>(`
  INSERT INTO search_indexes (collection)
  SELECT number FROM collections WHERE organization_id = :organization_id AND id = :id
  RETURNING collection AS number
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

  const idsOf = (searched: Searched) => knownOf(searched).map(({ id }) => id)

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
      loadVectors: (searched) => vectors.load(idsOf(searched)),
      nearest: (searched, vector, limit) => vectors.nearest(idsOf(searched), vector, limit),
      maintain: (load) => upkeep.step(load),
      ...createIndexRebuild(db, words),
    },

    *create({ organization_id, id, embedding_dimensions }) {
      const made = yield* insert.get({ organization_id, id })
      if (made) createVectorTable(db, made.number, embedding_dimensions)
    },

    of(organization_id, id) {
      const number = known(organization_id, id)
      const own = vectors.of(id)
      if (number === undefined || !own) return undefined
      return {
        insert(passages) {
          own.insert(passages)
          words.insert(number, passages)
        },
        erase(keys) {
          own.erase(keys)
          words.erase(number, keys)
        },
      }
    },
  }
}
