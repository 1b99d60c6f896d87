import type { Database, Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import { type HeldVocabulary, storedTerms, type VocabularyRow } from '../../../index/vocabulary.ts'
import type { LikeTerm, Searched } from '../../../ports/search-index.ts'
import type { IndexMemory } from './index-memory.ts'
import { type Place, placeOf, type StoredIndex } from './index-state.ts'

/** Rows read at once: more are not taken in by one search. */
const ROWS = 500

interface Row {
  collection_id: string
  generation: number
  id: number | null
  terms: string | null
}

const since = sql<{ organization_id: string; collection_ids: string[]; held: string }, Row>(`
  SELECT asked.collection_id, asked.generation, id, terms
    FROM (SELECT search_indexes.collection_id, generation,
                 CASE WHEN held_generation = generation THEN seen ELSE 0 END AS seen
            FROM search_indexes
            LEFT JOIN jsonb_to_recordset(:held::jsonb)
              AS held (collection_id text, held_generation bigint, seen bigint)
              USING (collection_id)
           WHERE organization_id = :organization_id
             AND search_indexes.collection_id = ANY (:collection_ids)) AS asked
    LEFT JOIN vocabulary
      ON vocabulary.organization_id = :organization_id
     AND vocabulary.collection_id = asked.collection_id
     AND vocabulary.generation = asked.generation AND id > asked.seen
   ORDER BY collection_id, id
   LIMIT ${ROWS}
`)
const ofGeneration = sql<Place & { generation: number; seen: number }, VocabularyRow>(`
  SELECT id, terms
    FROM vocabulary
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND generation = :generation AND id > :seen
   ORDER BY id
   LIMIT ${ROWS}
`)
const insert = sql<Place & { generation: number; id: number; terms: string }>(`
  INSERT INTO vocabulary (organization_id, collection_id, generation, id, terms)
  VALUES (:organization_id, :collection_id, :generation, :id, :terms)
`)
const eraseBefore = sql<Place & { generation: number }>(`
  DELETE FROM vocabulary
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND generation < :generation
`)

/** The terms of each collection, in the order in which they came in; one may be listed twice. */
export function createVocabulary(db: Database, { vocabularyOf }: IndexMemory) {
  const generations = new Map<string, number>()

  /** What is held of collections, with some of what is not held yet. */
  async function load({ organization_id, collection_ids }: Searched): Promise<HeldVocabulary[]> {
    const held = collection_ids.map((collection_id) => {
      const held_generation = generations.get(collection_id) ?? 0
      const { seen } = vocabularyOf(collection_id, held_generation)
      return { collection_id, held_generation, seen }
    })
    const values = { organization_id, collection_ids, held: JSON.stringify(held) }
    const rows = await since.all(db, values)
    const byCollection = Map.groupBy(rows, ({ collection_id }) => collection_id)
    return [...byCollection].map(([collection_id, own]) => {
      const generation = own[0]?.generation ?? 0
      generations.set(collection_id, generation)
      const vocabulary = vocabularyOf(collection_id, generation)
      vocabulary.take(own.flatMap(({ id, terms }) => (id && terms ? [{ id, terms }] : [])))
      return vocabulary
    })
  }

  return {
    /** See `SearchIndex.likeTerms`. */
    async like(searched: Searched, words: string[][], limit: number): Promise<LikeTerm[][]> {
      const vocabularies = await load(searched)
      return words.map((grams) => {
        const like = vocabularies.flatMap((vocabulary) => vocabulary.like(grams, limit))
        return [...new Map(like.map((each) => [each.term, each])).values()]
      })
    },

    /** See `SearchIndex.knownTerms`. */
    async known(searched: Searched, terms: string[]): Promise<string[]> {
      const vocabularies = await load(searched)
      return [...new Set(vocabularies.flatMap((vocabulary) => vocabulary.known(terms)))]
    },
  }
}

/** In a step that has locked the index: adds the terms that are not known yet. */
export async function learnTerms(
  on: Runner,
  { vocabularyOf }: IndexMemory,
  { state, terms }: { state: StoredIndex; terms: string[] },
): Promise<void> {
  const { generation } = state
  const held = vocabularyOf(state.collection, generation)
  const { seen } = held
  if (seen < state.last_row) {
    held.take(await ofGeneration.all(on, { ...placeOf(state), generation, seen }))
  }
  await addTerms(on, state, { generation, terms: held.unknown(terms) })
  // While blocks are purged, the next generation grows beside this one.
  if (state.purge_erased !== null) {
    await addTerms(on, state, { generation: generation + 1, terms })
  }
}

/** In a step that has locked the index. */
export async function addTerms(
  on: Runner,
  state: StoredIndex,
  added: { generation: number; terms: string[] },
): Promise<void> {
  const terms = storedTerms(added.terms)
  if (!terms) return
  state.last_row += 1
  const { generation } = added
  await insert.run(on, { ...placeOf(state), generation, id: state.last_row, terms })
}

/** In a step: erases all generations before that of the index. */
export async function beginGeneration(on: Runner, state: StoredIndex): Promise<void> {
  await eraseBefore.run(on, { ...placeOf(state), generation: state.generation })
}
