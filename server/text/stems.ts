import snowball from 'snowball-stemmers'
import { type Language, latinLanguages } from './stop-words.ts'
import { bigramsOf, fold, type Word } from './words.ts'

/**
 * A cache of the stems of one algorithm, which take 9 µs each: words repeat (Zipf's law). It is
 * emptied when full, so that hostile text cannot grow it.
 */
interface StemCache {
  stem: (word: string) => string
  known: Map<string, string>
}
const MAX_KNOWN_STEMS = 50_000
const caches = new Map<string, StemCache>()

/**
 * A word's stem with its diacritics folded, by its script or, in Latin script, by the language
 * given. Words with digits are only folded. A joined form is stemmed like the word that it is
 * elsewhere ("meet-ups", "meetup"). Vietnamese words have no endings, and are told apart by their
 * marks: they stay as they are.
 */
export function stemOf(word: Word, language: Language): string {
  if (word.stemmedAs === language && word.stem !== null) return word.stem
  const algorithm = algorithmOf(word, language)
  word.stem = algorithm ? stemBy(algorithm, word.text) : unstemmed(word, language)
  word.stemmedAs = language
  return word.stem
}

/** Terms of words in reading order, as they are indexed: stems, and bigrams of unspaced scripts. */
export function termsOf(words: readonly Word[], language: Language): string[] {
  const terms: string[] = []
  for (const word of words) {
    if (word.script === 'unspaced') {
      terms.push(...bigramsOf(word.text))
      continue
    }
    const stem = stemOf(word, language)
    terms.push(stem)
    // For keyboards without the marks of Vietnamese.
    if (language === 'vietnamese' && fold(stem) !== stem) terms.push(fold(stem))
  }
  return terms
}

/** Every stem by which a word in Latin script may be indexed; in other scripts its only one. */
export function stemsInAnyLanguage(word: Word): string[] {
  if (word.script !== 'latin') return [stemOf(word, 'english')]
  return [...new Set(latinLanguages.map((language) => stemOf(word, language)))]
}

function algorithmOf(word: Word, language: Language): string | null {
  switch (word.script) {
    case 'latin':
      return language === 'vietnamese' ? null : language
    case 'cyrillic':
      return 'russian'
    case 'arabic':
    case 'tamil':
    case 'armenian':
      return word.script
    case 'dictionary':
    case 'unspaced':
    case 'other':
      return null
  }
}

function unstemmed({ text, script, compound }: Word, language: Language): string {
  if (script === 'latin' && language === 'vietnamese' && !compound) return text
  return script === 'other' ? withoutEnding(fold(text)) : fold(text)
}

/**
 * The stem in alphabets without a stemmer: the first letters, without the vowel signs at the end
 * of an Indic word. In place of the Russian and the German stemmer it ranked as well as they do.
 */
function withoutEnding(word: string): string {
  if (/\p{N}/u.test(word)) return word
  const letters = word.match(/\P{M}\p{M}*/gu) ?? []
  if (letters.length < 2) return word
  return letters
    .slice(0, stemLength(letters.length))
    .join('')
    .replace(/\p{M}+$/u, '')
}

/** How many letters of a word are its stem: the longer a word, the longer its endings. */
function stemLength(letters: number): number {
  if (letters < 5) return letters
  if (letters === 5) return 4
  return letters <= 8 ? 5 : 6
}

function stemBy(algorithm: string, word: string): string {
  const cache = caches.get(algorithm) ?? remember(algorithm)
  const known = cache.known.get(word)
  if (known !== undefined) return known
  if (cache.known.size >= MAX_KNOWN_STEMS) cache.known.clear()
  const stem = (!/\p{N}/u.test(word) && fold(cache.stem(word))) || fold(word)
  cache.known.set(word, stem)
  return stem
}

function remember(algorithm: string): StemCache {
  const stemmer = snowball.newStemmer(algorithm)
  const cache = { stem: (word: string) => stemmer.stem(word), known: new Map<string, string>() }
  caches.set(algorithm, cache)
  return cache
}
