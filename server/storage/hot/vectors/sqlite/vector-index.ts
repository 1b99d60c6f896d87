import type { Database } from 'better-sqlite3'
import { checkVector, pointsSomewhere } from '../../../index/nearest.ts'
import { joinWindows, windowsIn } from '../../../index/windows.ts'
import type { Hit, Searched } from '../../../ports/search-index.ts'
import type { CollectionPlace } from '../../../rows/documents.ts'
import type { PassageVectors, SetPlace, SetVectors } from '../../../sql/passage-index.ts'
import { own } from '../../../sql/step.ts'
import { createNearest } from './nearest.ts'
import {
  createVectorTable,
  openVectorTable,
  type TableOfSet,
  tableNameOf,
  type VectorTable,
} from './vector-table.ts'

/** The vectors of a collection, as the steps that store passages change them. */
export interface VectorIndex {
  /** Throws a `RangeError` when a vector has another width. */
  insert(passages: PassageVectors[]): void
  /** From all sets. */
  erase(keys: number[]): void
}

/** The vectors of all collections; those that do not exist are left out. */
export interface VectorIndexes {
  of(place: CollectionPlace): VectorIndex
  /** A short step of loading what `nearest` needs; true while there is more to load. */
  load(searched: Searched): boolean
  /** Cosine similarity, best first. */
  nearest(searched: Searched, vector: Int8Array, limit: number): Hit[]
  windows(searched: Searched, keys: number[]): Map<number, Int8Array[]>
  sets: SetVectors
}

/** Rows of one step of erasing a set. */
const ERASED = 500

type StoredSet = TableOfSet & { state: string }

export function createVectorIndexes(db: Database): VectorIndexes {
  const setsOf = db.prepare<CollectionPlace, StoredSet>(`
    SELECT vector_sets.organization_id, id, collections.number AS collection,
           vector_sets.number AS "set", dimensions, state
      FROM vector_sets
      JOIN collections
        ON collections.organization_id = vector_sets.organization_id AND id = collection_id
     WHERE vector_sets.organization_id = :organization_id AND collection_id = :collection_id
       AND state <> 'dropped'
  `)
  const insertWindows = db.prepare(`
    INSERT INTO passage_windows (organization_id, collection_id, set_number, key, windows)
    VALUES (:organization_id, :id, :set, :key, :windows)
  `)
  const eraseWindows = db.prepare(`
    DELETE FROM passage_windows
     WHERE organization_id = :organization_id AND collection_id = :id AND set_number = :set
       AND key = :key
  `)
  const windowsOf = db.prepare<Record<string, unknown>, { key: number; windows: Buffer }>(`
    SELECT passage_windows.key, windows
      FROM json_each(:keys) AS asked
      CROSS JOIN passage_windows
        ON organization_id = :organization_id AND collection_id = :id AND set_number = :set
       AND passage_windows.key = asked.value
  `)
  const numberOf = db
    .prepare<CollectionPlace, number>(`
      SELECT number
        FROM collections
       WHERE organization_id = :organization_id AND id = :collection_id
    `)
    .pluck()
  const eraseSomeWindows = db.prepare<SetPlace>(`
    DELETE FROM passage_windows
     WHERE rowid IN (SELECT rowid
                       FROM passage_windows
                      WHERE organization_id = :organization_id
                        AND collection_id = :collection_id AND set_number = :set
                      LIMIT ${ERASED})
  `)
  const opened = new Map<string, VectorTable>()
  const nearest = createNearest(db)

  function tableOf(set: StoredSet): VectorTable {
    const name = `${set.collection} ${set.set}`
    const known = opened.get(name) ?? openVectorTable(db, set)
    opened.set(name, known)
    return known
  }

  function serving({ organization_id, collection_ids }: Searched): StoredSet[] {
    return collection_ids.flatMap((collection_id) =>
      setsOf.all({ organization_id, collection_id }).filter(isServing),
    )
  }

  function insert(set: StoredSet, passages: PassageVectors[]): void {
    const { organization_id, id, dimensions } = set
    const table = tableOf(set)
    for (const { key, vector, windows } of passages) {
      if (vector) checkVector(vector, dimensions)
      // A zero vector has no direction: its similarity would be NaN and break the order.
      if (vector && pointsSomewhere(vector)) table.insert(key, vector)
      if (windows.length === 0) continue
      const joined = joinWindows(windows, dimensions)
      insertWindows.run({ organization_id, id, set: set.set, key, windows: joined })
    }
  }

  function nameOf({ set, ...place }: SetPlace): string {
    return tableNameOf({ collection: numberOf.get(place) ?? 0, set })
  }

  /** Drops a set's table with the last of its vectors. */
  function eraseSome(set: SetPlace): boolean {
    if (eraseSomeWindows.run(set).changes > 0) return true
    const name = nameOf(set)
    const erase = db.prepare(`
      DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} LIMIT ${ERASED})
    `)
    if (erase.run().changes > 0) return true
    db.exec(`DROP TABLE ${name}`)
    return false
  }

  const sets: SetVectors = {
    create: ({ organization_id, collection_id, ...set }) =>
      own(() => {
        const collection = numberOf.get({ organization_id, collection_id }) ?? 0
        createVectorTable(db, { organization_id, collection, ...set })
      }),
    insert: ({ set: number, ...place }, passages) =>
      own(() => {
        const found = setsOf.all(place).find(({ set }) => set === number)
        if (found) insert(found, passages)
      }),
    eraseSome: (set) => own(() => eraseSome(set)),
  }

  return {
    sets,

    of: (place) => ({
      insert(passages) {
        for (const set of setsOf.all(place).filter(isServing)) insert(set, passages)
      },

      erase(keys) {
        for (const set of setsOf.all(place)) {
          const { organization_id, id } = set
          const table = tableOf(set)
          for (const key of keys) {
            table.erase(key)
            eraseWindows.run({ organization_id, id, set: set.set, key })
          }
        }
        nearest.forget(place.collection_id, keys)
      },
    }),

    load: (searched) => nearest.load(serving(searched).map(tableOf)),

    nearest(searched, vector, limit) {
      if (!pointsSomewhere(vector)) return []
      const alike = serving(searched).filter(({ dimensions }) => dimensions === vector.length)
      return nearest.find(alike.map(tableOf), vector, limit)
    },

    windows(searched, keys) {
      const asked = JSON.stringify(keys)
      return new Map(
        serving(searched).flatMap(({ organization_id, id, set, dimensions }) =>
          windowsOf
            .all({ organization_id, id, set, keys: asked })
            .map(({ key, windows }) => [key, windowsIn(windows, dimensions)] as const),
        ),
      )
    },
  }
}

function isServing({ state }: StoredSet): boolean {
  return state === 'serving'
}
