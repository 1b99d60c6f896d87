import { isOf } from '../../text/discourse.ts'
import { isNoteLabel } from '../../text/note-labels.ts'
import type { Unit } from './passage-units.ts'

/** How a unit leads to others: the edges of a graph. What is chosen is closed under its needs. */
export interface Relations {
  /** It means little without the unit right before it. */
  needsPrevious: boolean
  /** It announces what the next unit shows. */
  needsNext: boolean
  /** It announces something that is read elsewhere, so that neither is shown. */
  readsElsewhere: boolean
  /** It says where an answer is found, and answers nothing. */
  pointsElsewhere: boolean
  /** Where in its section it points to code, a list or a table: 1 below, -1 above, 0 nowhere. */
  pointsAt: -1 | 0 | 1
}

/** How a unit leads to the next one of its section. */
export function relationsOf(unit: Unit, previous?: Unit): Relations {
  const { kind, markdown } = unit
  if (kind !== 'sentence') {
    return {
      needsPrevious: kind === 'code' || (previous !== undefined && introduces(previous, unit)),
      needsNext: false,
      readsElsewhere: false,
      pointsElsewhere: pointsElsewhere(unit),
      pointsAt: 0,
    }
  }
  const isNoteOnSteps = isNote(markdown) && previous?.ordered === true
  const isIntroduced = previous !== undefined && introduces(previous, unit)
  return {
    needsPrevious: isIntroduced || isNoteOnSteps || isOf(markdown, 'points back', 'goes on'),
    needsNext: isOf(markdown, 'announces'),
    readsElsewhere: isOf(markdown, 'announces reading'),
    pointsElsewhere: pointsElsewhere(unit),
    pointsAt: isOf(markdown, 'points below') ? 1 : isOf(markdown, 'points above') ? -1 : 0,
  }
}

/** Whether a sentence ends in a colon, or is right before a list, a table or code. */
function introduces(before: Unit, { kind, block }: Unit): boolean {
  if (before.kind !== 'sentence') return false
  return leadsIn(before) || (kind !== 'sentence' && before.block === block - 1)
}

/** Whether a unit is a sentence that ends in a colon. */
export function leadsIn({ kind, markdown }: Unit): boolean {
  return kind === 'sentence' && isOf(markdown, 'leads in')
}

/** Whether a unit says where an answer is found: an announcement, or a list of pages. */
export function pointsElsewhere({ kind, text, rows, leads }: Unit): boolean {
  if (kind === 'sentence') return isOf(text, 'leads elsewhere')
  return leads || (kind === 'list' && rows.length > 0 && rows.every(isLink))
}

/** Whether an item links a page: it ends in an address, or announces after a dash. */
function isLink(item: string): boolean {
  const said = item.split(/ [—–-] |: /).at(-1) ?? ''
  return /[\s—–:-]\/[\w/#.-]+$/.test(item) || isOf(said, 'leads elsewhere')
}

/** Answers that are asked for again and again while units are chosen. */
const readable = new WeakMap<Unit, boolean>()

/** Whether a unit may be part of an answer. */
export function isReadable(unit: Unit): boolean {
  const known =
    readable.get(unit) ??
    (!isFragment(unit) && !pointsElsewhere(unit) && !isOf(unit.markdown, 'notice'))
  readable.set(unit, known)
  return known
}

/** A shorter sentence before a detached full stop is the rest of one. */
const STUMP_CHARS = 50

/**
 * Whether a unit answers nothing: the rest of a longer block of code, a table of which only the
 * header is there, a heading written as text, or a sentence whose object was an image.
 */
export function isFragment(unit: Unit): boolean {
  if (unit.kind === 'code') return unit.cut
  if (unit.kind === 'table') return unit.rows.length === 0
  if (unit.kind !== 'sentence') return false
  const text = unit.text.replace(EMPHASIS, '')
  if (text.length < STUMP_CHARS && /\s[.:]$/.test(text)) return true
  if (isOf(text, 'caption', 'rest', 'around', 'rights') || BUTTON.test(text)) return true
  return TITLE.test(text) && !UNSPACED.test(text)
}
/** Around a whole line. */
const EMPHASIS = /^[*_]+|[*_]+$/g
/** A button above a text: "To open this…". */
const BUTTON = /^To \p{L}+ [^,.]{1,40}(?:\.{3}|…)$/u
/** A few words without a full stop; a number belongs to its word: "RAID-5". */
const TITLE = /^(?:\p{L}[\p{L}\p{M}'’&/-]*(?:-\p{N}[\p{N}+]*)?\s?){1,4}$/u
const UNSPACED =
  /\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Thai}|\p{sc=Lao}|\p{sc=Khmer}|\p{sc=Myanmar}/u

/** Whether a sentence begins with the label of a note: "**Note:** …". */
function isNote(sentence: string): boolean {
  const [, , label] = LABELLED.exec(sentence) ?? []
  return label !== undefined && isNoteLabel(label)
}
const LABELLED = /^(\*\*|__)([^*_]+)\1:? /

/** Whether a unit begins an entry of a glossary: the word in bold, and what it means. */
export function isEntry({ kind, markdown }: Unit): boolean {
  const [, , term] = kind === 'sentence' ? (ENTRY.exec(markdown) ?? []) : []
  return term !== undefined && !isNoteLabel(term)
}
const ENTRY = /^(\*\*|__)([^*_]+)\1(?: \([^)]*\))? \p{Lu}/u

/** Whether a unit is a sentence that says something by itself. */
export function isStatement({ kind, text }: Unit): boolean {
  return kind === 'sentence' && !isOf(text, 'leads in')
}
