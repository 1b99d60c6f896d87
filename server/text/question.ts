import { analyzedPart } from './analyzed-part.ts'
import { clausesOf } from './clauses.ts'
import { isCommonWord } from './common-words.ts'
import { guessLanguage, type LanguageGuess } from './language.ts'
import { gramsOfWord } from './ngrams.ts'
import { searchableText } from './searchable-text.ts'
import { stemOf, stemsInAnyLanguage } from './stems.ts'
import type { Language } from './stop-words.ts'
import { bigramsOf, createWord, fold, isStopWord, type Word, wordsOf } from './words.ts'

/**
 * A question with its content words. It is analysed once in a turn, by retrieval, and handed on:
 * plain data of at most 64 words, which costs less to copy to another thread than to make again.
 */
export interface AnalyzedQuestion {
  /** As it was asked, as far as it is analysed. */
  text: string
  /** Those of sentences that end with a question mark come first, else in reading order. */
  words: QuestionWord[]
  /** Every term and n-gram of the words, each once. */
  terms: string[]
  grams: string[]
}

/** A term that a word is also looked for by. */
export interface Synonym {
  term: string
  /** `same` by a group of the collection, `related` by the thesaurus of the language. */
  meaning: 'same' | 'related'
}

/** A content word of a question. */
export interface QuestionWord {
  /** As it is written, in lower case. */
  text: string
  /** Terms it may be indexed as, the likeliest first. */
  terms: string[]
  /** Those of its terms that stand for it (docs/behaviour.md#synonyms); absent: none. */
  synonyms?: Synonym[]
  /** The term of the word joined with the particle after it: "turnoff" of "turn off". */
  joined?: string
  /** Character n-grams of the word as it is spelt. */
  grams: string[]
  /** Its language may have more endings than its stemmer knows: any language but a few. */
  inflects: boolean
  /**
   * A joined identifier, whose parts are words of the question as well: its absence says nothing.
   */
  compound: boolean
  /** It is common in any text of its language: it says little that a passage lacks it. */
  common: boolean
  /** Which sentence of the question it is in, from 0. */
  clause: number
  /** That sentence ends with a question mark. */
  asks: boolean
}

/** A question may have 16,000 characters; ranking by more words than this only costs time. */
const MAX_QUESTION_WORDS = 64

/**
 * Analyses a question into the words to look for. Stop words are left out, unless the question
 * consists of nothing else. A word is looked for by its stem in the question's language and in
 * English (in which passages without a recognisable language are indexed); where the question is
 * too short to tell its language, by its stems in every language known. A word is replaced by what
 * `meant` has for it: a misspelt one by its correction, a compound by its parts. Takes linear time.
 */
export function analyzeQuestion(question: string, meant: Meant = AS_WRITTEN): AnalyzedQuestion {
  const text = analyzedPart(question)
  const all = askedWords(text, meant)
  const guess = guessLanguage(all.map(({ word }) => word))
  const content = all.filter(({ word }) => !isStopWord(word, guess.language))
  const words = firstWords(content.length > 0 ? content : all, guess)
  return {
    text,
    words,
    terms: [...new Set(words.flatMap((word) => word.terms))],
    grams: [...new Set(words.flatMap((word) => word.grams))],
  }
}

/** The first words to look for, each once. */
function firstWords(asked: AskedWord[], { language, sure }: LanguageGuess): QuestionWord[] {
  const words = new Map<string, QuestionWord>()
  const read = new Set<string>()
  for (const each of asked) {
    if (read.has(each.word.text)) continue
    read.add(each.word.text)
    for (const found of questionWords(each, language, sure ? 'sure' : 'unsure')) {
      const key = found.terms[0] ?? ''
      if (!words.has(key)) words.set(key, found)
      if (words.size === MAX_QUESTION_WORDS) return [...words.values()]
    }
  }
  return [...words.values()]
}

/** The content words of any text, to be compared with a passage as those of a question are. */
export function contentWordsOf(text: string): QuestionWord[] {
  return analyzeQuestion(text).words
}

/** Words to read in place of a word. */
export type Meant = ReadonlyMap<string, Word[]>
const AS_WRITTEN: Meant = new Map()

/** A word with its place among those of its sentence. */
interface AskedWord extends Pick<QuestionWord, 'clause' | 'asks'> {
  word: Word
  sentence: readonly Word[]
  place: number
}
const PARTICLES = new Set(['up', 'in', 'out', 'off', 'on', 'down'])
/** After an object, these are particles at the end of a sentence alone: "log me in". */
const PREPOSITIONS = new Set(['in', 'on'])
/** How many words an object may have: "turn the old computer off". */
const MAX_OBJECT = 3

/** Whether an English word makes another verb of the one before it: "turn off". */
export function isParticle({ text }: Word): boolean {
  return PARTICLES.has(text)
}

/** The words of a question; those of sentences that end with a question mark first. */
function askedWords(question: string, meant: Meant): AskedWord[] {
  return clausesOf(searchableText(question))
    .map((clause, at) => ({ ...clause, at }))
    .sort((one, other) => Number(other.asks) - Number(one.asks))
    .flatMap(({ text, asks, at }) => {
      const sentence = wordsOf(text).flatMap((word) => meant.get(word.text) ?? [word])
      return sentence.map((word, place) => ({ word, sentence, place, clause: at, asks }))
    })
}

/** The noun that a word makes with the English particle after it: "back up", "backup". */
function nounOf({ word, sentence, place }: AskedWord): Word | null {
  if (word.script !== 'latin') return null
  const after = sentence.slice(place + 1, place + 2 + MAX_OBJECT)
  const particle = after.find((candidate, at) => {
    const isBeside = at === 0 || place + at + 2 === sentence.length
    return isParticle(candidate) && (isBeside || !PREPOSITIONS.has(candidate.text))
  })
  return particle ? createWord(word.text + particle.text, 'latin') : null
}

function questionWords(
  asked: AskedWord,
  language: Language,
  guess: 'sure' | 'unsure',
): QuestionWord[] {
  const { word } = asked
  const place = { clause: asked.clause, asks: asked.asks }
  if (word.script === 'unspaced') {
    return unspacedWords(word.text).map((found) => ({ ...found, ...place }))
  }
  const own = stemOf(word, language)
  const others =
    guess === 'sure'
      ? [stemOf(word, language === 'vietnamese' ? language : 'english')]
      : stemsInAnyLanguage(word)
  const noun = nounOf(asked)
  const joined = noun && stemOf(noun, language)
  const umlauts = umlautSpellings(word, language, guess)
  const terms = [...new Set([own, ...others, ...(joined ? [joined] : []), ...umlauts])]
  const grams = word.compound ? [] : gramsOfWord(fold(word.text))
  const inflects = word.script !== 'latin' || !['english', 'vietnamese'].includes(language)
  const { text, compound } = word
  const common = isCommonWord(word, language)
  return [{ text, terms, grams, inflects, compound, common, ...place, ...(joined && { joined }) }]
}

/** "Kündigung" for "Kuendigung": not every keyboard has umlauts. */
function umlautSpellings(word: Word, language: Language, guess: 'sure' | 'unsure'): string[] {
  if (guess === 'sure' && language !== 'german') return []
  const umlauts = word.text
    .replace(/ae/g, 'ä')
    .replace(/oe/g, 'ö')
    .replace(/(?<![aeq])ue/g, 'ü')
  return umlauts === word.text ? [] : [stemOf(createWord(umlauts, 'latin'), 'german')]
}

/** Chinese question words and particles, which are in every question and in few passages. */
const CHINESE_QUESTION =
  /什么|甚麼|怎么样|怎么|怎样|如何|哪些|哪个|哪里|哪一|多少|为什么|为何|是否|可以|请问|是谁|[的了吗呢]/g
const HIRAGANA = /^[\p{sc=Hiragana}ー]+$/u

/**
 * Bigrams of a run, less those of question words (Chinese) and of grammar (hiragana alone):
 * passages do not ask, and the question would look foreign to them. All bigrams when nothing else
 * is left.
 */
function unspacedWords(run: string): Omit<QuestionWord, 'clause' | 'asks'>[] {
  const pieces = run.split(CHINESE_QUESTION).filter((piece) => piece !== '')
  const content = pieces.flatMap(bigramsOf).filter((bigram) => !HIRAGANA.test(bigram))
  const bigrams = content.length > 0 ? content : bigramsOf(run)
  return bigrams.map((bigram) => ({
    text: bigram,
    terms: [bigram],
    grams: [],
    inflects: false,
    compound: false,
    common: false,
  }))
}
