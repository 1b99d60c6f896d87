import { editsOf } from '../../text/edits.ts'
import { stemmingLanguageOf } from '../../text/language.ts'
import type { QuestionWord } from '../../text/question.ts'
import type { Language } from '../../text/stop-words.ts'
import { areRanked, isListed, rarityOf } from '../../text/word-ranks.ts'
import { scriptOf } from '../../text/words.ts'
import type { Unit } from './passage-units.ts'
import type { AskedQuestion } from './question-form.ts'
import type { ReadUnit } from './read-units.ts'
import { partOf } from './solved.ts'

/** As rare in its language is a word that may be what a question turns on: beyond rank 3,700. */
const RARE = 7
/** A name that is also a word is as rare as a word of which no rank is known. */
const UNKNOWN = 9
/** The share of the weight of a question's words from which on it turns on one of them. */
const TURNING = 0.5
/** A shorter word is often an abbreviation that the passages spell out, or misspelt. */
const LEAST_LETTERS = 4
/** How much a word counts that is common in any text of its language. */
const COMMON = 0.5

/**
 * Whether a question turns on a word that the quoted passages lack, such as the name of another
 * product ("Can I use it on my iPhone?"): one that is rare in its language and weighs as much as
 * all others together (docs/behaviour.md#built-in-answers). A word weighs by how rare it is in its
 * language and among the passages found, so that the subject of the knowledge weighs little.
 */
export function turnsOnMissing(
  question: AskedQuestion,
  units: ReadUnit[],
  quoted: Unit[],
): boolean {
  const found = Map.groupBy(units, ({ unit }) => unit.passage)
  const shown = new Set(quoted.map(({ passage }) => passage))
  const own = [...shown].map((number) => readTogether(found.get(number) ?? []))
  const language = stemmingLanguageOf(quoted.map(({ text }) => text).join('\n'))
  if (!areRanked([...(own[0]?.terms ?? [])], language)) return false
  const asked = writtenWordsOf(question.text)
  const words = withoutHumps(question, asked).flatMap((word) =>
    soughtAs(word, asked, language).map((sought) => asName(sought, asked, own, language)),
  )
  const missing = words.filter((word) => isRare(word) && !own.some(word.isIn))
  if (missing.length === 0) return false
  const passages = [...found.values()].map(readTogether)
  const asks = words.some(({ word }) => word.asks)
  const answered = new Set(words.filter((each) => own.some(each.isIn)).map(clauseOf))
  const turning = words.reduce((sum, word) => sum + weightIn(passages, word), 0) * TURNING
  return missing
    .filter((sought) => (asks ? sought.word.asks : answered.has(clauseOf(sought))))
    .filter((sought) => weightIn(passages, sought) >= turning)
    .filter(({ isIn }) => !passages.some((each) => isIn(each) && isSolved(each, quoted)))
    .some(({ word }) => !isMisspelt(word, passages, language))
}

/** A clause of which nothing is quoted ("Just curious:") only surrounds what is asked. */
function clauseOf({ word }: SoughtWord): number {
  return word.clause
}

function isRare({ word, rarity }: SoughtWord): boolean {
  return rarity >= RARE && word.text.length >= LEAST_LETTERS
}

function weightIn(passages: WholePassage[], { word, rarity, isIn }: SoughtWord): number {
  const rarityHere = Math.log(1 + passages.length / (passages.filter(isIn).length + 0.5))
  return rarityHere * rarity * (word.common ? COMMON : 1)
}

/** All units of a passage together, with its title and headings. */
interface WholePassage {
  units: Unit[]
  terms: Set<string>
  text: string
}

function readTogether(units: ReadUnit[]): WholePassage {
  const terms = units.flatMap(({ parts, around, title }) => [
    ...title,
    ...around.terms,
    ...parts.flatMap((part) => [...part.terms]),
  ])
  const text = units.map(({ unit }) => `${unit.heading}\n${unit.text}`).join('\n')
  return { units: units.map(({ unit }) => unit), terms: new Set(terms), text }
}

/** Whether a passage states the problem whose solution is quoted. */
function isSolved({ units }: WholePassage, quoted: Unit[]): boolean {
  const problems = new Set(units.flatMap(problemOf))
  return quoted.flatMap(problemOf).some((problem) => problems.has(problem))
}

function problemOf(unit: Unit): string | string[] {
  return partOf({ unit })?.above ?? []
}

/** The words of a question by their lower case, each as it is written first. */
interface WrittenWords {
  text: string
  written: ReadonlyMap<string, string>
  /** Most of its words are in lower case, so that a capital tells a name. */
  showsNames: boolean
}

function writtenWordsOf(text: string): WrittenWords {
  const written = new Map<string, string>()
  for (const each of text.match(WORD) ?? []) {
    const lower = each.toLowerCase()
    if (!written.has(lower)) written.set(lower, each)
  }
  const [, ...words] = text.match(/\p{L}[\p{L}\p{M}\p{N}]+/gu) ?? []
  const capitals = words.filter((word) => /\p{Lu}/u.test(word)).length
  return { text, written, showsNames: capitals * 2 < words.length }
}

/** The words of a question without those in camel case: "iPhone" is no phone. */
function withoutHumps({ words }: AskedQuestion, { written }: WrittenWords): QuestionWord[] {
  const joined = words.filter((word) => word.compound && written.has(word.text))
  return words.filter((word) => {
    return written.has(word.text) || !joined.some((whole) => whole.text.includes(word.text))
  })
}

/** A word of a question with its rarity in the language of the passages. */
interface SoughtWord {
  word: QuestionWord
  rarity: number
  isIn: (passage: WholePassage) => boolean
}

/**
 * None for a number, which says little alone, for two letters of a script without spaces, and for a
 * joined form ("pre-made") unless it is written so: "iPhone".
 */
function soughtAs(word: QuestionWord, { written }: WrittenWords, language: Language): SoughtWord[] {
  const { text, compound, grams } = word
  if (/\p{N}/u.test(text)) return []
  if (compound ? !written.has(text) : grams.length === 0) return []
  const rarity = rarityOf(word.terms[0] ?? text, language)
  const apart = rarity >= RARE ? writtenApart(text) : null
  return [{ word, rarity, isIn: (each) => holds(each, word.terms) || !!apart?.test(each.text) }]
}
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** A name in English of which the quoted passages hold only a word: "Windows" is no window. */
function asName(
  sought: SoughtWord,
  asked: WrittenWords,
  own: WholePassage[],
  language: Language,
): SoughtWord {
  const { word, rarity } = sought
  const written = asked.written.get(word.text)
  if (language !== 'english' || !written || !isListed(word.text, language)) return sought
  if (!isNameIn(asked, written) || !own.some((each) => holds(each, word.terms))) return sought
  return { word, rarity: Math.max(rarity, UNKNOWN), isIn: (each) => writesName(each, word) }
}

function holds({ terms }: WholePassage, sought: string[]): boolean {
  return sought.some((term) => terms.has(term))
}

/** Matches a word that is written in two, or with a hyphen: "clean up" for "cleanup". */
function writtenApart(word: string): RegExp {
  const letters = [...word].join('[\\s\\p{Pd}]?')
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${letters}(?![\\p{L}\\p{M}\\p{N}])`, 'iu')
}

/** "Windows" is no window: a name that is also a word is held only with its capital. */
function writesName(passage: WholePassage, { text, synonyms = [] }: QuestionWord): boolean {
  const written = passage.text.match(WORD) ?? []
  if (written.some((each) => each !== text && each.toLowerCase() === text)) return true
  return holds(
    passage,
    synonyms.map(({ term }) => term),
  )
}

/** Whether a word is one typing error away from a common word, or from one of the passages. */
function isMisspelt({ text }: QuestionWord, passages: WholePassage[], language: Language): boolean {
  if (isListed(text, language)) return false
  const known = new Set(passages.flatMap((each) => each.text.toLowerCase().match(WORD) ?? []))
  return [...editsOf(text, scriptOf(text))]
    .filter((edit) => edit.text !== text)
    .some((edit) => known.has(edit.text) || isListed(edit.text, language))
}

/** Whether a word has a capital that no sentence begins with, in a text that has few of them. */
function isNameIn({ text, showsNames }: WrittenWords, written: string): boolean {
  if (!showsNames || !/\p{Lu}/u.test(written)) return false
  return new RegExp(`(?<=[\\p{L}\\p{N},;)] )${written}(?![\\p{L}\\p{M}\\p{N}])`, 'u').test(text)
}
