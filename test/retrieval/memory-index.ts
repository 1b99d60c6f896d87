import { embedPassages, type PassageVectors } from '../../server/ingestion/passage-vectors.ts'
import type { EmbeddingModel } from '../../server/models/ports.ts'
import { packCounts } from '../../server/storage/index/postings.ts'
import type {
  LikeTerm,
  ScoredPostings,
  SearchIndex,
} from '../../server/storage/ports/search-index.ts'
import { gramsOfWord } from '../../server/text/ngrams.ts'
import { analyzePassage } from '../../server/text/passage.ts'

export interface IndexedPassage {
  key: number
  collection_id: string
  title: string
  headings: string
  text: string
}

interface Entry extends IndexedPassage, PassageVectors {
  terms: Map<string, [number, number, number]>
  length: number
}

/** Terms that stand for no misspelt word. */
const NO_WORD = /\p{N}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * A search index that looks at every passage, to compare others with. `embeddingOf` gives the
 * embedding of a collection.
 */
export async function indexInMemory(
  passages: IndexedPassage[],
  embeddingOf: (collection_id: string) => EmbeddingModel,
): Promise<SearchIndex> {
  const { signal } = new AbortController()
  const entries: Entry[] = []
  for (const passage of passages) {
    const model = embeddingOf(passage.collection_id)
    const headings = passage.headings === '' ? [] : passage.headings.split(' › ')
    const written = { ...passage, headings, blocks: [] }
    const [vectors] = await embedPassages([written], model, signal)
    entries.push({ ...read(passage), ...(vectors as PassageVectors) })
  }
  entries.sort((one, two) => one.key - two.key)
  const inside = (ids: string[]) => entries.filter((entry) => ids.includes(entry.collection_id))

  return {
    async lookUp({ collection_ids: ids }, terms) {
      const asked = inside(ids)
      const length = asked.reduce((sum, entry) => sum + entry.length, 0)
      const lists = new Map<string, ScoredPostings[]>()
      for (const term of terms) {
        const holders = asked.filter((entry) => entry.terms.has(term))
        if (holders.length > 0) lists.set(term, [postingsOf(holders, term)])
      }
      const meanLength = asked.length > 0 ? length / asked.length : 0
      return { passages: asked.length, meanLength, lists }
    },

    likeTerms: async ({ collection_ids: ids }, words, limit) =>
      words.map((grams) => [
        ...new Map(
          ids.flatMap((id) => like(inside([id]), grams, limit)).map((each) => [each.term, each]),
        ).values(),
      ]),

    async knownTerms({ collection_ids: ids }, terms) {
      const known = new Set(inside(ids).flatMap((entry) => [...entry.terms.keys()].filter(isWord)))
      return [...new Set(terms)].filter((term) => known.has(term))
    },

    loadVectors: async () => false,

    nearest: async ({ collection_ids: ids }, vector, limit) =>
      inside(ids)
        .map((entry) => ({
          key: entry.key,
          score: entry.vector ? cosine(entry.vector, vector) : 0,
        }))
        .sort((one, two) => two.score - one.score || one.key - two.key)
        .slice(0, limit),

    windows: async ({ collection_ids: ids }, keys) =>
      new Map(
        inside(ids)
          .filter(({ key, windows }) => windows.length > 0 && keys.includes(key))
          .map(({ key, windows }) => [key, windows]),
      ),
    maintain: async () => false,
    rebuild: async () => false,
    rebuilt: async () => null,
    reset: async () => {},
  }
}

function read(passage: IndexedPassage): Omit<Entry, keyof PassageVectors> {
  const { headings } = passage
  const analyzed = analyzePassage({ ...passage, headings: headings === '' ? [] : [headings] })
  const { title, heading, text } = analyzed.terms
  const terms = new Map<string, [number, number, number]>()
  let length = 0
  for (const [field, words] of [title, heading, text].entries()) {
    for (const term of words.split(' ').filter((word) => word !== '')) {
      const counts = terms.get(term) ?? [0, 0, 0]
      counts[field] = (counts[field] ?? 0) + 1
      terms.set(term, counts)
      length += 1
    }
  }
  return { ...passage, terms, length: Math.max(1, length) }
}

function postingsOf(holders: Entry[], term: string): ScoredPostings {
  return {
    keys: Uint32Array.from(holders, ({ key }) => key),
    counts: Uint8Array.from(holders, ({ terms }) => packCounts(terms.get(term) ?? [0, 0, 0])),
    lengths: Uint16Array.from(holders, ({ length }) => length),
  }
}

function isWord(term: string): boolean {
  return term.length >= 3 && term.length <= 40 && !NO_WORD.test(term)
}

function like(entries: Entry[], grams: string[], limit: number): LikeTerm[] {
  const terms = new Set(entries.flatMap((entry) => [...entry.terms.keys()]))
  return [...terms]
    .filter((term) => isWord(term) && term.length >= 4)
    .map((term) => {
      const own = new Set(gramsOfWord(term))
      return { term, shared: new Set(grams.filter((gram) => own.has(gram))).size }
    })
    .filter(({ shared }) => shared > 0)
    .sort((one, two) => two.shared - one.shared || (one.term < two.term ? -1 : 1))
    .slice(0, limit)
}

function cosine(one: Int8Array, two: Int8Array): number {
  const dot = one.reduce((sum, component, at) => sum + component * (two[at] ?? 0), 0)
  return dot / (Math.hypot(...one) * Math.hypot(...two) || 1)
}
