import type { Pace } from '../pacer.ts'
import type { LikeTerm, Lookup, Searched, SearchIndex } from '../storage/ports/search-index.ts'
import { gramsOfWord } from '../text/ngrams.ts'
import { type AnalyzedQuestion, analyzeQuestion, type Synonym } from '../text/question.ts'
import { bestByTerms, idfOf, type WeightedTerm } from './bm25.ts'
import { compoundsOf } from './compounds.ts'
import { type WeightedWord, weighWords } from './match.ts'
import { correctionsOf } from './misspelt.ts'

/** What the index holds of a question. */
export interface Asked {
  /** The question, where misspelt words are replaced by their corrections. */
  question: AnalyzedQuestion
  /** Its words. */
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
const SYNONYM_WEIGHTS: Record<Synonym['meaning'], number> = { same: 0.5, related: 0.25 }

/** Adds what else a question may be meant to say, such as synonyms. */
export type Widen = (question: AnalyzedQuestion) => AnalyzedQuestion

/**
 * Looks up the words of a question. Words that no passage holds are corrected, if they are misspelt
 * (`misspelt.ts`), or parted, if they are compounds (`compounds.ts`). The others are looked
 * for once more as all terms that share n-grams with them: no stemmer knows all endings.
 */
export async function lookUp(
  index: SearchIndex,
  searched: Searched,
  asked: AnalyzedQuestion,
  { widen = (question) => question, pace }: { widen?: Widen; pace?: Pace } = {},
): Promise<Asked> {
  const spelt = await lookUpWords(index, searched, widen(asked))
  const { question, words, found } = await understood(index, searched, spelt, {
    widen,
    pace,
  })
  return {
    question,
    words,
    terms: termsOf(words, found),
    like: await alikeTerms(index, searched, words),
    passages: found.passages,
    meanLength: found.meanLength,
  }
}

/** Terms that are alike to words that no passage holds; the index is asked only for such words. */
async function alikeTerms(
  index: SearchIndex,
  searched: Searched,
  words: WeightedWord[],
): Promise<WeightedTerm[]> {
  const absent = words.filter((word) => word.absent && word.grams.length > 0)
  if (absent.length === 0) return []
  const grams = absent.map((word) => word.grams)
  const like = await index.likeTerms(searched, grams, LOOKED_AT)
  const alike = new Map<string, number>()
  absent.forEach((word, at) => {
    for (const [term, likeness] of likenesses(word, like[at] ?? [])) {
      alike.set(term, Math.max(likeness, alike.get(term) ?? 0))
    }
  })
  const { lists, passages } = await index.lookUp(searched, [...alike.keys()])
  return [...alike].flatMap(([term, likeness]) => {
    const found = lists.get(term)
    return found ? [{ weight: likeness ** 3 * idfOf(passages, countOf(found)), lists: found }] : []
  })
}

/** A question, and what the index holds of its words. */
export interface LookedUp {
  question: AnalyzedQuestion
  words: WeightedWord[]
  found: Lookup
}

/** Looks up the words of a question as they are written. */
export async function lookUpWords(
  index: SearchIndex,
  searched: Searched,
  question: AnalyzedQuestion,
): Promise<LookedUp> {
  const found = await index.lookUp(searched, question.terms)
  return { question, words: weighWords(question, countsOf(found), found.passages), found }
}

/** How many of the passages that the rest of a question finds tell what a misspelt word means. */
const FOUND = 60

/** The question with its misspelt words as they are meant, and compounds as their parts. */
async function understood(
  index: SearchIndex,
  searched: Searched,
  asked: LookedUp,
  { widen, pace }: { widen: Widen; pace: Pace | undefined },
): Promise<LookedUp> {
  const { text } = asked.question
  const words = unknownWords(asked)
  if (words.length === 0) return asked
  const { meanLength } = asked.found
  const terms = termsOf(asked.words, asked.found)
  const hits = await bestByTerms(terms, { meanLength, limit: FOUND, pace })
  const found = new Set(hits.map(({ key }) => key))
  const spellings = await correctionsOf(index, searched, {
    question: text,
    words,
    found,
    pace,
  })
  const left = words.filter((word) => !spellings.has(word))
  const parts = await compoundsOf(index, searched, { question: text, words: left })
  if (spellings.size + parts.size === 0) return asked
  const meant = new Map([...spellings, ...parts])
  return lookUpWords(index, searched, widen(analyzeQuestion(text, meant)))
}

/** Words that no passage holds; those that are common in any text are spelt as they are meant. */
function unknownWords({ words }: LookedUp): string[] {
  return words.filter(({ absent, common }) => absent && !common).map(({ text }) => text)
}

function termsOf(words: WeightedWord[], { passages, lists }: Lookup): WeightedTerm[] {
  const shares = new Map(
    words.flatMap(({ synonyms = [] }) =>
      synonyms.map(({ term, meaning }) => [term, SYNONYM_WEIGHTS[meaning]] as const),
    ),
  )
  return [...new Set(words.flatMap((word) => word.terms))].flatMap((term) => {
    const found = lists.get(term)
    const share = shares.get(term) ?? 1
    return found ? [{ weight: share * idfOf(passages, countOf(found)), lists: found }] : []
  })
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
