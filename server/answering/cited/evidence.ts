import { once } from '../../once.ts'
import { analyzedPart } from '../../text/analyzed-part.ts'
import { blocksOf } from '../../text/blocks.ts'
import { guessLanguage, type SpokenLanguage, spokenLanguageOf } from '../../text/language.ts'
import { plainInline, plainLines, plainText } from '../../text/markdown.ts'
import type { Span } from '../../text/sentences.ts'
import { stemOf } from '../../text/stems.ts'
import { bigramsOf, fold, type Word, wordsOf } from '../../text/words.ts'
import { comparableAddress, spelledAddressesIn } from './addresses.ts'
import { type BoundQuantity, boundQuantities } from './bound-quantities.ts'
import { contentTerms } from './content-terms.ts'
import { type Allows, createAllows } from './links.ts'
import { type Quantities, quantitiesOf } from './quantities.ts'
import { createPlacer, type Reading, readingOf } from './reading.ts'
import { type Clause, clausesIn, NEGATION } from './rules/clauses.ts'
import { type Said, saidIn } from './said.ts'

/**
 * A passage, prepared to be compared with assertions. Most assertions repeat a passage word for
 * word; only the others need `vocabulary`, which is made with its first use.
 */
export interface Evidence {
  /** Title, heading and text, to be compared word for word. */
  said: Said
  /** The Markdown with title and heading, in lower case: what code is looked for in. */
  spelling: string
  /** The addresses in it, and its own. */
  addresses: Set<string>
  /** Whether a link may lead to an address because the passage is cited. */
  allows: Allows
  vocabulary(): Vocabulary
  /** Text that quotations are cut from. */
  reading(): Reading
  /** Sentences, items, rows and blocks of code, as far as they are found in the reading. */
  places(): QuotablePlace[]
}

/** A part of a passage that can be quoted. */
export interface QuotablePlace extends Span {
  isCode: boolean
  /** Terms of its content words, and their first letters. */
  terms: Set<string>
  beginnings: Set<string>
}

export interface Vocabulary {
  language: SpokenLanguage | null
  /** Stems of its title, heading and text. */
  terms: Set<string>
  /** Their first letters, which match inflections and compounds that stems miss. */
  beginnings: Set<string>
  /** Words as they are spelt, folded. */
  words: Set<string>
  /** What may be abbreviated: the initials of two to six words in a row, folded. */
  initials: Set<string>
  quantities: Quantities
  statements: Statement[]
}

/** A sentence, item or row of a passage. */
export interface Statement {
  /** The words of the title and heading that it stands under. */
  context: string[]
  quantities: () => Quantities
  boundQuantities: () => BoundQuantity[]
  isNegated: () => boolean
  /** Terms of its content words and of its context. */
  terms: () => Set<string>
  clauses: () => Clause[]
  /** Terms of one of its clauses and of its context. */
  termsOf(clause: Clause): Set<string>
}

/** A sentence of an answer, without its markers. */
export interface Assertion {
  text: string
  isCode: boolean
  /** The language of the answer. */
  language: SpokenLanguage | null
  /** The terms of its content words. */
  words: () => string[][]
}

const BEGINNING = 5
const MAX_INITIALS = 6

/** A passage that a model was shown. */
export interface CitedPassage {
  title: string
  url: string | null
  anchor: string | null
  text: string
}

export function evidenceOf(passage: CitedPassage): Evidence {
  const { title, anchor, url, text } = passage
  const lines = plainLines(text)
  const everything = [title, anchor ?? '', lines].join('\n\n')
  const reading = once(() => readingOf(text))
  return {
    said: saidIn(everything),
    spelling: `${title}\n${anchor ?? ''}\n${text}\n${unescaped(text)}`.toLowerCase(),
    addresses: new Set(
      spelledAddressesIn(`${url ?? ''} ${text} ${unescaped(text)}`).map(comparableAddress),
    ),
    allows: createAllows(url === null ? [] : [url]),
    vocabulary: once(() => vocabularyOf(everything, passage)),
    reading,
    places: once(() => placesIn(text, reading())),
  }
}

function placesIn(markdown: string, reading: Reading): QuotablePlace[] {
  const place = createPlacer(reading)
  return blocksOf(markdown).flatMap(({ kind, sentences }) =>
    sentences.flatMap(({ start, end }) => {
      const source = markdown.slice(start, end)
      const text = kind === 'code' ? codeIn(source) : plainInline(source.trim())
      const found = place(text)
      if (!found || kind === 'heading') return []
      const terms = new Set(contentTerms(text).flat())
      return [{ ...found, isCode: kind === 'code', terms, beginnings: beginningsOf(terms) }]
    }),
  )
}

function beginningsOf(terms: Iterable<string>): Set<string> {
  return new Set(Array.from(terms, (term) => term.slice(0, BEGINNING)))
}

/** Code without its fences. */
function codeIn(block: string): string {
  return block.replace(/^[ \t>]*(?:`{3,}|~{3,}).*$/gm, '')
}

/** The question of an answer: its numbers, names and code count as known. */
export type AskedEvidence = Pick<Evidence, 'spelling' | 'vocabulary'>

/** A question as evidence: plain text, as far as it is analysed, read with its first use. */
export function evidenceOfQuestion(question: string): AskedEvidence {
  const text = analyzedPart(question)
  return {
    spelling: text.toLowerCase(),
    vocabulary: once(() => ({ ...wordsIn(text), language: null, statements: [] })),
  }
}

/** Addresses and code as readers see them, without the escapes of Markdown. */
function unescaped(markdown: string): string {
  return markdown.replaceAll('&amp;', '&').replace(/\\(?=[\p{P}\p{S}])/gu, '')
}

function vocabularyOf(everything: string, { title, anchor, text }: CitedPassage): Vocabulary {
  return {
    ...wordsIn(everything),
    language: spokenLanguageOf(plainText(text)),
    statements: statementsIn(text, `${title} ${anchor ?? ''}`),
  }
}

function wordsIn(text: string): Omit<Vocabulary, 'language' | 'statements'> {
  const words = wordsOf(text)
  const { language } = guessLanguage(words)
  const terms = words.flatMap((word) =>
    word.script === 'unspaced' ? bigramsOf(word.text) : stemOf(word, language),
  )
  return {
    terms: new Set(terms),
    beginnings: beginningsOf(terms),
    words: new Set(words.map((word) => fold(word.text))),
    initials: initialsOf(words),
    quantities: quantitiesOf(text),
  }
}

function initialsOf(words: Word[]): Set<string> {
  const letters = words.map(({ text }) => fold(text).charAt(0))
  const initials = new Set<string>()
  for (let at = 0; at < letters.length; at += 1) {
    for (let length = 2; length <= MAX_INITIALS; length += 1) {
      initials.add(letters.slice(at, at + length).join(''))
    }
  }
  return initials
}

function statementsIn(markdown: string, heading: string): Statement[] {
  const context = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const around = once(() => contentTerms(heading).flat())
  return blocksOf(markdown)
    .filter(({ kind }) => kind !== 'code')
    .flatMap(({ sentences }) => sentences)
    .map(({ start, end }) => statementOf(plainText(markdown.slice(start, end)), context, around))
}

function statementOf(text: string, context: string[], around: () => string[]): Statement {
  return {
    context,
    quantities: once(() => quantitiesOf(text)),
    boundQuantities: once(() => boundQuantities(text)),
    isNegated: once(() => NEGATION.test(text)),
    terms: once(() => new Set([...contentTerms(text).flat(), ...around()])),
    clauses: once(() => clausesIn(text)),
    termsOf: (clause) => new Set([...clause.words().flat(), ...around()]),
  }
}

/** Share of content words found; 1 when there are none. */
export function shareOf(words: string[][], evidence: Pick<Evidence, 'vocabulary'>[]): number {
  if (words.length === 0) return 1
  const found = words.filter((terms) => evidence.some((each) => holds(each, terms)))
  return found.length / words.length
}

function holds(evidence: Pick<Evidence, 'vocabulary'>, spellings: string[]): boolean {
  return holdsAny(evidence.vocabulary(), spellings)
}

/** Whether one of the spellings of a word occurs, or a longer word that begins alike. */
export function holdsAny(
  { terms, beginnings }: Pick<Vocabulary, 'terms' | 'beginnings'>,
  spellings: string[],
): boolean {
  return spellings.some(
    (term) =>
      terms.has(term) || (term.length > BEGINNING && beginnings.has(term.slice(0, BEGINNING))),
  )
}
