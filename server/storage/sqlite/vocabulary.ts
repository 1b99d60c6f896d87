import type { Database } from 'better-sqlite3'
import { gramsOfWord } from '../../text/ngrams.ts'
import type { LikeTerm } from '../ports/search-index.ts'

/** Terms that a word may be misspelt for. */
const LETTERS = /^[^\p{N}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{3,40}$/u
/** Terms of fewer letters are not looked for by n-grams: they have too few to be alike. */
const LIKE_LETTERS = 4
/** How long one search, or the storing of passages, may spend on loading terms. */
const CATCH_UP_MS = 5
/** Terms held in memory, of all collections: some 100 bytes each. */
const MAX_TERMS = 600_000

/** The vocabulary of a collection between two purges. */
interface Generation {
  collection: number
  generation: number
}

/** The terms of a collection up to row `seen` of the table, and by n-gram their places. */
interface Loaded {
  generation: number
  seen: number
  terms: string[]
  known: Set<string>
  places: Map<string, number[]>
}

/**
 * The terms of each collection, in the order in which they came in, and held in memory by their
 * n-grams. A purge writes those that are left as the next generation. A term may be listed twice,
 * but is held once.
 */
export function createVocabulary(db: Database) {
  const insert = db.prepare<Generation & { terms: string }>(`
    INSERT INTO vocabulary (collection, generation, terms) VALUES (:collection, :generation, :terms)
  `)
  const eraseBefore = db.prepare<Generation>(
    'DELETE FROM vocabulary WHERE collection = :collection AND generation < :generation',
  )
  const rows = db.prepare<Generation & { seen: number }, { id: number; terms: string }>(`
    SELECT id, terms
      FROM vocabulary
     WHERE collection = :collection AND generation = :generation AND id > :seen
     ORDER BY id
  `)
  const loaded = new Map<number, Loaded>()

  function load(collection: number, generation: number): Loaded {
    const held = loaded.get(collection)
    const current = held?.generation === generation ? held : noTerms(generation)
    loaded.delete(collection)
    let free = MAX_TERMS
    for (const [other, { terms }] of [...loaded].toReversed()) {
      free -= terms.length
      if (free < current.terms.length) loaded.delete(other)
    }
    loaded.set(collection, current)
    const since = performance.now()
    for (const { id, terms } of rows.iterate({ collection, generation, seen: current.seen })) {
      for (const term of terms.split(' ')) addTo(current, term)
      current.seen = id
      if (performance.now() - since > CATCH_UP_MS || current.terms.length > MAX_TERMS) break
    }
    return current
  }

  /** In a transaction. */
  function add(generation: Generation, terms: string[]): void {
    const kept = terms.filter((term) => LETTERS.test(term))
    if (kept.length > 0) insert.run({ ...generation, terms: kept.join(' ') })
  }

  return {
    /** In a transaction: adds the terms that are not known yet. */
    learn({ collection, generation }: Generation, terms: string[]): void {
      const { known } = load(collection, generation)
      add(
        { collection, generation },
        terms.filter((term) => !known.has(term)),
      )
    },

    add,

    /** In a transaction: erases all generations before. */
    begin: (generation: Generation) => void eraseBefore.run(generation),

    /** Those of the terms that it has. */
    known({ collection, generation }: Generation, terms: string[]): string[] {
      const { known } = load(collection, generation)
      return terms.filter((term) => known.has(term))
    },

    /** The terms that share most n-grams with a word, in descending order. */
    like({ collection, generation }: Generation, grams: string[], limit: number): LikeTerm[] {
      const { terms, places } = load(collection, generation)
      const shared = new Map<number, number>()
      for (const gram of new Set(grams)) {
        for (const place of places.get(gram) ?? []) {
          shared.set(place, (shared.get(place) ?? 0) + 1)
        }
      }
      return [...shared]
        .map(([place, shared]) => ({ term: terms[place] as string, shared }))
        .sort((one, two) => two.shared - one.shared || (one.term < two.term ? -1 : 1))
        .slice(0, limit)
    },
  }
}

function noTerms(generation: number): Loaded {
  return { generation, seen: 0, terms: [], known: new Set(), places: new Map() }
}

function addTo({ terms, known, places }: Loaded, term: string): void {
  if (known.has(term)) return
  known.add(term)
  const place = terms.push(term) - 1
  if (term.length < LIKE_LETTERS) return
  for (const gram of new Set(gramsOfWord(term))) {
    const list = places.get(gram)
    if (list) list.push(place)
    else places.set(gram, [place])
  }
}
