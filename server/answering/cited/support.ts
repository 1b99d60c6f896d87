import { once } from '../../once.ts'
import { guessLanguage, type SpokenLanguage, spokenLanguageOf } from '../../text/language.ts'
import { plainLines } from '../../text/markdown.ts'
import { MARKER_LIKE } from '../../text/marker-syntax.ts'
import { analyzeQuestion } from '../../text/question.ts'
import { splitSentences } from '../../text/sentences.ts'
import { stemOf } from '../../text/stems.ts'
import { bigramsOf, fold, wordsOf } from '../../text/words.ts'
import { type Allows, createAllows } from './links.ts'
import { digitsOf, numbersIn } from './numbers.ts'

/**
 * A passage, prepared to be compared with the assertions that cite it. Most assertions repeat a
 * passage word for word; only the others need `vocabulary`, which is made with its first use.
 */
export interface Evidence {
  /** Title, heading and text, to be compared word for word. */
  said: Said
  /** The addresses in it, and its own. */
  addresses: Set<string>
  /** Whether a link may lead to an address because the passage is cited. */
  allows: Allows
  vocabulary(): Vocabulary
}

interface Vocabulary {
  language: SpokenLanguage | null
  /** Stems of its title, heading and text. */
  terms: Set<string>
  /** Their first letters, which match inflections and compounds that stems miss. */
  beginnings: Set<string>
  /** Words as they are spelt, folded. */
  words: Set<string>
  numbers: Set<string>
  statements: Statement[]
}

/** A sentence of a passage with the terms of its content words. */
interface Statement {
  text: string
  words: () => string[][]
}

/** Share of the content words of an assertion that its evidence must hold. */
const MIN_SHARE = 0.5
/**
 * The same for a sentence without citations, which everything that the answer cites may support.
 */
const MIN_SHARE_UNCITED = 0.35
/** From this share on, two sentences say the same, or one the opposite of the other. */
const SAME_STATEMENT = 0.8
const BEGINNING = 5
/** How far before a statement the word that negates it may be, in characters. */
const NEGATION_REACH = 16

export function evidenceOf(passage: {
  title: string
  url: string | null
  anchor: string | null
  text: string
}): Evidence {
  const lines = plainLines(passage.text)
  const everything = [passage.title, passage.anchor ?? '', lines].join('\n\n')
  let vocabulary: Vocabulary | undefined
  return {
    said: saidIn(everything),
    addresses: new Set(
      addressesIn(`${passage.url ?? ''} ${passage.text} ${unescaped(passage.text)}`),
    ),
    allows: createAllows(passage.url === null ? [] : [passage.url]),
    vocabulary() {
      vocabulary ??= vocabularyOf(everything, lines.replace(/\s+/g, ' ').trim())
      return vocabulary
    },
  }
}

/** Addresses as a link has them, without the escapes of Markdown. */
function unescaped(markdown: string): string {
  return markdown.replaceAll('&amp;', '&').replace(/\\(?=[\p{P}\p{S}])/gu, '')
}

function vocabularyOf(everything: string, text: string): Vocabulary {
  const words = wordsOf(everything)
  const { language } = guessLanguage(words)
  const terms = words.flatMap((word) =>
    word.script === 'unspaced' ? bigramsOf(word.text) : stemOf(word, language),
  )
  const counted = words.flatMap((word) => digitsOf(word.text) ?? [])
  return {
    language: spokenLanguageOf(text),
    terms: new Set(terms),
    beginnings: new Set(terms.map((term) => term.slice(0, BEGINNING))),
    words: new Set(words.map((word) => fold(word.text))),
    numbers: new Set([...numbersIn(everything), ...counted]),
    statements: statementsIn(text),
  }
}

/** A text, to be compared word for word. */
interface Said {
  /** Letters and digits between single spaces, and a space at both ends. */
  words: string
  /** Offsets in `words` at which a sentence, a line or a block begins. */
  begins: Set<number>
}

function saidIn(text: string): Said {
  const begins = new Set<number>()
  const source = text.normalize('NFKC').replace(MARKER_LIKE, ' ')
  let words = ' '
  let end = 0
  for (const { 0: word, index } of source.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (isBoundary(source.slice(end, index), word)) begins.add(words.length - 1)
    words += `${word.toLowerCase()} `
    end = index + word.length
  }
  return { words, begins }
}

/** A line that goes on in lower case belongs to the one before. */
function isBoundary(between: string, next: string): boolean {
  if (/[.!?。…]|\n\s*\n/u.test(between)) return true
  return between.includes('\n') && !/^\p{Ll}/u.test(next)
}

/** A sentence of an answer, without its markers. */
export interface Assertion {
  text: string
  /** The language of the whole answer. */
  language: SpokenLanguage | null
  /** The terms of its content words. */
  words: () => string[][]
}

export function assertionOf(text: string, language: SpokenLanguage | null): Assertion {
  return { text, language, words: once(() => contentWords(text)) }
}

/**
 * Whether passages support an assertion that cites them (docs/behaviour.md#checks-of-an-answer):
 * they hold half of its content words and each of its addresses, numbers and names, and no
 * near-verbatim sentence of opposite polarity. If the answer is in another language than a
 * passage, only its addresses and numbers are checked.
 */
export function supports(evidence: Evidence[], assertion: Assertion): boolean {
  if (!addressesMatch(evidence, assertion.text)) return false
  const repeated = repetition(evidence, assertion.text)
  if (repeated) return repeated === 'said'
  const comparable = evidence.filter((each) => sameLanguage(each, assertion))
  if (!numbersMatch(evidence, assertion.text)) return false
  if (comparable.length < evidence.length) return true
  if (!namesMatch(evidence, assertion)) return false
  const share = isLeadIn(assertion.text) ? 1 : shareOf(assertion.words(), evidence)
  return share >= MIN_SHARE && !contradicted(evidence, assertion)
}

/**
 * Whether a sentence without citations may stay: it is a lead-in, is too short for an assertion,
 * or is made of words and numbers of the cited passages and the question.
 */
export function toleratesUncited(
  evidence: Evidence[],
  assertion: Assertion,
  question: Evidence,
): boolean {
  if (!addressesMatch(evidence, assertion.text)) return false
  if (repetition(evidence, assertion.text) === 'said') return true
  const all = [...evidence, question]
  if (!numbersMatch(all, assertion.text)) return false
  if (isLeadIn(assertion.text) || assertion.words().length < 3) return true
  if (!evidence.some((each) => sameLanguage(each, assertion))) return true
  return shareOf(assertion.words(), all) >= MIN_SHARE_UNCITED
}

/** Whether code is made of the words of the cited passages. */
export function toleratesCode(evidence: Evidence[], code: string): boolean {
  return (
    repetition(evidence, code) === 'said' ||
    shareOf(contentWords(code), evidence) >= MIN_SHARE_UNCITED
  )
}

/**
 * Whether a passage says an assertion word for word; `denied` when the assertion leaves out a
 * negation before it in the same sentence. An assertion that repeats a sentence from its beginning
 * leaves nothing out.
 */
function repetition(evidence: Evidence[], assertion: string): 'said' | 'denied' | null {
  const { words } = saidIn(plainLines(assertion))
  if (words.trim() === '') return null
  let found: 'denied' | null = null
  for (const { said } of evidence) {
    for (let at = said.words.indexOf(words); at !== -1; at = said.words.indexOf(words, at + 1)) {
      if (!NEGATION.test(before(said, at))) return 'said'
      found = 'denied'
    }
  }
  return found
}

/** The words right before a place, in the same sentence. */
function before({ words, begins }: Said, at: number): string {
  let start = at
  while (start > 0 && at - start < NEGATION_REACH && !begins.has(start)) start -= 1
  return words.slice(start, at + 1)
}

/** Whether passages in the language of a question hold half of its content words. */
export function isAbout(evidence: Evidence[], question: Assertion): boolean {
  if (!evidence.some((each) => sameLanguage(each, question))) return true
  return shareOf(question.words(), evidence) >= MIN_SHARE
}

function sameLanguage(evidence: Evidence, assertion: Assertion): boolean {
  if (!assertion.language) return true
  const { language } = evidence.vocabulary()
  return !language || language === assertion.language
}

function isLeadIn(assertion: string): boolean {
  return /[:：][*_\s]*$/.test(assertion)
}

/** Words that answer by themselves and are in no passage. */
const FILLERS = new Set(
  'yes no ok okay ja nein oui non sí si sim não da nee tak nie evet hayır да нет tässä kyllä'.split(
    ' ',
  ),
)

function contentWords(text: string): string[][] {
  return analyzeQuestion(text)
    .words.filter(({ compound, terms }) => !compound && !FILLERS.has(terms[0] ?? ''))
    .map(({ terms }) => terms)
}

/** Share of content words found; 1 when there are none. */
function shareOf(words: string[][], evidence: Evidence[]): number {
  if (words.length === 0) return 1
  const found = words.filter((terms) => evidence.some((each) => holds(each, terms)))
  return found.length / words.length
}

function holds(evidence: Evidence, spellings: string[]): boolean {
  const { terms, beginnings } = evidence.vocabulary()
  return spellings.some(
    (term) =>
      terms.has(term) || (term.length > BEGINNING && beginnings.has(term.slice(0, BEGINNING))),
  )
}

/** An address that no passage holds was made up, or made to carry something away. */
function addressesMatch(evidence: Evidence[], assertion: string): boolean {
  return spelledAddressesIn(assertion).every((address) =>
    evidence.some(({ addresses, allows }) => addresses.has(comparable(address)) || allows(address)),
  )
}

function addressesIn(text: string): string[] {
  return spelledAddressesIn(text).map(comparable)
}

function spelledAddressesIn(text: string): string[] {
  const found = text.match(/\b(?:https?:\/\/|www\.)[^\s<>()[\]"'`|]+/gi) ?? []
  return found.map((address) => address.replace(/[.,;:!?*_]+$/, ''))
}

/** Without its scheme, which readers of Markdown add to what begins with `www.`. */
function comparable(address: string): string {
  return address.replace(/^https?:\/\//i, '').toLowerCase()
}

/**
 * "3 days" is found in "three days". Only the digits of an assertion are looked for: its "one" is
 * often no number.
 */
function numbersMatch(evidence: Evidence[], assertion: string): boolean {
  return numbersIn(withoutItemNumber(assertion)).every((number) =>
    evidence.some((each) => each.vocabulary().numbers.has(number)),
  )
}

function withoutItemNumber(assertion: string): string {
  return assertion.replace(/^[ \t>]*\d{1,9}[.)][ \t]/, '')
}

/** A word in capitals inside a sentence is a name, except in German, which writes every noun so. */
function namesMatch(evidence: Evidence[], { text, language }: Assertion): boolean {
  if (language === 'german') return true
  const names = text
    .replace(/[*_`]/g, '')
    .matchAll(/(?<=[\p{Ll}\p{N},;]\s+)\p{Lu}[\p{L}\p{M}\p{N}]+/gu)
  return [...names].every(([name]) =>
    evidence.some((each) => knowsName(each.vocabulary().words, name)),
  )
}

function knowsName(words: Set<string>, name: string): boolean {
  const spelt = fold(name.toLowerCase())
  if (words.has(spelt)) return true
  const parts = wordsOf(name).map((word) => fold(word.text))
  if (parts.length > 1 && parts.some((part) => words.has(part))) return true
  if (spelt.length < BEGINNING) return false
  const beginning = spelt.slice(0, Math.max(4, spelt.length - 2))
  for (const word of words) if (word.startsWith(beginning)) return true
  return false
}

const NEGATION =
  /n['’]t(?!\p{L})|(?<!\p{L})(?:not|no|never|cannot|without|none|nicht|keine?[nmrs]?|nie|niemals|ohne|ne|pas|jamais|aucune?|sans|nunca|sin|jamás|non|mai|senza|não|sem|niet|geen|nooit|zonder|не|нет|никогда|без|nie|değil|yok)(?!\p{L})|不|没|無|ない|ません|않|없/iu

/**
 * Some sentence of the passages says the same with opposite polarity, and none with that of the
 * assertion.
 */
function contradicted(evidence: Evidence[], assertion: Assertion): boolean {
  const negative = NEGATION.test(assertion.text)
  const words = assertion.words()
  if (words.length < 3) return false
  const same = evidence
    .flatMap((each) => each.vocabulary().statements)
    .filter((statement) => saysTheSame(words, statement.words()))
  return same.length > 0 && same.every(({ text }) => NEGATION.test(text) !== negative)
}

function saysTheSame(assertion: string[][], words: string[][]): boolean {
  return (
    shareFound(assertion, words) >= SAME_STATEMENT && shareFound(words, assertion) >= SAME_STATEMENT
  )
}

function shareFound(words: string[][], others: string[][]): number {
  const terms = new Set(others.flat())
  return (
    words.filter((spellings) => spellings.some((term) => terms.has(term))).length / words.length
  )
}

function statementsIn(text: string): Statement[] {
  return splitSentences(text).map(({ start, end }) => {
    const sentence = text.slice(start, end).trim()
    return { text: sentence, words: once(() => contentWords(sentence)) }
  })
}
