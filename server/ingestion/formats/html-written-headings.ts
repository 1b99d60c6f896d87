import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element, Text } from 'domhandler'
import { PANEL_HEADING } from './html-disclosed.ts'
import { nameQuestions } from './html-questions.ts'

const HEADING_CHARS = 120
const QUESTION_CHARS = 250
/** On average, what a term of a list means takes so many characters where it is a section. */
const SECTION_CHARS = 200
/** What a longer one means is read as paragraphs of its own, not as an item. */
const ITEM_CHARS = 400
/** "Q: …" and "A: …" of a page of questions. */
const QUESTION = /^(?:Q|Question|F|Frage|P|Pregunta)\s?\d*\s?[:.)]\s+/
const ANSWER = /^(?:A|Answer|Antwort|R|Réponse|Respuesta)\s?\d*\s?[:.)]\s*/
/** Below the headings of HTML: numbered ones by their numbers, then all others. */
const FIRST_LEVEL = 6
const LAST_LEVEL = 9

/**
 * Makes headings (`h7` to `h9`) of what pages write as ones in other elements: a paragraph that is
 * nothing but an anchor, a question in bold letters before its answer, "Q: …" before "A: …", the
 * summary of details, and terms with an anchor or a question whose explanation is long.
 */
export function nameHeadings($: CheerioAPI): void {
  nameQuestions($)
  for (const node of $('p').get()) {
    const level = levelOf($, node)
    if (level !== null) node.name = `h${level}`
  }
  for (const node of $('details > summary').get()) node.name = PANEL_HEADING
  for (const list of $('dl').get()) nameTerms($, list)
}

function levelOf($: CheerioAPI, node: Element): number | null {
  const text = $(node).text().trim()
  if (text === '' || text.length > QUESTION_CHARS) return null
  if (QUESTION.test(text)) return isAnswered($, node) ? LAST_LEVEL : null
  if (text.length > HEADING_CHARS || /[.,:;]$/.test(text)) return null
  return isAll($, node, 'a[name]:not([href]), a[id]:not([href])') ? levelOfNumber(text) : null
}

/** "2.7.1. Layout" is below "2.7. Windows". */
function levelOfNumber(text: string): number {
  const [number = ''] = /^\d+(?:\.\d+)+/.exec(text) ?? []
  const depth = number.split('.').length
  return number === '' ? LAST_LEVEL : Math.min(LAST_LEVEL, FIRST_LEVEL + depth - 1)
}

/** Whether all of the text of a node is in one element of it. */
function isAll($: CheerioAPI, node: Element, selector: string): boolean {
  return $(node).find(selector).first().text().trim() === $(node).text().trim()
}

/** Whether the answer follows; both lose the letter before them. */
function isAnswered($: CheerioAPI, question: Element): boolean {
  const [answer] = $(question).nextAll().not('br, hr').get()
  if (!answer || !ANSWER.test($(answer).text().trim())) return false
  cutStart(question, QUESTION)
  cutStart(answer, ANSWER)
  return true
}

/** Cuts what matches at the beginning of a node, which may be spread over elements: "<b>A:</b>". */
function cutStart(node: Element, start: RegExp): void {
  const texts = textsOf(node)
  const all = texts.map(({ data }) => data).join('')
  const blanks = all.length - all.trimStart().length
  let left = blanks + (start.exec(all.trimStart())?.[0].length ?? 0)
  for (const text of texts) {
    const cut = Math.min(left, text.data.length)
    text.data = text.data.slice(cut)
    left -= cut
  }
}

function textsOf(node: AnyNode): Text[] {
  if (node.type === 'text') return [node]
  return node.type === 'tag' ? node.children.flatMap(textsOf) : []
}

/** Terms of a list in a list are one level further down. */
function nameTerms($: CheerioAPI, list: Element): void {
  const terms = $(list).children('dt').get()
  const meant = $(list).children('dd').text().trim().length
  const isLong = meant >= SECTION_CHARS * terms.length
  const level = Math.min(LAST_LEVEL, FIRST_LEVEL + 1 + $(list).parents('dl').length)
  for (const term of terms) {
    if (QUESTION.test($(term).text().trim())) isAnswered($, term)
    const text = $(term).text().trim()
    const isHead = /[?？]$/.test(text) || (isLong && hasAnchor($, term))
    if (isHead && text.length <= QUESTION_CHARS) term.name = `h${level}`
  }
}

/** Whether all of a list of terms fits into items: short texts, without headings. */
export function isListOfTerms($: CheerioAPI, list: Element): boolean {
  const terms = $(list).children('dt').length
  const meant = $(list).children('dd').text().trim().length
  return meant <= ITEM_CHARS * terms && $(list).find(NO_ITEM).length === 0
}
const NO_ITEM = 'h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, dl, div > dt, table table'

function hasAnchor($: CheerioAPI, term: Element): boolean {
  return term.attribs.id !== undefined || $(term).find('a[name], [id]').length > 0
}
