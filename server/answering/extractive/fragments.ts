import type { ScoredUnit } from './score-units.ts'

/** What stands below a picture, without a full stop. */
const CAPTION =
  /^(?:how to|figure|fig\.|table|image|screenshot|photo|diagram|source:|abbildung|abb\.|bild|tabelle|capture|schéma|imagen|figura)\b.*[\p{L}\p{N})]$/iu
const CAPTION_CHARS = 90
/** The rest of a sentence whose beginning is no text, such as the name of a linked page. */
const REST = /^(?:for|in|of|to|and|or|with|at|on|by|from|as) /
const COPYRIGHT = /^(?:©|\(c\) ?\d|copyright\b|all rights reserved)/i
/** A shorter sentence before a detached full stop is the rest of one. */
const STUMP_CHARS = 50

/**
 * Whether a unit answers nothing: the rest of a longer block of code, a heading written as text,
 * or a sentence whose object was an image.
 */
export function isFragment({ unit }: ScoredUnit): boolean {
  if (unit.kind === 'code') return unit.cut || /^\s/.test(unit.text)
  if (unit.kind !== 'sentence') return false
  if (unit.text.length < STUMP_CHARS && /\s[.:]$/.test(unit.text)) return true
  if (unit.text.length < CAPTION_CHARS && CAPTION.test(unit.text)) return true
  if (unit.text.length < STUMP_CHARS && REST.test(unit.text)) return true
  if (COPYRIGHT.test(unit.text)) return true
  return /^(?:[\p{L}\p{M}'’&/-]+\s?){1,4}$/u.test(unit.text) && !UNSPACED.test(unit.text)
}
const UNSPACED =
  /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u
