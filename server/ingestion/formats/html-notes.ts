import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { isNoteLabel } from '../../text/note-labels.ts'

/** Boxes beside the text, by the classes that generators of documentation give them. */
const NOTES = new Set(
  'admonition theme-admonition admonitionblock callout bd-callout custom-block markdown-alert starlight-aside notecard note tip hint warning caution important attention danger info alert seealso'.split(
    ' ',
  ),
)
const BOX = 'div, section, aside, blockquote, table'
const HEADING = 'h2, h3, h4, h5, h6'
const TITLED = '[class*="title"], [class*="heading"], [class*="Heading"], [class*="label"]'
const TITLE_CHARS = 80
/** A longer box with a heading is a section. */
const NOTE_CHARS = 4000
const INLINE = new Set(
  'a abbr b br cite code em i img kbd mark q s samp small span strong sub sup u var'.split(' '),
)
const CONTAINERS = new Set('p div section table tbody tr td dl dd blockquote article'.split(' '))

/** Kinds of notes, among the words of their classes (`theme-admonition-tip`). */
const KINDS = new Set(
  'note tip hint warning caution important attention danger info seealso error success example abstract bug failure question'.split(
    ' ',
  ),
)

/** A note that a page shows beside its text. */
export interface Note {
  kind: string
  title?: string
}

/**
 * Puts the title of each note ("Important") in bold before its text, in place of the heading or the
 * icon that pages give it: below a heading would stand what follows the note as well. A note that
 * is an aside becomes a part of the text. Returns the titles.
 */
export function labelNotes($: CheerioAPI): Map<Element, string> {
  const titles = new Map<Element, string>()
  // Notes in a note come first: it has one title then.
  for (const box of $(BOX).get().toReversed()) {
    if (!isNote(box)) continue
    const head = headOf($, box)
    if (!head) continue
    if (box.name === 'aside') box.name = 'div'
    const label = labelOf($, head)
    $(head).remove()
    prepend($, box, `${label}${/[.!?:：！？]$/.test(label) ? '' : ':'}`)
    titles.set(box, label)
  }
  return titles
}

/** The note that an element is. A longer one, or one with a heading, is a section. */
export function noteOf($: CheerioAPI, box: Element, title: string | undefined): Note | null {
  if (!isNote(box) || $(box).find(HEADING).length > 0) return null
  if ($(box).text().length > NOTE_CHARS) return null
  const words = (box.attribs.class ?? '').toLowerCase().split(/[\s_-]+/)
  const named = title && isNoteLabel(title) ? title.toLowerCase().replace(/[:!：！]$/, '') : 'note'
  return { kind: words.find((word) => KINDS.has(word)) ?? named, ...(title && { title }) }
}

export function isNote({ attribs }: Element): boolean {
  if (attribs.role === 'note') return true
  return (attribs.class ?? '').split(/\s+/).some((name) => NOTES.has(name.toLowerCase()))
}

/**
 * Puts what the title page of a document in DocBook says of its authors and its licence at the end,
 * under a heading of its own, makes paragraphs of the headings in it, and lead-ins of the titles of
 * examples and procedures.
 */
export function unheadTitles($: CheerioAPI): void {
  const headings = $('.titlepage').find(`h1, ${HEADING}`).not('.title').get()
  for (const heading of headings) heading.name = 'p'
  const page = $('.titlepage').first()
  const imprint = page.find(IMPRINT).filter((_, part) => $(part).parents(IMPRINT).length === 0)
  if (imprint.length > 0) page.parent().append($('<h2>').text('Copyright'), imprint)
  for (const title of $('.example, .procedure').children('.title').get()) {
    const introduces = $(title).next().length > 0 && !/[.:?!]$/.test($(title).text().trim())
    if (introduces) $(title).append(':')
  }
}

const IMPRINT =
  '.authorgroup, .author, .othercredit, .copyright, .legalnotice, .pubdate, .revhistory'

/** The title of a note: its first text, or an icon before it. */
function headOf($: CheerioAPI, box: Element): Element | undefined {
  const headings = $(box).find(HEADING).get()
  if (headings.length > 1 || $(box).text().length > NOTE_CHARS) return undefined
  const heads = [...headings, ...$(box).find(`${TITLED}, th, img[alt]`).get()]
  return heads.find((head) => isHead($, head, box))
}

function isHead($: CheerioAPI, head: Element, box: Element): boolean {
  const label = labelOf($, head)
  if (label === '' || label.length > TITLE_CHARS || hasTextBefore($, head, box)) return false
  return isNoteLabel(label) || (head.name !== 'img' && head.name !== 'th' && $(head).is(TITLED))
}

function labelOf($: CheerioAPI, head: Element): string {
  const text = head.name === 'img' ? (head.attribs.alt ?? '') : $(head).text()
  const label = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ icon$/i, '')
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function hasTextBefore($: CheerioAPI, head: Element, box: Element): boolean {
  for (let at: AnyNode | null = head; at && at !== box; at = at.parent) {
    for (let before = at.prev; before; before = before.prev) {
      if (before.type !== 'comment' && $(before).text().trim() !== '') return true
    }
  }
  return false
}

/** Puts a label before the first words of an element. */
function prepend($: CheerioAPI, box: Element, label: string): void {
  const bold = $('<strong>').text(label)
  const first = box.children.find((node) => node.type !== 'comment' && $(node).text().trim() !== '')
  if (first?.type === 'text') first.data = first.data.trimStart()
  if (first?.type !== 'tag' || INLINE.has(first.name)) $(box).prepend(bold, ' ')
  else if (CONTAINERS.has(first.name)) prepend($, first, label)
  else $(first).before($('<p>').append(bold))
}
