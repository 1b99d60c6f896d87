import { type Act, acts, type Phrases } from './phrases/phrases.ts'
import { fold } from './words.ts'

/** A word or several that stand together, and what it says in the rule it belongs to. */
export interface PhraseWord {
  /** Words; characters in a language without spaces. */
  units: string[]
  /** null: a filler, which fits in everywhere. */
  rule: PhraseRule | null
  /** The bit of each group that the word satisfies; 0 when it only may occur. */
  groups: number
}

export interface PhraseRule {
  act: Act
  /** The bits of all groups. */
  complete: number
}

/** The phrases of a language, ready to be looked up. */
export interface PhraseBook {
  /** Words are not separated: a unit is a character. */
  unspaced: boolean
  /** By their first unit. */
  words: ReadonlyMap<string, PhraseWord[]>
  /** By their first letter: single words that are long enough to be recognized when misspelt. */
  spellings: ReadonlyMap<string, string[]>
}

const MIN_MISSPELT_CHARS = 5

/** Reads the rules of a language as `Phrases` describes them. */
export function compilePhrases(phrases: Phrases, { unspaced }: { unspaced: boolean }): PhraseBook {
  const words = new Map<string, PhraseWord[]>()
  const add = (word: string, rule: PhraseRule | null, groups: number) => {
    const units = unitsOf(word.replaceAll('_', ' '), { unspaced })
    const [first] = units
    if (first !== undefined)
      words.set(first, [...(words.get(first) ?? []), { units, rule, groups }])
  }
  for (const filler of listOf(phrases.filler)) add(filler, null, 0)
  for (const act of acts) {
    for (const text of phrases[act]) {
      const groups = text.split(' + ').map((group) => group.split(' ~ ').map(listOf))
      const rule = { act, complete: 2 ** groups.length - 1 }
      const bits = new Map<string, number>()
      for (const [at, [required = [], optional = []]] of groups.entries()) {
        for (const word of required) bits.set(word, (bits.get(word) ?? 0) | (2 ** at))
        for (const word of optional) bits.set(word, bits.get(word) ?? 0)
      }
      for (const [word, satisfied] of bits) add(word, rule, satisfied)
    }
  }
  return { unspaced, words, spellings: unspaced ? new Map() : spellingsOf(words) }
}

function spellingsOf(words: ReadonlyMap<string, PhraseWord[]>): Map<string, string[]> {
  const spellings = new Map<string, string[]>()
  for (const [unit, starting] of words) {
    const isWord = starting.some(({ units }) => units.length === 1)
    if (!isWord || unit.length < MIN_MISSPELT_CHARS) continue
    const initial = unit.charAt(0)
    spellings.set(initial, [...(spellings.get(initial) ?? []), unit])
  }
  return spellings
}

function listOf(words: string): string[] {
  return words.split(' ').filter((word) => word !== '')
}

const PICTURES =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Join_Control}|\p{Variation_Selector}|\u20e3/gu
/** ":)", ";-P", "xD", "<3", "^^", and Korean and Japanese laughter. */
const EMOTICONS =
  /[:;=8x][-'^o]?[)(\]dp3*/\\|](?![\p{L}\d])|<3|\^[_.-]?\^|(?<![\p{L}\p{N}])x+d+(?![\p{L}\p{N}])|[ㅋㅎㅠㅜ]+|[〜～~ーｗ]+|(?<=[\p{sc=Han}\p{sc=Hiragana}])w+$/giu

/**
 * The words of a text as phrases are compared by: folded, without pictures, emoticons and
 * punctuation, doubled letters once ("hiii" as "hi"), but not the two that begin a word: "SSO" is
 * not "so". In a language without spaces its characters, of which only those that stand three times
 * or more are drawn together.
 */
export function unitsOf(text: string, { unspaced }: { unspaced: boolean }): string[] {
  const written = text.toLowerCase().replace(PICTURES, ' ').replace(EMOTICONS, ' ')
  const plain = fold(written.normalize('NFKC'))
    .replace(
      /(?<=[\p{sc=Cyrillic}\p{sc=Hebrew}])['’ʼ`´"״׳](?=[\p{sc=Cyrillic}\p{sc=Hebrew}])/gu,
      ' ',
    )
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, unspaced ? '' : ' ')
  if (unspaced) return [...plain.replace(/(.)\1{2,}/gu, '$1')]
  return plain
    .replace(/(?<=\p{L})(\p{L})\1+|(\p{L})\2{2,}/gu, '$1$2')
    .split(' ')
    .filter((word) => word !== '')
}
