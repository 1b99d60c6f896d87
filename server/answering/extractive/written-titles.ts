import type { Paragraph, RootContent } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { isOf } from '../../text/discourse.ts'
import { isNoteLabel } from '../../text/note-labels.ts'

const TITLE_CHARS = 90
const QUESTION_CHARS = 250
/** Commands and settings may be bold, too, and are told. */
const COMMAND = /[=$<>{}|\\]|(?:^|\s)--?\w/
const ENDS_SENTENCE = /[.!?:;。！？：…]["'”»)]*$/u
/** A label, below which the section goes on. */
const EXAMPLE = /^(?:example|beispiel|exemple|ejemplo)$/iu
const ARTICLE = /^(?:an?|the|eine?|der|die|das|une?|les?|la|el|los|las)\s+/iu

/**
 * The title that a paragraph is for what follows it, as some pages write headings and terms: all of
 * it is bold, or the next paragraph begins with it. null for any other paragraph.
 */
export function titleWrittenAs(node: Paragraph, next: RootContent | undefined): string | null {
  const text = toString(node).replace(/\s+/g, ' ').trim()
  const isTitle = text !== '' && text.length <= TITLE_CHARS && !ENDS_SENTENCE.test(text)
  if (!isTitle || isOf(text, 'caption') || isLabel(text) || COMMAND.test(text)) return null
  return isBold(node) || isExplained(text, next) ? text : null
}

/** The bold question with which a paragraph begins, or that it is; null for any other paragraph. */
export function questionAbove({ children: [first] }: Paragraph): string | null {
  if (first?.type !== 'strong') return null
  const text = toString(first).replace(/\s+/g, ' ').trim()
  return /[?？؟]$/.test(text) && text.length <= QUESTION_CHARS ? text : null
}

function isLabel(text: string): boolean {
  return isNoteLabel(text) || EXAMPLE.test(text)
}

function isBold({ children }: Paragraph): boolean {
  const written = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  return written.length > 0 && written.every(holdsOnlyBold)
}

function holdsOnlyBold(node: Paragraph['children'][number]): boolean {
  if (node.type === 'strong') return true
  return (node.type === 'emphasis' || node.type === 'link') && node.children.every(holdsOnlyBold)
}

function isExplained(term: string, next: RootContent | undefined): boolean {
  if (next?.type !== 'paragraph') return false
  const first = toString(next).replace(ARTICLE, '').toLowerCase()
  const beginning = term.toLowerCase()
  return first.startsWith(`${beginning} `) || first.startsWith(`${beginning}, `)
}
