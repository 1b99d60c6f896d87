import { setImmediate } from 'node:timers/promises'
import type { CuratedAnswer, CuratedMatches } from '../contract/curated-answer.ts'
import { createPacer, type Pace } from '../pacer.ts'
import type { Searched, SearchIndex } from '../storage/ports/search-index.ts'
import type { Store } from '../storage/store.ts'
import { ASKS_WHY } from '../text/clauses.ts'
import { editsOf, hasAlphabet } from '../text/edits.ts'
import { guessLanguage } from '../text/language.ts'
import { analyzeQuestion } from '../text/question.ts'
import { termsOf } from '../text/stems.ts'
import { fold, isStopWord, wordsOf } from '../text/words.ts'
import { idfOf } from './bm25.ts'
import { lookUpWords, type Widen } from './look-up.ts'
import type { WeightedWord } from './match.ts'
import { createSynonymReader } from './synonyms.ts'

export interface CuratedRequest {
  organization_id: string
  assistant_id: string
  /** The collections of the assistant, whose texts tell which words are common. */
  collection_ids: string[]
  question: string
}

/** Compares a question with the curated answers that an assistant gives. */
export type MatchCurated = (request: CuratedRequest, signal: AbortSignal) => Promise<CuratedMatches>

/** How many of those that are near are told. */
const TOLD = 5

/**
 * Runs in the background thread. A match is the nearest one of at least `CURATED_THRESHOLD`
 * (docs/behaviour.md#curated-answers). Throws `retrieval_failure`.
 */
export function createMatchCurated({
  store,
  now,
}: {
  store: Pick<Store, 'collections' | 'curatedAnswers' | 'searchIndex' | 'synonyms'>
  now: () => string
}): MatchCurated {
  const synonymsOf = createSynonymReader(store.synonyms)
  const readOnce = createReader()

  return async function match({ organization_id, assistant_id, collection_ids, question }, signal) {
    const pace = createPacer(() => setImmediate(), signal)
    const [collections, answers] = await Promise.all([
      store.collections.findMany(organization_id, collection_ids),
      store.curatedAnswers.offered(organization_id, assistant_id, now()),
    ])
    const widen = await synonymsOf(organization_id, collections)
    const curated: Read[] = []
    for (const answer of answers) {
      await pace()
      curated.push(...readOnce(answer))
    }
    const asked = { organization_id, collection_ids, query: question, widen, pace }
    const compared = await compareCurated(store.searchIndex, asked, curated)
    const nearest = [...Map.groupBy(compared, ({ id }) => id).values()]
      .flatMap(([best]) => best ?? [])
      .slice(0, TOLD)
    const [first] = nearest
    const isNear = first !== undefined && first.score >= CURATED_THRESHOLD
    const found = isNear ? { id: first.id, score: first.score } : null
    return { match: found, threshold: CURATED_THRESHOLD, nearest }
  }
}

/** How many answers stay read: those of an organization with as many as it may have. */
const MAX_READ = 2000

/** Reads the questions of an answer once for each of its revisions. */
function createReader() {
  const known = new Map<string, { revision: number; questions: Read[] }>()
  return ({ id, revision, questions }: CuratedAnswer): Read[] => {
    const before = known.get(id)
    if (before?.revision === revision) return before.questions
    const read = questions.map((question) => readQuestion({ id, question }))
    if (known.size >= MAX_READ) known.clear()
    known.set(id, { revision, questions: read })
    return read
  }
}

/** A question that somebody wrote an answer to. */
interface CuratedQuestion {
  /** The curated answer. */
  id: string
  question: string
}

interface Compared extends CuratedQuestion {
  /** How nearly the two ask the same, 0 to 1. */
  score: number
}

/** A curated question, read to be compared. */
interface Read extends CuratedQuestion {
  words: ReadWord[]
}

/** A content word as it is spelt, with its terms. */
interface ReadWord {
  text: string
  terms: string[]
}

/** A word of the question asked, with the words that it may be a typing error of. */
type AskedWord = WeightedWord & { meant: Set<string> }

/** From this score on a curated answer is given (docs/behaviour.md#curated-answers). */
const CURATED_THRESHOLD = 0.65

/** How many of the questions are compared in full. */
const COMPARED = 30
/** What a question for a reason counts beside one for something else. */
const OTHER_ASKED = 0.6
/** What a word counts that is one typing error away. */
const MISSPELT = 0.9
/** In shorter words an error makes too many others. */
const LEAST_LETTERS = 5

/**
 * Compares questions with those of curated answers, best first. Words count by their inverse
 * document frequency in the collections, as in any search, and both ways: what the curated question
 * lacks of the one asked, and what it has beyond it.
 */
async function compareCurated(
  index: SearchIndex,
  { query, widen, pace, ...searched }: Searched & { query: string; widen: Widen; pace: Pace },
  curated: Read[],
): Promise<Compared[]> {
  const question = widen(analyzeQuestion(query))
  const lookedUp = await lookUpWords(index, searched, question)
  const words = lookedUp.words.map((word) => ({ ...word, meant: spellingsOf(word) }))
  const why = ASKS_WHY.test(query)
  const heldBy = createHeldBy(words)
  const holding: { read: Read; held: number }[] = []
  for (const read of curated) {
    await pace()
    const held = heldBy(read)
    if (held > 0) holding.push({ read, held })
  }
  const nearest = holding.sort((one, two) => two.held - one.held).slice(0, COMPARED)
  const weightOf = await createWeights(index, searched, nearest)
  return nearest
    .map(({ read: { id, question, words: written }, held }) => {
      const weighed = written.map((word) => ({ ...word, idf: weightOf(word) }))
      const back = share(weighed, (word) => Math.max(0, ...words.map((asked) => like(asked, word))))
      const score = (2 * held * back) / (held + back || 1)
      return { id, question, score: ASKS_WHY.test(question) === why ? score : score * OTHER_ASKED }
    })
    .sort((one, two) => two.score - one.score)
}

/** The weight of a curated question's word: its inverse document frequency in the collections. */
async function createWeights(
  index: SearchIndex,
  searched: Searched,
  nearest: { read: Read }[],
): Promise<(word: ReadWord) => number> {
  const terms = new Set(nearest.flatMap(({ read }) => read.words.flatMap((word) => word.terms)))
  const { lists, passages } = await index.lookUp(searched, [...terms])
  const countOf = (term: string) =>
    (lists.get(term) ?? []).reduce((sum, { keys }) => sum + keys.length, 0)
  return (word) => idfOf(passages, Math.max(0, ...word.terms.map(countOf)))
}

function readQuestion({ id, question }: CuratedQuestion): Read {
  const all = wordsOf(question)
  const { language } = guessLanguage(all)
  const words = all
    .filter((word) => !isStopWord(word, language))
    .map((word) => ({ text: fold(word.text), terms: termsOf([word], language) }))
  return { id, question, words }
}

/** The spellings that a word no passage holds may be a typing error of. */
function spellingsOf({ text, absent }: WeightedWord): Set<string> {
  const [word] = wordsOf(text)
  if (!absent || !word || text.length < LEAST_LETTERS || !hasAlphabet(word.script)) return new Set()
  return new Set([...editsOf(fold(text), word.script)].map(({ text: spelling }) => spelling))
}

/**
 * The share of a question's words that a curated question has, 0 to 1: in time that grows with the
 * words of the curated one alone.
 */
function createHeldBy(words: AskedWord[]): (curated: Read) => number {
  const places = new Map<string, number[]>()
  words.forEach(({ terms, meant }, at) => {
    for (const spelling of new Set([...terms, ...meant])) {
      const known = places.get(spelling)
      if (known) known.push(at)
      else places.set(spelling, [at])
    }
  })
  return (curated) => {
    const likest = new Map<number, number>()
    for (const word of curated.words) {
      for (const at of new Set(
        [...word.terms, word.text].flatMap((each) => places.get(each) ?? []),
      )) {
        const likeness = like(words[at] as AskedWord, word)
        likest.set(at, Math.max(likeness, likest.get(at) ?? 0))
      }
    }
    return likest.size === 0 ? 0 : share(words, (_, at) => likest.get(at) ?? 0)
  }
}

/** How nearly two words are the same, 0 to 1. */
function like({ terms, shares, meant }: AskedWord, word: ReadWord): number {
  const held = word.terms.filter((term) => terms.includes(term))
  const share = Math.max(0, ...held.map((term) => shares.get(term) ?? 1))
  return share || (meant.has(word.text) ? MISSPELT : 0)
}

function share<Word extends { idf: number }>(
  words: Word[],
  heldOf: (word: Word, at: number) => number,
) {
  let held = 0
  let total = 0
  for (const [at, word] of words.entries()) {
    held += word.idf * heldOf(word, at)
    total += word.idf
  }
  return total === 0 ? 0 : held / total
}
