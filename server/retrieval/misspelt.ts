import type { Pace } from '../pacer.ts'
import type { Lookup, Searched, SearchIndex } from '../storage/ports/search-index.ts'
import { type Edit, editsOf, hasAlphabet } from '../text/edits.ts'
import { guessLanguageOf } from '../text/language.ts'
import { stemOf } from '../text/stems.ts'
import type { Language } from '../text/stop-words.ts'
import { isListed } from '../text/word-ranks.ts'
import { createWord, fold, isStopWord, scriptOf, type Word } from '../text/words.ts'

/** A question whose misspelt words are looked for, and the passages its other words find. */
interface Misspelt {
  question: string
  /** Words that no passage holds, as they are written. */
  words: string[]
  found: ReadonlySet<number>
  /** Awaited before each word. */
  pace?: Pace | undefined
}

/** Words of other lengths are not corrected, nor more of one question: each costs a millisecond. */
const LETTERS = /^[^\p{N}]{3,30}$/u
const MAX_WORDS = 8
/** The share of passages that hold a correction of a word of so many letters at the least. */
const LEAST_SHARE = [1, 1, 1, 0.05, 0.01, 0.002]
/**
 * From this length on a correction may be of no passage that the rest of the question finds, if no
 * letter was changed: that makes other words ("verlassen", "verfassen").
 */
const ALONE_LETTERS = 7
/** A text without some stop word is short. */
const STOP_WORD_SHARE = 0.1
/**
 * How likely a mistake is, against the others that are possible in a word: it has few places for a
 * swap, and hundreds for a letter that is missing or another.
 */
const LIKELIHOOD: Record<Edit['mistake'], number> = {
  doubled: 10,
  swapped: 10,
  added: 3,
  missing: 1,
  changed: 1,
}

/**
 * Spelling correction: what each of the words means, by the word as it is written. Passages are
 * indexed by stems, and the stem of a misspelt word is often another ("settigns", "set"); so every
 * spelling that is one typing error away is stemmed, and looked up if the vocabulary has the stem.
 * Of those the likeliest is taken, by mistake and by frequency, above all in passages that the rest
 * of the question finds (noisy channel: Kernighan, Church and Gale 1990).
 */
export async function correctionsOf(
  index: SearchIndex,
  searched: Searched,
  { question, words, found, pace }: Misspelt,
): Promise<Map<string, Word[]>> {
  const { language } = guessLanguageOf(question)
  const spelt = words.filter((word) => isMisspelt(word, language)).slice(0, MAX_WORDS)
  const meant = await meaningsOfEach(index, searched, { language, words: spelt, pace })
  const terms = new Set(meant.flatMap((each) => each.map(({ term }) => term)))
  const lookup = await index.lookUp(searched, [...terms])
  return new Map(
    spelt.flatMap((word, at) => {
      const least = (LEAST_SHARE[word.length] ?? 0) * lookup.passages
      const best = likeliest(meant[at] ?? [], { lookup, found, least })
      return best ? [[word, [best]]] : []
    }),
  )
}

/** A common word of the language is meant as it is written: "black" is no "back". */
function isMisspelt(word: string, language: Language): boolean {
  return LETTERS.test(word) && hasAlphabet(scriptOf(word)) && !isListed(word, language)
}

/** A word that may be meant, and the term it is indexed as. */
interface Meaning {
  word: Word
  term: string
  mistake: Edit['mistake']
  isStopWord: boolean
}

async function meaningsOfEach(
  index: SearchIndex,
  searched: Searched,
  { language, words, pace }: { language: Language; words: string[]; pace: Pace | undefined },
): Promise<Meaning[][]> {
  const edits: Edit[][] = []
  const stems = new Set<string>()
  for (const word of words) {
    await pace?.()
    const own = [...editsOf(word, scriptOf(word))]
    edits.push(own)
    for (const { text } of own) for (const stem of possibleStems(text)) stems.add(stem)
  }
  const known = new Set(await index.knownTerms(searched, [...stems]))
  const meant: Meaning[][] = []
  for (const own of edits) {
    await pace?.()
    meant.push(own.flatMap((edit) => meaningsOf(edit, known, language)))
  }
  return meant
}

/** What a stem may be: the beginning of the word, where "y" may be "i" and an "e" was left out. */
function possibleStems(text: string): string[] {
  const word = fold(text)
  const found: string[] = []
  for (let end = Math.max(MIN_STEM, word.length - MAX_ENDING); end <= word.length; end += 1) {
    const stem = word.slice(0, end)
    found.push(stem, `${stem}e`)
    if (stem.endsWith('y')) found.push(`${stem.slice(0, -1)}i`)
  }
  return found
}
const MIN_STEM = 3
const MAX_ENDING = 8

function meaningsOf({ text, mistake }: Edit, known: Set<string>, language: Language): Meaning[] {
  const script = scriptOf(text)
  const word = createWord(text, script)
  const stops = isStopWord(word, language)
  const isTerm = (stem: string) =>
    known.has(stem) && !isStopWord(createWord(stem, script), language)
  if (!stops && !possibleStems(text).some((stem) => known.has(stem))) return []
  return [...new Set([stemOf(word, language), stemOf(word, 'english')])]
    .filter((term) => stops || isTerm(term))
    .map((term) => ({ word, term, mistake, isStopWord: stops }))
}

interface Evidence {
  lookup: Lookup
  /** Passages that the rest of the question finds. */
  found: ReadonlySet<number>
  /** How many passages must hold the word. */
  least: number
}

function likeliest(meanings: Meaning[], { lookup, found, least }: Evidence): Word | undefined {
  const { passages, lists } = lookup
  let best: Word | undefined
  let most = 0
  for (const { word, term, mistake, isStopWord } of meanings) {
    const holders = (lists.get(term) ?? []).flatMap(({ keys }) => [...keys])
    if (!isStopWord && holders.length < Math.max(1, least)) continue
    const together = holders.filter((key) => found.has(key)).length
    const isAlone = word.text.length >= ALONE_LETTERS && mistake !== 'changed'
    if (!isStopWord && together === 0 && !isAlone) continue
    const count = Math.max(holders.length, isStopWord ? STOP_WORD_SHARE * passages : 0)
    const expected = (count * found.size) / Math.max(1, passages)
    const likelihood = LIKELIHOOD[mistake] * (together + Math.max(expected, Number.EPSILON))
    if (likelihood <= most) continue
    best = word
    most = likelihood
  }
  return best
}
