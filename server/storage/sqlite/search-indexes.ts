import type { Database } from 'better-sqlite3'
import type { NewPassage } from '../ports/documents.ts'
import type { Hit } from '../ports/passages.ts'
import {
  createVectorCodeCache,
  MAX_VEC0_DIMENSIONS,
  openNearest,
  type VectorCodeCache,
  type Vectors,
} from './nearest.ts'

/** The part of a passage that is indexed. */
type Indexed = Pick<NewPassage, 'terms' | 'grams' | 'vector'> & { rowid: number }
type Weights = [title: number, heading: number, text: number]

/** The search indexes of one collection. Rows are those of `passages`. */
export interface SearchIndex {
  /** Throws a `RangeError` when the vector has another width, or numbers that are not finite. */
  insert(passages: Indexed[]): void
  erase(rowids: number[]): void
  /** One bounded step of merging the indexes, which frees the space of erased passages. */
  reclaim(): void
  matchTerms(terms: string[], weights: Weights, limit: number): Hit[]
  matchGrams(grams: string[], limit: number): Hit[]
  nearest(vector: Float32Array, limit: number): Hit[]
  frequencies(terms: string[]): Map<string, number>
}

/** Vectors stored side by side. The first passage of a collection allocates space for as many. */
const VEC0_CHUNK_SIZE = 128

/**
 * Pages that FTS5 writes in one step of merging its segments; less than a quarter of a megabyte.
 */
const RECLAIMED_PAGES = 50

/**
 * FTS5's tokenizer. Text arrives analysed, with a space between terms, so every printable ASCII
 * character must be part of a token, as all other characters are by default in this tokenizer.
 */
const TOKENIZE = sqlText(`ascii tokenchars ${sqlText(asciiPunctuation())}`)

/**
 * How FTS5 merges its segments, one of which each transaction adds. With `deletemerge`, FTS5
 * rewrites much of an index inside the transaction that deletes a tenth of it, which blocked other
 * writers for 100 to 300 ms; `reclaim` does that work in bounded steps of some 20 ms. Merging eight
 * segments at a time instead of four makes indexing a quarter faster and searching no slower.
 * `crisismerge`, which is not bounded, is set so high that it does not happen.
 */
const MERGING = { deletemerge: 0, automerge: 8, crisismerge: 32 }

/** Makes the indexes of a new collection. */
export function createIndexTables(db: Database, number: number, dimensions: number): void {
  db.exec(`
    CREATE VIRTUAL TABLE words_${number} USING fts5(
      title, heading, text, content = '', contentless_delete = 1, tokenize = ${TOKENIZE});
    CREATE VIRTUAL TABLE grams_${number} USING fts5(
      grams, content = '', contentless_delete = 1, tokenize = ${TOKENIZE});
    CREATE VIRTUAL TABLE terms_${number} USING fts5vocab(words_${number}, row);
  `)
  for (const table of [`words_${number}`, `grams_${number}`]) {
    for (const [setting, value] of Object.entries(MERGING)) {
      db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${setting}', ${value})`)
    }
  }
  db.exec(
    dimensions > MAX_VEC0_DIMENSIONS
      ? `CREATE TABLE vectors_${number} (rowid INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT`
      : `CREATE VIRTUAL TABLE vectors_${number} USING vec0(
           embedding float[${dimensions}] distance_metric=cosine, chunk_size=${VEC0_CHUNK_SIZE})`,
  )
}

/** Finds the indexes of a collection by its id; undefined when there is no such collection. */
export function createSearchIndexes(db: Database): (id: string) => SearchIndex | undefined {
  const collection = db.prepare<{ id: string }, Vectors>(`
    SELECT id, number, embedding_dimensions AS dimensions FROM collections WHERE id = :id
  `)
  // Neither the number nor the width of a collection ever changes, and none is ever deleted.
  const opened = new Map<string, SearchIndex>()
  const cache = createVectorCodeCache()

  return (id) => {
    const known = opened.get(id)
    if (known) return known
    const found = collection.get({ id })
    if (!found) return undefined
    const index = openIndex(db, found, cache)
    opened.set(id, index)
    return index
  }
}

function openIndex(db: Database, vectors: Vectors, cache: VectorCodeCache): SearchIndex {
  const { id, number, dimensions } = vectors
  const insertWords = db.prepare(`
    INSERT INTO words_${number} (rowid, title, heading, text) VALUES (:rowid, :title, :heading, :text)
  `)
  const insertGrams = db.prepare(`
    INSERT INTO grams_${number} (rowid, grams) VALUES (:rowid, :grams)
  `)
  const insertVector = db.prepare(`
    INSERT INTO vectors_${number} (rowid, embedding) VALUES (:rowid, :vector)
  `)
  const erasures = ['vectors', 'words', 'grams'].map((kind) =>
    db.prepare<{ rowid: bigint }>(`DELETE FROM ${kind}_${number} WHERE rowid = :rowid`),
  )

  // Negative: merges all segments, however few (FTS5 documentation, "The 'merge' Command").
  const reclaims = ['words', 'grams'].map((kind) =>
    db.prepare(`
      INSERT INTO ${kind}_${number} (${kind}_${number}, rank) VALUES ('merge', ${-RECLAIMED_PAGES})
    `),
  )

  // Hidden rows are few and have their own index, so no hit needs a look-up of its passage.
  const hidden = `SELECT rowid FROM passages WHERE state <> 'live' AND collection_id = :id`
  const matchTerms = db.prepare<Record<string, unknown>, Hit>(`
    SELECT rowid, -bm25(words_${number}, :title, :heading, :text) AS score
      FROM words_${number}
     WHERE words_${number} MATCH :query AND rowid NOT IN (${hidden})
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  const matchGrams = db.prepare<Record<string, unknown>, Hit>(`
    SELECT rowid, -bm25(grams_${number}) AS score
      FROM grams_${number}
     WHERE grams_${number} MATCH :query AND rowid NOT IN (${hidden})
     ORDER BY score DESC, rowid
     LIMIT :limit
  `)
  const frequency = db
    .prepare<{ term: string }, number>(`SELECT doc FROM terms_${number} WHERE term = :term`)
    .pluck()
  const nearest = openNearest(db, vectors, cache)

  return {
    // One table after the other: FTS5 flushes its buffer at each switch to another table.
    insert(passages) {
      for (const { vector } of passages) if (vector) checkVector(vector, dimensions)
      for (const { rowid, vector } of passages) {
        // A zero vector has no direction: its similarity would be NaN and break the order.
        if (vector && pointsSomewhere(vector)) insertVector.run({ rowid: BigInt(rowid), vector })
      }
      for (const { rowid, terms } of passages) insertWords.run({ rowid, ...terms })
      for (const { rowid, grams } of passages) insertGrams.run({ rowid, grams })
    },

    erase(rowids) {
      for (const erasure of erasures) {
        for (const rowid of rowids) erasure.run({ rowid: BigInt(rowid) })
      }
      nearest.forget(rowids)
    },

    reclaim() {
      for (const reclaim of reclaims) reclaim.run()
    },

    matchTerms(terms, [title, heading, text], limit) {
      if (terms.length === 0) return []
      return matchTerms.all({ id, query: anyOf(terms), title, heading, text, limit })
    },

    matchGrams(grams, limit) {
      if (grams.length === 0) return []
      return matchGrams.all({ id, query: anyOf(grams), limit })
    },

    nearest(vector, limit) {
      checkVector(vector, dimensions)
      return pointsSomewhere(vector) ? nearest.find(vector, limit) : []
    },

    frequencies(terms) {
      const counted = terms.map((term) => [term, frequency.get({ term })] as const)
      return new Map(counted.flatMap(([term, count]) => (count ? [[term, count]] : [])))
    },
  }
}

function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions || !vector.every(Number.isFinite)) {
    throw new RangeError(`A vector of this collection must hold ${dimensions} finite numbers.`)
  }
}

function pointsSomewhere(vector: Float32Array): boolean {
  return vector.some((component) => component !== 0)
}

/** An FTS5 query for passages with any of the terms; quoted, so that none is read as syntax. */
function anyOf(terms: string[]): string {
  return [...new Set(terms)]
    .map((term) => `"${term.replaceAll('\0', '').replaceAll('"', '""')}"`)
    .join(' OR ')
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Printable ASCII that is neither letter, digit nor space. */
function asciiPunctuation(): string {
  const printable = Array.from({ length: 0x7f - 0x21 }, (_, index) =>
    String.fromCharCode(0x21 + index),
  )
  return printable.filter((character) => !/[a-z0-9]/i.test(character)).join('')
}
