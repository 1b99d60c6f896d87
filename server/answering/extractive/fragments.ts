import type { ScoredUnit } from './score-units.ts'
import { isCaption } from './written-titles.ts'

/** The rest of a sentence whose beginning is no text, such as the name of a linked page. */
const REST = /^(?:for|in|of|to|and|or|with|at|on|by|from|as) /
const COPYRIGHT = /^(?:©|\(c\) ?\d|copyright\b|all rights reserved)/i
/** What leads around in a page or a website, or asks of it. */
const NAVIGATION =
  /^\P{L}*(?:(?:back|return|go|jump|scroll) (?:up )?to (?:the )?top(?: of (?:the |this )?page)?|top of (?:the )?page|(?:previous|next|up)(?: page| chapter| section| topic)?(?:: .{1,80})?|(?:on|in) this page|table of contents|skip to (?:main )?content|(?:edit|print|share|improve|rate) this (?:page|article)(?: .{1,40})?|(?:was|is) this (?:page|article|answer|information)(?: .{1,40})? (?:helpful|useful)|nach oben|(?:zurück )?zum (?:seiten)?anfang|zurück nach oben|diese seite (?:bearbeiten|drucken)|(?:retour )?(?:en )?haut de (?:la )?page|volver arriba|ir arriba|torna su|naar boven)\P{L}*$/iu
/** A button above a text: "To open this…". */
const BUTTON = /^To \p{L}+ [^,.]{1,40}(?:\.{3}|…)$/u
/** A shorter sentence before a detached full stop is the rest of one. */
const STUMP_CHARS = 50

/**
 * Whether a unit answers nothing: the rest of a longer block of code, a table of which only the
 * header is there, a heading written as text, or a sentence whose object was an image.
 */
export function isFragment({ unit }: ScoredUnit): boolean {
  if (unit.kind === 'code') return unit.cut
  if (unit.kind === 'table') return unit.rows.length === 0
  if (unit.kind !== 'sentence') return false
  const text = unit.text.replace(EMPHASIS, '')
  if (text.length < STUMP_CHARS && /\s[.:]$/.test(text)) return true
  if (isCaption(text)) return true
  if (text.length < STUMP_CHARS && REST.test(text)) return true
  if (COPYRIGHT.test(text) || NAVIGATION.test(text) || BUTTON.test(text)) return true
  return TITLE.test(text) && !UNSPACED.test(text)
}
/** Around a whole line. */
const EMPHASIS = /^[*_]+|[*_]+$/g
/** A few words without a full stop; a number belongs to its word: "RAID-5". */
const TITLE = /^(?:\p{L}[\p{L}\p{M}'’&/-]*(?:-\p{N}[\p{N}+]*)?\s?){1,4}$/u
const UNSPACED =
  /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u
