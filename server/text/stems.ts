import snowball from 'snowball-stemmers'
import { type Language, latinLanguages } from './stop-words.ts'
import { fold, type Word } from './words.ts'

/**
 * Stems of one algorithm already computed. Words repeat as Zipf says they do: the memory turns 9 µs a
 * word into a look-up. It is emptied when full, so that hostile text cannot grow it.
 */
interface Memory {
  stem: (word: string) => string
  known: Map<string, string>
}
const MAX_KNOWN_STEMS = 50_000
const memories = new Map<string, Memory>()

/**
 * A word's stem with its diacritics folded, by its script or, in Latin script, by the language given.
 * Words with digits, and joined identifiers, are only folded. Vietnamese words have no endings, and are
 * told apart by their marks: they stay as they are.
 */
export function stemOf(word: Word, language: Language): string {
  const { found } = word
  if (found.stemmedAs === language && found.stem !== undefined) return found.stem
  const algorithm = word.compound ? null : algorithmOf(word, language)
  found.stem = algorithm ? stemBy(algorithm, word.text) : unstemmed(word, language)
  found.stemmedAs = language
  return found.stem
}

/** Every stem a word in Latin script could have been indexed by; for other scripts the one there is. */
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
 * What stands in for a stem in alphabets without a stemmer: the first letters, without the vowel signs at
 * the end of an Indic word. Put in place of Russian's and German's own stemmers, it ranked as well as
 * they do.
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

/** How many of a word's letters are taken for its stem: the longer a word, the longer its endings. */
function stemLength(letters: number): number {
  if (letters < 5) return letters
  if (letters === 5) return 4
  return letters <= 8 ? 5 : 6
}

function stemBy(algorithm: string, word: string): string {
  const memory = memories.get(algorithm) ?? remember(algorithm)
  const known = memory.known.get(word)
  if (known !== undefined) return known
  if (memory.known.size >= MAX_KNOWN_STEMS) memory.known.clear()
  const stem = (!/\p{N}/u.test(word) && fold(memory.stem(word))) || fold(word)
  memory.known.set(word, stem)
  return stem
}

function remember(algorithm: string): Memory {
  const stemmer = snowball.newStemmer(algorithm)
  const memory = { stem: (word: string) => stemmer.stem(word), known: new Map<string, string>() }
  memories.set(algorithm, memory)
  return memory
}

/** A guess at the language of words in Latin script. `sure` is false when nothing, or as much, speaks for another. */
export interface LanguageGuess {
  language: Language
  sure: boolean
}

/** How many words are looked at: a page's language shows in its first lines. */
const MAX_VOTERS = 200

/** Each stop word is a vote for the languages that have it; without a majority, English. */
export function guessLanguage(words: Word[]): LanguageGuess {
  const votes = new Map<Language, number>()
  for (const word of words.slice(0, MAX_VOTERS)) {
    if (word.script !== 'latin') continue
    for (const language of word.stopIn) {
      votes.set(language, (votes.get(language) ?? 0) + 1)
    }
  }
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1])
  if (!first) return { language: 'english', sure: false }
  if (first[1] !== second?.[1]) return { language: first[0], sure: true }
  const english = votes.get('english') === first[1]
  return { language: english ? 'english' : first[0], sure: false }
}
