import { plainText } from './searchable-text.ts'
import { guessLanguage, stemOf, stemsInAnyLanguage } from './stems.ts'
import type { Language } from './stop-words.ts'
import { bigramsOf, createWord, fold, type Word, wordsOf } from './words.ts'

/** What is searched of a passage, each field as space-separated terms (`NewPassage` in `storage/store.ts`). */
export interface AnalyzedPassage {
  terms: { title: string; heading: string; text: string }
  grams: string
}

/** A content word of a question. */
export interface QuestionWord {
  /** As it is written, in lower case. */
  text: string
  /** Terms it may have been indexed as, the likeliest first. */
  terms: string[]
  /** Character n-grams of the word as it is spelt. */
  grams: string[]
  /** It may have more endings than its stemmer knows, if there is one: a word of any language but a few. */
  inflects: boolean
  /** A joined identifier, whose parts are words of the question as well: its absence says nothing. */
  compound: boolean
}

export interface AnalyzedQuery {
  words: QuestionWord[]
  /** Every term and gram of the words, each once. */
  terms: string[]
  grams: string[]
}

/** Questions may have 16,000 characters; ranking by more words than this only costs time. */
const MAX_QUESTION_WORDS = 64
const GRAM_CHARS = 4

/**
 * Turns a passage into terms: folded stems of words, bigrams of unspaced scripts, identifiers whole
 * and in parts. Everything in the result is ASCII letters and digits, `_`, or not ASCII, which is what
 * FTS5's `ascii` tokenizer takes for one token. Pure, and stable between releases of one index version.
 */
export function analyzePassage(passage: {
  title: string
  headings: string
  text: string
}): AnalyzedPassage {
  const title = wordsOf(plainText(passage.title))
  const heading = wordsOf(plainText(passage.headings))
  const text = wordsOf(plainText(passage.text))
  const { language } = guessLanguage([...text.slice(0, 200), ...heading, ...title])
  return {
    terms: {
      title: termsOf(title, language).join(' '),
      heading: termsOf(heading, language).join(' '),
      text: termsOf(text, language).join(' '),
    },
    grams: spelled([...title, ...heading, ...text])
      .map(gramsText)
      .join(' '),
  }
}

/**
 * Turns a question into words to look for. Stop words are left out, unless the question consists of
 * nothing else. A word is looked for by its stem in the question's language and in English (in which
 * passages without a recognisable language are indexed); where the question is too short to tell its
 * language, by its stems in every language known. A word with a spelling is looked for as that.
 */
export function analyzeQuery(
  question: string,
  spellings: ReadonlyMap<string, Word> = AS_WRITTEN,
): AnalyzedQuery {
  const all = wordsOf(plainText(question)).map((word) => spellings.get(word.text) ?? word)
  const { language, sure } = guessLanguage(all)
  const content = withParticles(all).filter((word) => !isStopWord(word, language))
  const words: QuestionWord[] = []
  const seen = new Set<string>()
  for (const word of content.length > 0 ? content : all) {
    for (const found of questionWords(word, language, sure ? 'sure' : 'unsure')) {
      const key = found.terms[0] ?? ''
      if (seen.has(key) || words.length === MAX_QUESTION_WORDS) continue
      seen.add(key)
      words.push(found)
    }
  }
  return {
    words,
    terms: [...new Set(words.flatMap((word) => word.terms))],
    grams: [...new Set(words.flatMap((word) => word.grams))],
  }
}

const AS_WRITTEN: ReadonlyMap<string, Word> = new Map()

/** Terms of words in reading order, as they are indexed. */
function termsOf(words: Word[], language: Language): string[] {
  const terms: string[] = []
  for (const word of words) {
    if (word.script === 'unspaced') {
      terms.push(...bigramsOf(word.text))
      continue
    }
    const stem = stemOf(word, language)
    terms.push(stem)
    // For those who ask without the marks of their keyboard's missing letters.
    if (language === 'vietnamese' && fold(stem) !== stem) terms.push(fold(stem))
  }
  return terms
}

/** The language a text in Latin script is indexed in. */
export function languageOf(text: string): Language {
  return guessLanguage(wordsOf(text)).language
}

/** The content words of a text as a part of a passage is compared with a question by: terms in order, and grams. */
export function contentOf(text: string, language: Language): { terms: string[]; grams: string[] } {
  const words = wordsOf(text).filter((word) => !isStopWord(word, language))
  return {
    terms: termsOf(words, language),
    grams: spelled(words).flatMap((word) => gramsOfWord(fold(word.text))),
  }
}

/** A passage as it is compared with a question word by word. */
export interface ReadPassage {
  /** Terms of title and headings, and of the text, in order. */
  heading: string[]
  text: string[]
  /** Terms of the content words of the heading right above it: the last of `headings`, else the title. */
  nearest: string[]
  /** Its words as they are spelt, each between `_`: a gram of a word stands in it. */
  spelling: string
}

/** Reads a passage again by the same rules as `analyzePassage`, without its index's bulk. */
export function readPassage(passage: {
  title: string
  headings: string
  text: string
}): ReadPassage {
  const heading = wordsOf(plainText(`${passage.title}\n${passage.headings}`))
  const text = wordsOf(plainText(passage.text))
  const { language } = guessLanguage([...text.slice(0, 200), ...heading])
  return {
    heading: termsOf(heading, language),
    text: termsOf(text, language),
    nearest: contentOf(nearestHeading(passage), language).terms,
    spelling: `_${[...heading, ...text].map((word) => fold(word.text)).join('_')}_`,
  }
}

/** The last part of a heading path (`A › B`), or the title of a passage that stands under none. */
function nearestHeading({ title, headings }: { title: string; headings: string }): string {
  return plainText(headings.split(/\n| › /).at(-1) || title)
}

/**
 * The words of a text that have n-grams, one of each spelling. Words of one text count once, which keeps
 * the index a third of the size at the same quality. Stop words and unspaced scripts have none.
 */
function spelled(words: Word[]): Word[] {
  const bySpelling = new Map<string, Word>()
  for (const word of words) {
    if (word.script !== 'unspaced' && !word.compound && !isStopWord(word, 'english')) {
      bySpelling.set(fold(word.text), word)
    }
  }
  return [...bySpelling.values()]
}

/** The n-grams of a word as they are indexed. */
function gramsText(word: Word): string {
  word.found.grams ??= gramsOfWord(fold(word.text)).join(' ')
  return word.found.grams
}

/** Character 4-grams of a word between boundary marks: `_str`, `stre`, … `eam_`. */
function gramsOfWord(word: string): string[] {
  const marked = `_${word}_`
  if (marked.length <= GRAM_CHARS) return [marked]
  const grams: string[] = []
  for (let at = 0; at + GRAM_CHARS <= marked.length; at += 1) {
    grams.push(marked.slice(at, at + GRAM_CHARS))
  }
  return grams
}

function isStopWord({ script, stopIn }: Word, language: Language): boolean {
  if (stopIn.length === 0) return false
  if (script === 'cyrillic') return stopIn.includes('russian')
  if (script === 'arabic') return stopIn.includes('arabic')
  return stopIn.includes(language)
}

/** A word of a question, and with the English particle after it the noun of the two: "back up", "backup". */
interface AskedWord extends Word {
  noun?: Word
}
const PARTICLES = new Set(['up', 'in', 'out', 'off', 'on', 'down'])

function withParticles(words: Word[]): AskedWord[] {
  return words.map((word, at) => {
    const particle = words[at + 1]?.text ?? ''
    if (word.script !== 'latin' || !PARTICLES.has(particle)) return word
    return { ...word, noun: createWord(word.text + particle, 'latin') }
  })
}

function questionWords(
  word: AskedWord,
  language: Language,
  guess: 'sure' | 'unsure',
): QuestionWord[] {
  if (word.script === 'unspaced') return unspacedWords(word.text)
  const own = stemOf(word, language)
  const others =
    guess === 'sure'
      ? [stemOf(word, language === 'vietnamese' ? language : 'english')]
      : stemsInAnyLanguage(word)
  const noun = word.noun ? [stemOf(word.noun, language)] : []
  const terms = [...new Set([own, ...others, ...noun, ...umlautSpellings(word, language, guess)])]
  const grams = word.compound ? [] : gramsOfWord(fold(word.text))
  const inflects = word.script !== 'latin' || !['english', 'vietnamese'].includes(language)
  return [{ text: word.text, terms, grams, inflects, compound: word.compound }]
}

/** "Kuendigung" for "Kündigung", as people type without umlauts on their keyboard. */
function umlautSpellings(word: Word, language: Language, guess: 'sure' | 'unsure'): string[] {
  if (guess === 'sure' && language !== 'german') return []
  const umlauts = word.text
    .replace(/ae/g, 'ä')
    .replace(/oe/g, 'ö')
    .replace(/(?<![aeq])ue/g, 'ü')
  return umlauts === word.text ? [] : [stemOf(createWord(umlauts, 'latin'), 'german')]
}

/** Chinese question words and particles, which stand in every question and in few passages. */
const CHINESE_QUESTION =
  /什么|甚麼|怎么样|怎么|怎样|如何|哪些|哪个|哪里|哪一|多少|为什么|为何|是否|可以|请问|是谁|[的了吗呢]/g
const HIRAGANA = /^[\p{sc=Hiragana}ー]+$/u

/**
 * Bigrams of a run, without those of question words (Chinese) and of grammar (hiragana alone), so
 * that a question is not taken for a foreign one because passages do not ask. All of them when
 * nothing else is left.
 */
function unspacedWords(run: string): QuestionWord[] {
  const pieces = run.split(CHINESE_QUESTION).filter((piece) => piece !== '')
  const content = pieces.flatMap(bigramsOf).filter((bigram) => !HIRAGANA.test(bigram))
  const bigrams = content.length > 0 ? content : bigramsOf(run)
  return bigrams.map((bigram) => ({
    text: bigram,
    terms: [bigram],
    grams: [],
    inflects: false,
    compound: false,
  }))
}
