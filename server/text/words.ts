import { type Language, languages, languagesOfStopWord } from './stop-words.ts'

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'arabic'
  | 'tamil'
  | 'armenian'
  | 'dictionary'
  | 'unspaced'
  | 'other'

/**
 * A word of a text: composed, in lower case, with its diacritics. All occurrences share one
 * object, so what is computed for a word is kept with it.
 */
export interface Word {
  readonly text: string
  /**
   * Alphabets such as `latin` are stemmed. Of scripts without spaces, `dictionary` words were
   * separated by a dictionary and stay unchanged; `unspaced` runs become bigrams.
   */
  readonly script: Script
  /**
   * Joined form of an identifier or number whose parts are words of their own: `streamtext`,
   * `3·5`.
   */
  readonly compound: boolean
  /** Languages in which it is a stop word, by their places in `languages`. */
  readonly stopIn: readonly number[]
  /** A cache for `stems.ts`: the stem last asked for, and its language. */
  stem: string | null
  stemmedAs: Language | null
}

/** Letters and digits, with the characters that join identifiers, numbers and elisions. */
const RUN = /[\p{L}\p{N}\p{M}]+(?:[_.'’:/@·-]+[\p{L}\p{N}\p{M}]+)*/gu
/** Matches a letter of a script that is written without spaces. */
export const UNSPACED_LETTER =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々〆]'
const UNSPACED = new RegExp(`${UNSPACED_LETTER}+`, 'gu')
/** Scripts without spaces that are split by a dictionary: their bigrams are half syllables. */
const DICTIONARY = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter('th', { granularity: 'word' })
/** Invisible characters within words: the soft hyphen, and joiners. */
const UNSEEN = /\u00ad|\u200d|\u2060|\ufeff/g
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu
const PARTS = /[\p{L}\p{N}\p{M}]+/gu
/** Between the humps of camel case; the plural of an abbreviation has none ("PDFs"). */
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/u
/** The stemmer for English leaves the plural of a word without vowels as it is. */
const PLURAL_ABBREVIATION = /^\p{Lu}{2,}s$/u
const DIGITS = /^\p{N}+$/u
/** Anything longer is an encoded blob, a hash or a path, which nobody searches for. */
const MAX_WORD_CHARS = 64
const MAX_COMPOUND_PARTS = 6

/**
 * The words of a text in reading order. An identifier gives its parts and its joined form, so that
 * `streamText`, `stream text` and `streamtext` find each other; a decimal number likewise.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const seen = text.normalize('NFKC').replace(UNSEEN, '')
  for (const run of seen.match(RUN) ?? []) {
    const found = knownRuns.get(run) ?? readRun(run)
    if (!Array.isArray(found)) words.push(found)
    else for (const word of found) words.push(word)
  }
  return words
}

/** A cache of the words of a run. Emptied when full, so that hostile text cannot grow it. */
const knownRuns = new Map<string, Word | Word[]>()
const MAX_KNOWN_RUNS = 50_000

/** Most runs are one word, which is kept as such: each look-up is a walk through memory. */
function readRun(run: string): Word | Word[] {
  const words: Word[] = []
  addRun(run.replace(FOREIGN_DIGITS, digitOf), words)
  const [first] = words
  const found = first && words.length === 1 ? first : words
  if (run.length > MAX_WORD_CHARS) return found
  if (knownRuns.size >= MAX_KNOWN_RUNS) knownRuns.clear()
  knownRuns.set(run, found)
  return found
}

/** The ASCII digit. Those of a script are in a row from a code that ends in 0, in India in 6. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = code >= 0x900 && code < 0xe00 ? 6 : 0
  return String((code & 15) - zero)
}

function addRun(run: string, words: Word[]): void {
  if (isPlainWord(run)) {
    if (run.length <= MAX_WORD_CHARS) words.push(wordOf(run))
    return
  }
  const parts: string[] = []
  for (const [piece] of run.matchAll(PARTS)) splitPiece(piece, parts, words)
  for (const part of parts) if (part.length <= MAX_WORD_CHARS) words.push(wordOf(part))
  const compound = compoundOf(run, parts)
  if (compound) words.push(createWord(compound, 'latin', 'compound'))
}

function isPlainWord(run: string): boolean {
  return /^(?:\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+)$/u.test(run) && !UNSPACED_TEST.test(run)
}
const UNSPACED_TEST = new RegExp(UNSPACED_LETTER, 'u')

/** Separates unspaced scripts from what they are written next to, and camel case at its humps. */
function splitPiece(piece: string, parts: string[], words: Word[]): void {
  if (!UNSPACED_TEST.test(piece)) {
    parts.push(...humpsOf(piece))
    return
  }
  let end = 0
  for (const match of piece.matchAll(UNSPACED)) {
    if (match.index > end) parts.push(...humpsOf(piece.slice(end, match.index)))
    words.push(...unspacedWords(match[0]))
    end = match.index + match[0].length
  }
  if (end < piece.length) parts.push(...humpsOf(piece.slice(end)))
}

function humpsOf(piece: string): string[] {
  return PLURAL_ABBREVIATION.test(piece) ? [piece.slice(0, -1)] : piece.split(CAMEL)
}

function unspacedWords(run: string): Word[] {
  if (!DICTIONARY.test(run)) return [createWord(run, 'unspaced')]
  return [...segmenter.segment(run)].map(({ segment }) => createWord(segment, 'dictionary'))
}

/**
 * `null` unless the run is written in ASCII, has several parts and is no elision ("don't",
 * "user's").
 */
function compoundOf(run: string, parts: string[]): string | null {
  if (parts.length < 2 || parts.length > MAX_COMPOUND_PARTS || /['’/:@]/.test(run)) return null
  if (parts.some((part) => !/^[A-Za-z0-9]+$/.test(part))) return null
  if (parts.every((part) => DIGITS.test(part))) return parts.join('·')
  const joined = parts.join('').toLowerCase()
  return joined.length <= MAX_WORD_CHARS ? joined : null
}

function wordOf(part: string): Word {
  // Locale-free lower case leaves "i" with a dot above for the Turkish capital İ.
  const text = part.toLowerCase().replace(/i\u0307/g, 'i')
  return createWord(text, scriptOf(text))
}

/** A word of a script. A compound is no stop word, whatever its parts are. */
export function createWord(text: string, script: Script, kind?: 'compound'): Word {
  const compound = kind === 'compound'
  const stopIn = compound || script === 'unspaced' ? [] : languagesOfStopWord(text)
  return { text, script, compound, stopIn, stem: null, stemmedAs: null }
}

/** Whether a word is a stop word of a text in `language`, or of the one language of its script. */
export function isStopWord({ script, stopIn }: Word, language: Language): boolean {
  if (stopIn.length === 0) return false
  const own = script === 'cyrillic' ? 'russian' : script === 'arabic' ? 'arabic' : language
  return stopIn.includes(languages.indexOf(own))
}

/** The script of a word, by its first letter. */
export function scriptOf(text: string): Script {
  const first = text.codePointAt(0) ?? 0
  if (first < 0x250 || (first >= 0x1e00 && first < 0x1f00)) return 'latin'
  if (first >= 0x400 && first < 0x530) return 'cyrillic'
  if (first >= 0x530 && first < 0x590) return 'armenian'
  if ((first >= 0x600 && first < 0x700) || (first >= 0x750 && first < 0x780)) return 'arabic'
  if (first >= 0xb80 && first < 0xc00) return 'tamil'
  return 'other'
}

/** Letters that people type in another form or without strokes, and Unicode does not decompose. */
const UNDECOMPOSED: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ё: 'е',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}

/**
 * Folds what people leave out when they type: accents of Latin and Greek letters, Arabic and Hebrew
 * vowel points, the dot below Indic letters. Other marks of Indic and South-East Asian scripts are
 * letters and stay, as does the breve of й.
 */
export function fold(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word
  return word
    .normalize('NFD')
    .replace(
      /(?<=[\p{sc=Latin}\p{sc=Greek}]\p{M}*)\p{Mn}|[\u064b-\u065f\u0670\u0640\u0591-\u05c7\u093c\u09bc\u0a3c\u0abc\u0b3c]/gu,
      '',
    )
    .normalize('NFC')
    .replace(/[ßøłđðþæœıёىیکة]/g, (letter) => UNDECOMPOSED[letter] ?? letter)
}

/**
 * Overlapping pairs of letters, with their marks, of a run without spaces; a single letter alone.
 */
export function bigramsOf(run: string): string[] {
  const letters = run.match(/\P{M}\p{M}*/gu) ?? []
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
