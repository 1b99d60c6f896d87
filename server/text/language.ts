import { type Language, languages } from './stop-words.ts'
import { type Word, wordsOf } from './words.ts'

/** A guess at the language of words in Latin script; not `sure` when another has as many votes. */
export interface LanguageGuess {
  language: Language
  sure: boolean
  /** How many words voted for it. */
  votes: number
}

/** How many words vote: the first lines of a page show its language. */
const MAX_VOTERS = 200
/** The beginning of a text that has so many words, unless most are as long as addresses. */
const SAMPLE_CHARS = 4000

/**
 * Each stop word is a vote for the languages that have it; without a majority, English, or else the
 * first that got a vote. Of several parts of a text the first ones vote before the others.
 */
export function guessLanguage(...parts: (readonly Word[])[]): LanguageGuess {
  const voters = votersOf(parts)
  const votes = languages.map(() => 0)
  for (const { stopIn } of voters) for (const at of stopIn) votes[at] = (votes[at] ?? 0) + 1
  const most = Math.max(...votes)
  if (most === 0) return { language: 'english', sure: false, votes: 0 }
  const first = languages.filter((_, at) => votes[at] === most)
  if (first.length === 1) return { language: first[0] as Language, sure: true, votes: most }
  if (first.includes('english')) return { language: 'english', sure: false, votes: most }
  const named = voters.flatMap(({ stopIn }) => stopIn).find((at) => votes[at] === most)
  return { language: languages[named as number] as Language, sure: false, votes: most }
}

function votersOf(parts: (readonly Word[])[]): Word[] {
  const voters: Word[] = []
  let left = MAX_VOTERS
  for (const words of parts) {
    for (let at = 0; at < words.length && left > 0; at += 1, left -= 1) {
      const word = words[at] as Word
      if (word.script === 'latin' && word.stopIn.length > 0) voters.push(word)
    }
  }
  return voters
}

/** The same for a text, by its first 4,000 characters. */
export function guessLanguageOf(text: string): LanguageGuess {
  return guessLanguage(firstWordsOf(text))
}

function firstWordsOf(text: string): Word[] {
  return wordsOf(text.slice(0, SAMPLE_CHARS))
}

/** The language whose stemmer and stop words a text in Latin script is read with. */
export function stemmingLanguageOf(text: string): Language {
  return guessLanguageOf(text).language
}

/** The language of a text, or the script that stands for one: enough to choose a translation by. */
export type SpokenLanguage =
  | Language
  | 'polish'
  | 'ukrainian'
  | 'japanese'
  | 'korean'
  | 'chinese'
  | 'hebrew'
  | 'greek'

/**
 * The language of a text by its script, in Latin script by its stop words; null where they do not
 * tell, such as in a question of one name.
 */
export function spokenLanguageOf(text: string): SpokenLanguage | null {
  const script = prevailingScript(text)
  if (script === 'cyrillic') return /[іїєґІЇЄҐ]/.test(text) ? 'ukrainian' : 'russian'
  if (script) return script
  const words = firstWordsOf(text)
  const { language, sure, votes } = guessLanguage(words)
  const polish = words.slice(0, MAX_VOTERS).filter(({ text }) => POLISH.test(text)).length
  if (polish > 0 && 2 * polish >= votes) return 'polish'
  return sure ? language : null
}

/**
 * Words of Polish, and letters, that none of the other languages has: twice a vote, since Polish
 * has no stop words here. One name in a text of another language is outvoted.
 */
const POLISH = /[łąćęńśźż]|^(?:czy|gdzie|dlaczego|ile|jaki|jakie|kiedy)$/iu

type Script = Exclude<SpokenLanguage, Language> | 'arabic' | 'cyrillic'

/** Kana before Han: Japanese is written in both, Chinese in one. */
const scripts: [Script, RegExp][] = [
  ['japanese', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['korean', /\p{sc=Hangul}/gu],
  ['chinese', /\p{sc=Han}/gu],
  ['cyrillic', /\p{sc=Cyrillic}/gu],
  ['arabic', /\p{sc=Arabic}/gu],
  ['hebrew', /\p{sc=Hebrew}/gu],
  ['greek', /\p{sc=Greek}/gu],
]

/** The script of at least a third of the letters; null for Latin and any other. */
function prevailingScript(text: string): Script | null {
  const sample = text.slice(0, 2000)
  if (!/[^\p{sc=Latin}\P{L}]/u.test(sample)) return null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  for (const [script, pattern] of scripts) {
    // Half of a Japanese text may be Han.
    const share = script === 'japanese' ? 0.1 : 0.3
    if ((sample.match(pattern)?.length ?? 0) > letters * share) return script
  }
  return null
}
