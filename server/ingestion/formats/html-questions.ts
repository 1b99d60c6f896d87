import type { CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'

/** Below all other headings. */
const HEADING = 'h9'
const QUESTION_CHARS = 250
const BOLD = 'b, strong'
/** Elements that are part of a line. */
const INLINE = 'a, span, font, u, big, b, strong'
/** Elements whose lines may be questions. */
const BLOCK = 'p, div, section, article, main, body, center, dd'
/** Elements that end a line. */
const BORDER =
  'br, hr, p, div, ul, ol, dl, table, pre, blockquote, section, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9'
const NUMBER = /^(?:Q?\d+(?:\.\d+)*[.):]?)?$/
/** "**Why?** Because …" is one statement. */
const LEAST_WORDS = 3

/**
 * Makes headings of questions before their answers: those in bold letters at the beginning of a
 * line, or of all items of a list, and those that DocBook marks (`qandaset`).
 */
export function nameQuestions($: CheerioAPI): void {
  for (const question of $('.question').get()) nameMarked($, question)
  for (const list of $('ol, ul').get()) openList($, list)
  for (const bold of $(BOLD).get()) {
    if (isQuestion($(bold).text())) nameLine($, outermost($, bold))
  }
}

function isQuestion(text: string): boolean {
  return /[?？]\s*$/.test(text) && text.trim().length <= QUESTION_CHARS
}

/** Elements, or rows of a table that only lays them out. */
function nameMarked($: CheerioAPI, question: Element): void {
  const [answer] = $(question).next('.answer').get()
  if (!answer || $(question).text().trim().length > QUESTION_CHARS) return
  const cells = $([question, answer]).children('td, th').append(' ').get()
  const table = $(question).parentsUntil(':not(tbody, table)').get()
  for (const node of [...cells, ...table, answer]) node.name = 'div'
  question.name = HEADING
}

/** A list in which every item is a question with its answer is read as sections. */
function openList($: CheerioAPI, list: Element): void {
  const items = $(list).children('li').get()
  const isAnswered = (item: Element) => {
    const question = $(item).find(BOLD).first().text().trim()
    if (!isQuestion(question)) return false
    const text = $(item).text().trim()
    return text.startsWith(question) && text !== question
  }
  if (items.length > 0 && items.every(isAnswered)) {
    for (const node of [list, ...items]) node.name = 'div'
  }
}

/** The outermost element with nothing else than this text. */
function outermost($: CheerioAPI, bold: Element): Element {
  const { parent } = bold
  const isAll = parent?.type === 'tag' && $(parent).is(INLINE)
  return isAll && sameText($, parent, bold) ? outermost($, parent) : bold
}

function nameLine($: CheerioAPI, question: Element): void {
  const block = question.parent
  if (block?.type !== 'tag' || !$(block).is(BLOCK) || $(block).closest('li, td, th').length > 0)
    return
  const before = lineBefore($, question)
  if (!NUMBER.test($(before).text().trim()) || leadsAway($, question)) return
  if ($(question).text().trim().split(/\s+/).length < LEAST_WORDS && !endsLine($, question)) return
  const heading = $(`<${HEADING}>`)
  const isFirst = !(before[0] ?? question).prev
  if (isFirst && block.attribs.id) heading.attr('id', block.attribs.id)
  $(question).replaceWith(heading)
  heading.append(...before, question)
  if (block.name === 'p') block.name = 'div'
}

function lineBefore($: CheerioAPI, { prev }: Element): AnyNode[] {
  const before: AnyNode[] = []
  for (let at = prev; at && !$(at).is(BORDER); at = at.prev) before.unshift(at)
  return before
}

function endsLine($: CheerioAPI, { next }: Element): boolean {
  let at = next
  while (at?.type === 'text' && at.data.trim() === '') at = at.next
  return !at || $(at).is(BORDER)
}

/** Whether it is an entry of a list of questions, which leads to the answer. */
function leadsAway($: CheerioAPI, question: Element): boolean {
  const [link] = $(question).filter('a[href]').add($(question).find('a[href]')).get()
  return link !== undefined && sameText($, link, question)
}

function sameText($: CheerioAPI, one: Element, other: Element): boolean {
  return $(one).text().trim() === $(other).text().trim()
}
