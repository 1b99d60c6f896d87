import type { LikeTerm, Lookup, SearchIndex } from '../storage/ports/search-index.ts'
import { gramsOfWord } from '../text/ngrams.ts'
import type { AnalyzedQuestion } from '../text/question.ts'
import { idfOf, type WeightedTerm } from './bm25.ts'
import { type WeightedWord, weighWords } from './match.ts'
import { spellingOf } from './misspelt.ts'

/** What the index holds of a question. */
export interface Asked {
  /** The question's words, where misspelt ones are replaced by their corrections. */
  words: WeightedWord[]
  /** Their terms. */
  terms: WeightedTerm[]
  /** Terms that are alike to words that no passage holds. */
  like: WeightedTerm[]
  /** Number of passages, and their mean length in terms. */
  passages: number
  meanLength: number
}

/** How many terms that share n-grams with a word are looked at in each collection. */
const LOOKED_AT = 100
/** How alike they must be to stand for the word, from 0 to 1. */
const LEAST_LIKENESS = 0.1
/** What a synonym counts for, beside the word that was written. */
const SYNONYM_WEIGHT = 0.5
/** How many of them may be what a misspelt word means. */
const SPELLED = 5

/**
 * Looks up the words of a question. A word that no passage holds is looked for once more among the
 * terms that share n-grams with it: as the term it is misspelt for, or else as all that are alike,
 * which finds the parts of compounds and inflections that the stemmer does not know.
 */
export async function lookUp(
  index: SearchIndex,
  collection_ids: string[],
  question: AnalyzedQuestion,
): Promise<Asked> {
  const found = await index.lookUp(collection_ids, question.terms)
  const words = weighWords(question, countsOf(found), found.passages)
  const absent = words.filter((word) => word.absent && word.grams.length > 0)
  if (absent.length === 0) return askedOf(words, found)

  const grams = absent.map((word) => word.grams)
  const like = await index.likeTerms(collection_ids, grams, LOOKED_AT)
  const spellings = new Map<WeightedWord, string>()
  const alike = new Map<string, number>()
  absent.forEach((word, at) => {
    const near = like[at] ?? []
    const spelling = spellingOf(
      word,
      near.slice(0, SPELLED).map(({ term }) => term),
    )
    if (spelling) spellings.set(word, spelling)
    for (const [term, likeness] of likenesses(word, near)) {
      alike.set(term, Math.max(likeness, alike.get(term) ?? 0))
    }
  })
  const more = await index.lookUp(collection_ids, [...spellings.values(), ...alike.keys()])
  return {
    ...askedOf(
      words.map((word) => corrected(word, spellings.get(word), more)),
      {
        ...found,
        lists: new Map([...found.lists, ...more.lists]),
      },
    ),
    like: [...alike].flatMap(([term, likeness]) => {
      const lists = more.lists.get(term)
      return lists ? [{ weight: likeness ** 3 * idfOf(more.passages, countOf(lists)), lists }] : []
    }),
  }
}

function askedOf(words: WeightedWord[], { passages, meanLength, lists }: Lookup): Asked {
  const synonyms = new Set(words.flatMap((word) => word.synonyms ?? []))
  const terms = [...new Set(words.flatMap((word) => word.terms))].flatMap((term) => {
    const found = lists.get(term)
    const share = synonyms.has(term) ? SYNONYM_WEIGHT : 1
    return found ? [{ weight: share * idfOf(passages, countOf(found)), lists: found }] : []
  })
  return { words, terms, like: [], passages, meanLength }
}

/** A misspelt word as the one that is meant, if any passage holds that. */
function corrected(word: WeightedWord, spelling: string | undefined, found: Lookup): WeightedWord {
  const lists = spelling === undefined ? undefined : found.lists.get(spelling)
  if (spelling === undefined || !lists) return word
  return {
    ...word,
    terms: [spelling],
    grams: gramsOfWord(spelling),
    absent: false,
    idf: idfOf(found.passages, countOf(lists)),
  }
}

/** Terms that are alike to a word, with the share of n-grams that both have (Dice). */
function likenesses({ grams }: WeightedWord, like: LikeTerm[]): [term: string, likeness: number][] {
  return like
    .map(({ term, shared }): [string, number] => [
      term,
      (2 * shared) / (grams.length + gramsOfWord(term).length),
    ])
    .filter(([, likeness]) => likeness >= LEAST_LIKENESS)
}

function countsOf({ lists }: Lookup): Map<string, number> {
  return new Map([...lists].map(([term, parts]) => [term, countOf(parts)]))
}

function countOf(lists: { keys: Uint32Array }[]): number {
  return lists.reduce((sum, { keys }) => sum + keys.length, 0)
}
