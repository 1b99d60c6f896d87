import { once } from '../../once.ts'
import { guessLanguage, type SpokenLanguage, spokenLanguageOf } from '../../text/language.ts'
import { plainLines } from '../../text/markdown.ts'
import { MARKER_LIKE } from '../../text/marker-syntax.ts'
import { analyzeQuestion } from '../../text/question.ts'
import { splitSentences } from '../../text/sentences.ts'
import { stemOf } from '../../text/stems.ts'
import { bigramsOf, fold, wordsOf } from '../../text/words.ts'
import { type Allows, createAllows } from './links.ts'

/**
 * What a passage says, prepared for being asked whether it supports a claim. Most claims repeat a
 * passage word for word; only the others need `vocabulary`, which is made when first asked for.
 */
export interface Evidence {
  /** Title, heading and text as they are compared word for word. */
  said: Said
  /** Addresses in it, and its own. */
  addresses: Set<string>
  /** Whether a link may lead to an address because the passage is cited. */
  allows: Allows
  vocabulary(): Vocabulary
}

interface Vocabulary {
  language: SpokenLanguage | null
  /** Stems of its title, heading and text. */
  terms: Set<string>
  /** Their first letters, by which inflections and compounds that stems miss are recognised. */
  beginnings: Set<string>
  /** Words as they are spelt, folded. */
  words: Set<string>
  numbers: Set<string>
  statements: Statement[]
}

/** A sentence of a passage, and the content words it has. */
interface Statement {
  text: string
  words(): string[][]
}

/** Share of a claim's content words that its evidence must hold. */
const MIN_SHARE = 0.5
/** The same for what cites nothing itself: judged by everything the answer cites. */
const MIN_SHARE_UNCITED = 0.35
/** From this share on, two sentences say the same thing, or one the opposite of the other. */
const SAME_STATEMENT = 0.8
const BEGINNING = 5
/** How far before a statement the word stands that negates it, in characters. */
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

/** Markdown addresses as a link carries them. */
function unescaped(markdown: string): string {
  return markdown.replaceAll('&amp;', '&').replace(/\\(?=[\p{P}\p{S}])/gu, '')
}

function vocabularyOf(everything: string, text: string): Vocabulary {
  const words = wordsOf(everything)
  const { language } = guessLanguage(words)
  const terms = words.flatMap((word) =>
    word.script === 'unspaced' ? bigramsOf(word.text) : stemOf(word, language),
  )
  const counted = words.flatMap((word) => COUNTED.get(word.text) ?? [])
  return {
    language: spokenLanguageOf(text),
    terms: new Set(terms),
    beginnings: new Set(terms.map((term) => term.slice(0, BEGINNING))),
    words: new Set(words.map((word) => fold(word.text))),
    numbers: new Set([...numbersIn(everything), ...counted]),
    statements: statementsIn(text),
  }
}

/** A text as it is compared word for word. */
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

/** A line that goes on in lower case is the wrapped rest of the one before. */
function isBoundary(between: string, next: string): boolean {
  if (/[.!?。…]|\n\s*\n/u.test(between)) return true
  return between.includes('\n') && !/^\p{Ll}/u.test(next)
}

/** A sentence of an answer, without its markers. */
export interface Claim {
  text: string
  /** Language of the whole answer. */
  language: SpokenLanguage | null
}

/**
 * Whether passages support a claim that cites them (completions 7): half of its content words, each of
 * its addresses, numbers and names, and no near-verbatim sentence with the opposite polarity. Of an answer in
 * another language than the passage only the numbers can be checked.
 */
export function supports(evidence: Evidence[], claim: Claim): boolean {
  if (!addressesMatch(evidence, claim.text)) return false
  const repeated = repetition(evidence, claim.text)
  if (repeated) return repeated === 'said'
  const comparable = evidence.filter((each) => sameLanguage(each, claim))
  if (!numbersMatch(evidence, claim.text)) return false
  if (comparable.length < evidence.length) return true
  if (!namesMatch(evidence, claim)) return false
  const share = isLeadIn(claim.text) ? 1 : shareOf(claim.text, evidence)
  return share >= MIN_SHARE && !contradicted(evidence, claim.text)
}

/**
 * Whether what cites nothing may stay: it leads in, says too little to be a claim, or is made of the
 * words and numbers of the cited passages and the question.
 */
export function toleratesUncited(evidence: Evidence[], claim: Claim, question: Evidence): boolean {
  if (!addressesMatch(evidence, claim.text)) return false
  if (repetition(evidence, claim.text) === 'said') return true
  const all = [...evidence, question]
  if (!numbersMatch(all, claim.text)) return false
  if (isLeadIn(claim.text) || contentWords(claim.text).length < 3) return true
  if (!evidence.some((each) => sameLanguage(each, claim))) return true
  return shareOf(claim.text, all) >= MIN_SHARE_UNCITED
}

/** Whether code is made of the words of the cited passages. */
export function toleratesCode(evidence: Evidence[], code: string): boolean {
  return repetition(evidence, code) === 'said' || shareOf(code, evidence) >= MIN_SHARE_UNCITED
}

/**
 * Whether a passage says it word for word; `denied` when only behind a negation of the same sentence
 * that the claim leaves out. What repeats a sentence from its beginning leaves nothing out.
 */
function repetition(evidence: Evidence[], claim: string): 'said' | 'denied' | null {
  const { words } = saidIn(plainLines(claim))
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

/** What stands right before a place, in the same sentence. */
function before({ words, begins }: Said, at: number): string {
  let start = at
  while (start > 0 && at - start < NEGATION_REACH && !begins.has(start)) start -= 1
  return words.slice(start, at + 1)
}

/** Whether passages speak of what a question asks: half of its content words, as far as it is in their language. */
export function isAbout(evidence: Evidence[], question: Claim): boolean {
  if (!evidence.some((each) => sameLanguage(each, question))) return true
  return shareOf(question.text, evidence) >= MIN_SHARE
}

function sameLanguage(evidence: Evidence, claim: Claim): boolean {
  if (!claim.language) return true
  const { language } = evidence.vocabulary()
  return !language || language === claim.language
}

function isLeadIn(claim: string): boolean {
  return /[:：][*_\s]*$/.test(claim)
}

/** Words that answer by themselves and stand in no passage. */
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
function shareOf(text: string, evidence: Evidence[]): number {
  const words = contentWords(text)
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

/** An address that no source holds was made up, or made to carry something away. */
function addressesMatch(evidence: Evidence[], claim: string): boolean {
  return spelledAddressesIn(claim).every((address) =>
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

function numbersMatch(evidence: Evidence[], claim: string): boolean {
  return numbersIn(withoutItemNumber(claim)).every((number) =>
    evidence.some((each) => each.vocabulary().numbers.has(number)),
  )
}

function withoutItemNumber(claim: string): string {
  return claim.replace(/^[ \t>]*\d{1,9}[.)][ \t]/, '')
}

/** "3 days" is found in "three days". A claim is asked only for its digits: "one" is often no number. */
const COUNTED = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve',
    'ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
    'un deux trois quatre cinq six sept huit neuf dix onze douze',
    'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
    'uno due tre quattro cinque sei sette otto nove dieci undici dodici',
    'um dois três quatro cinco seis sete oito nove dez onze doze',
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
  ].flatMap((list) => list.split(' ').map((word, at): [string, string] => [word, String(at + 1)])),
)

/** Numbers of a text in one spelling: no thousands separators, `.` before decimals, no idle zeros. */
function numbersIn(text: string): string[] {
  const digits = [...text.normalize('NFKC').matchAll(/\d+(?:[.,’' \u00a0\u202f]\d+)*/g)]
  return digits.flatMap(([number]) => spellingsOf(number)).filter((number) => number !== '0')
}

function spellingsOf(number: string): string[] {
  if (/^\d{1,3}(?:([.,’' \u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(number)) {
    return [number.replace(/\D/g, '')]
  }
  if (/[’' \u00a0\u202f]/.test(number))
    return number.split(/[’' \u00a0\u202f]/).flatMap(spellingsOf)
  const point = number.replace(',', '.')
  return [/^\d+(?:\.\d+)?$/.test(point) ? String(Number(point)) : point]
}

/** A word in capitals inside a sentence is a name, except in German, which writes every noun so. */
function namesMatch(evidence: Evidence[], { text, language }: Claim): boolean {
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

/** A sentence of the passages makes the same statement with the opposite polarity, and none makes it with its own. */
function contradicted(evidence: Evidence[], claim: string): boolean {
  const negative = NEGATION.test(claim)
  const words = contentWords(claim)
  if (words.length < 3) return false
  const same = evidence
    .flatMap((each) => each.vocabulary().statements)
    .filter((statement) => saysTheSame(words, statement.words()))
  return same.length > 0 && same.every(({ text }) => NEGATION.test(text) !== negative)
}

function saysTheSame(claim: string[][], words: string[][]): boolean {
  return shareFound(claim, words) >= SAME_STATEMENT && shareFound(words, claim) >= SAME_STATEMENT
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
