import { fold, wordsOf } from '../../../text/words.ts'
import type { Rule } from './rule.ts'

/**
 * A word in capitals inside a sentence is a name, except in German, which writes every noun so; one
 * with capitals inside it is a name anywhere. Passages or the question must hold it, or spell out
 * what it abbreviates.
 */
export const name: Rule = {
  reason: 'name',
  judge({ assertion: { text, language }, evidence, asked, comparable }) {
    if (!comparable) return null
    const source = text.replace(/`[^`]*`/g, ' ').replace(/[*_]/g, '')
    const spelt = language === 'german' ? /(?!)/g : NAME
    const names = [...source.matchAll(spelt), ...source.matchAll(INNER_CAPITALS)]
    const known = [...evidence, asked]
    const isKnown = (each: string) =>
      known.some((passage) => {
        const { words, initials } = passage.vocabulary()
        return knowsName(words, each) || initials.has(each.replace(/s$/, '').toLowerCase())
      })
    return names.every(([each]) => isKnown(each)) ? null : 'missing'
  },
}

const NAME = /(?<=[\p{Ll}\p{N},;]\s+)\p{Lu}[\p{L}\p{M}\p{N}]+/gu
const INNER_CAPITALS =
  /(?<![\p{L}\p{N}./@-])(?:\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,6}s?)(?![\p{L}\p{N}])/gu
/** Beginnings this long tell a name in another case. */
const BEGINNING = 5

function knowsName(words: Set<string>, each: string): boolean {
  const spelt = fold(each.toLowerCase())
  if (words.has(spelt)) return true
  const parts = wordsOf(each).map((word) => fold(word.text))
  if (parts.some((part) => words.has(part))) return true
  if (spelt.length < BEGINNING) return false
  const beginning = spelt.slice(0, Math.max(4, spelt.length - 2))
  for (const word of words) if (word.startsWith(beginning)) return true
  return false
}
