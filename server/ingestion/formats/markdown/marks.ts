/*
 * What the scanner found and the reader of blocks needs is written between noncharacters, which
 * `decode` has kept out of the text.
 */

const ANCHOR_START = '\ufdd0'
const ANCHOR_END = '\ufdd1'
const OPEN = '\ufdd2'
const FIELD = '\ufdd3'
const CLOSE = '\ufdd4'
const CAPTION = '\ufdd5'
const DEFINITION = '\ufdd6'
const END = '\ufdd7'

/** A part of a page that stands apart: an admonition, or what its label is a heading of. */
export interface Container {
  /** The kind of an admonition. */
  admonition?: string
  /** The heading of what is in it: the label of a tab, the summary of details. */
  label?: string
  /** Written in bold at its beginning. */
  title?: string
}

export type Mark =
  | { kind: 'open'; container: Container }
  | { kind: 'close' }
  | { kind: 'definition' }

/** Where an `<a id="…">` stood. */
export function anchorMark(id: string): string {
  return ANCHOR_START + id + ANCHOR_END
}

/** A line of its own, before what is in the container. */
export function openMark({ admonition = '', label = '' }: Container): string {
  return `${OPEN}${oneLine(admonition)}${FIELD}${oneLine(label)}${END}`
}

export const closeMark = `${CLOSE}${END}`

/** At the beginning of a paragraph that is the caption of a figure. */
export const captionMark = CAPTION

/** A line of its own: the items of the list after it are terms with what they mean. */
export const definitionMark = `${DEFINITION}${END}`

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const MARK = new RegExp(
  `([${OPEN}${CLOSE}${DEFINITION}])([^${FIELD}${END}]*)${FIELD}?([^${END}]*)${END}`,
  'g',
)
const NOTHING_BUT_MARKS = new RegExp(`^(?:[${OPEN}${CLOSE}${DEFINITION}][^${END}]*${END}\\s*)+$`)

/** The marks of a paragraph that is nothing else, or null. */
export function marksOf(paragraph: string): Mark[] | null {
  const first = paragraph[0] ?? ''
  if (first < OPEN || first > END || !NOTHING_BUT_MARKS.test(paragraph)) return null
  return Array.from(paragraph.matchAll(MARK), ([, sign, first = '', second = '']): Mark => {
    if (sign === CLOSE) return { kind: 'close' }
    if (sign === DEFINITION) return { kind: 'definition' }
    const admonition = first === '' ? {} : { admonition: first }
    return {
      kind: 'open',
      container: second === '' ? admonition : { ...admonition, label: second },
    }
  })
}

const ANCHOR = new RegExp(`${ANCHOR_START}([^${ANCHOR_END}]*)${ANCHOR_END}`)
const ALL_ANCHORS = new RegExp(ANCHOR, 'g')
const ALL_MARKS = new RegExp(`${MARK.source}|${CAPTION}`, 'g')

/** The id of the first anchor in a text. */
export function anchorIn(text: string): string | null {
  return ANCHOR.exec(text)?.[1] ?? null
}

export function isCaption(text: string): boolean {
  return text.startsWith(CAPTION)
}

const ANY = new RegExp(`[${ANCHOR_START}-${END}]`)

export function withoutMarks(text: string): string {
  if (!ANY.test(text)) return text
  return text.replace(ALL_ANCHORS, '').replace(ALL_MARKS, '')
}
