import { guessLanguage } from './stems.ts'
import type { Language } from './stop-words.ts'
import { wordsOf } from './words.ts'

/** A language, or a script that stands for one: as much as the choice of a sentence needs. */
export type Spoken =
  | Language
  | 'polish'
  | 'ukrainian'
  | 'japanese'
  | 'korean'
  | 'chinese'
  | 'hebrew'
  | 'greek'

/** The language of a text; English where nothing tells, such as in a question of one name. */
export function languageOf(text: string): Spoken {
  return clearLanguageOf(text) ?? 'english'
}

/** The language of a text by its script, in Latin script by its stop words; null where they do not tell. */
export function clearLanguageOf(text: string): Spoken | null {
  const script = prevailingScript(text)
  if (script === 'cyrillic') return /[іїєґІЇЄҐ]/.test(text) ? 'ukrainian' : 'russian'
  if (script) return script
  if (POLISH.test(text)) return 'polish'
  const { language, sure } = guessLanguage(wordsOf(text))
  return sure ? language : null
}

/** Letters and words that no other language with a sentence below has. */
const POLISH = /[łąęśźż]|(?<!\p{L})(?:czy|gdzie|dlaczego|ile|jest|jaki|jakie|kiedy)(?!\p{L})/iu

type Script = Exclude<Spoken, Language> | 'arabic' | 'cyrillic'

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

/** The script that at least a third of the letters is written in; null for Latin and any other. */
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
