import type { PromptTurn } from '../../models/ports.ts'
import { analyzedPart } from '../../text/analyzed-part.ts'
import { INTERROGATIVE } from '../../text/clauses.ts'
import { lettersOf } from '../../text/letters.ts'
import type { PhraseLocale } from '../../text/phrase-books.ts'
import { type AnalyzedQuestion, analyzeQuestion } from '../../text/question.ts'
import { phraseLocaleOf } from '../manners/reply.ts'
import { type BackReferences, backReferences } from './back-references.ts'

/**
 * A question with more content words than this stands alone, whatever it refers to; of scripts
 * without spaces, with more pairs of letters.
 */
const FEW_WORDS = 5
const FEW_PAIRS = 9
/** So many words at the most follow the word that a question without a verb begins with. */
const MAX_PHRASE_WORDS = 3
/** A longer message says what it is about. */
const MAX_CHARS = 300

/**
 * Completes a question that refers to an earlier one ("And on Windows?", "How much does it cost?")
 * from the nearest earlier question that stands alone: that one stands before it. Any other
 * question is returned unchanged, and so is "it" where no earlier question says what that is. One
 * that was asked before is completed as it was then.
 */
export function completeFollowUp(question: string, turns: PromptTurn[]): string {
  const asked = turns.flatMap(({ role, text }) =>
    role === 'user' ? [analyzedPart(text.trim())] : [],
  )
  const letters = lettersOf(analyzedPart(question))
  const before = asked.findIndex((text) => lettersOf(text) === letters)
  const earlier = before < 0 ? asked : asked.slice(0, before)
  const [first] = earlier
  if (first === undefined) return question
  const needs = needsOf(analyzeQuestion(question), first)
  if (!needs) return question
  const alone = earlier.findLast((text) => !needsOf(analyzeQuestion(text), first))
  if (alone === undefined && needs === 'subject') return question
  return completed(question, alone ?? first)
}

/** A part of a question, completed in the same way from the part before. */
export function completePart(part: AnalyzedQuestion, earlier: string): AnalyzedQuestion {
  return needsOf(part, earlier) ? analyzeQuestion(completed(part.text, earlier)) : part
}

function completed(question: string, earlier: string): string {
  return `${earlier} ${question}`
}

/**
 * Parts that a question lacks to be understood alone: its `beginning`, or the `subject` that a
 * pronoun stands for; null: nothing.
 */
function needsOf(
  { text, words }: AnalyzedQuestion,
  earlier: string,
): 'beginning' | 'subject' | null {
  const locale = phraseLocaleOf(text) ?? phraseLocaleOf(earlier) ?? 'en'
  const few = UNSPACED.has(locale) ? FEW_PAIRS : FEW_WORDS
  if (words.length > few || text.length > MAX_CHARS) return null
  const signs = signsOf(locale)
  const asked = text.trim().replace(/^[>\s¿]+/, '')
  if (signs.opening.test(asked) || isElliptic(asked, signs)) return 'beginning'
  return pointsBack(asked, signs) ? 'subject' : null
}

/**
 * Whether nothing is asked about: only a word that asks ("how long?"), a wish for more, or a place
 * or thing behind a preposition ("on Windows?"). Words that name a subject are a question of their
 * own.
 */
function isElliptic(asked: string, { prepositions, ending, more }: Signs): boolean {
  const words = asked.match(WORDS) ?? []
  if (ending?.test(asked)) return true
  const rest = asked.replace(ASKING, ' ').replace(more, ' ')
  if (!/[\p{L}\p{N}]/u.test(rest)) return true
  return words.length <= MAX_PHRASE_WORDS && prepositions.test(asked)
}

function pointsBack(asked: string, { pronouns, standalone, nearEnd, suffixes }: Signs): boolean {
  const text = asked.replace(EXPLETIVE, ' ')
  return [pronouns, standalone, nearEnd, suffixes].some((sign) => sign.test(text))
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu
const QUANTITY =
  'much|many|long|often|far|big|large|old|viel|viele|lange|oft|teuer|groß|de temps|souvent|mucho|tiempo|tempo|veel|lang|vaak|długo|часто|долго|часто'
/** The words that ask, with the quantity that they ask for. */
const ASKING = new RegExp(
  `(?<![\\p{L}\\p{M}])${INTERROGATIVE}(?: (?:${QUANTITY}))?(?![\\p{L}\\p{M}])`,
  'giu',
)
/** English: "Is it possible to …", "How long does it take to …" refer to what follows. */
const EXPLETIVE =
  /(?<!\p{L})(?:(?:is|was|be|would) it (?:\p{L}+ ){1,3}?(?:to|that)|is it (?:ok|okay|possible|allowed|fine|necessary|safe) if|it takes? (?:\p{L}+ ){0,3}?to)(?!\p{L})/giu

/** The signs of a language. */
interface Signs {
  opening: RegExp
  pronouns: RegExp
  standalone: RegExp
  nearEnd: RegExp
  prepositions: RegExp
  more: RegExp
  ending: RegExp | null
  suffixes: RegExp
}

const compiled = new Map<PhraseLocale, Signs>()

function signsOf(locale: PhraseLocale): Signs {
  const known = compiled.get(locale) ?? compile(backReferences[locale], UNSPACED.has(locale))
  compiled.set(locale, known)
  return known
}
const UNSPACED = new Set<PhraseLocale>(['ja', 'zh-Hans', 'ko'])
const NEVER = /(?!)/u

function compile(words: BackReferences, isUnspaced: boolean): Signs {
  const [start, end] = isUnspaced ? ['', ''] : ['(?<![\\p{L}\\p{M}\\p{N}])', '(?![\\p{L}\\p{M}])']
  const matching = (list: string, before: string, after: string, flags = 'iu') =>
    list === '' ? NEVER : new RegExp(`${before}(?:${alternatives(list)})${after}`, flags)
  const ends = `(?=[\\s\\p{P}]*$|\\s+(?:${alternatives(words.prepositions) || '(?!)'})${end})`
  return {
    opening: matching(words.opening, '^', end),
    pronouns: matching(words.pronouns, start, end),
    standalone: matching(words.standalone, start, end + ends),
    nearEnd: matching(words.nearEnd ?? '', start, `\\s+\\p{Ll}+[\\s?!.]*$`, 'u'),
    prepositions: matching(words.prepositions, '^', end),
    more: matching(words.more, start, end, 'giu'),
    ending: words.ending ? matching(words.ending, '', '[\\s?？!！。.]*$') : null,
    suffixes: matching(words.suffixes ?? '', '(?<=\\p{L})', end),
  }
}

/** Words as alternatives of a pattern, the longest first. */
function alternatives(list: string): string {
  return list
    .split(' ')
    .filter((word) => word !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((word) => word.replaceAll('_', '\\s+'))
    .join('|')
}
