import type { CheerioAPI } from 'cheerio'

/** Headings that manual pages have in common. */
const COMMON = /^(?:NAME|SYNOPSIS|DESCRIPTION|OPTIONS)$/gm
const LEAST_COMMON = 2
/** At the left border, in capitals. */
const HEADING = /^[\p{Lu}][\p{Lu}\p{N} ,./&()'-]*$/u
const SUBHEADING = /^ {2,4}\S/
/** The first and the last line, over the whole width: "POSTQUEUE(1)        POSTQUEUE(1)". */
const RUNNING_TITLE = /^(?:\S.* {3,}|\s{16,})\S+\(\w+\)$/
/** The text stands below its headings by so much at least. */
const LEAST_BASE = 5
/** How much further to the right than the text code and explanations begin. */
const LEAST_INDENT = 3
/** How much further to the right than an option its explanation stands. */
const ITEM_INDENT = 7

/**
 * Reads manual pages that are shown as they look in a terminal, as one `<pre>`: their headings,
 * paragraphs, options with what they mean, and examples become elements of their own.
 */
export function readManuals($: CheerioAPI): void {
  for (const pre of $('pre').get()) {
    const text = $(pre).text().replaceAll('\t', '        ')
    if ((text.match(COMMON) ?? []).length < LEAST_COMMON) continue
    const base = baseOf(text)
    const elements = sectionsOf(text).flatMap(({ heading, blocks }) => [
      ...heading,
      ...elementsOf(blocks, base),
    ])
    $(pre).replaceWith(elements.join('\n').replaceAll('</ul>\n<ul>', ''))
  }
}

interface ManualSection {
  heading: string[]
  /** Lines between empty ones. */
  blocks: string[][]
}

function sectionsOf(text: string): ManualSection[] {
  const sections: ManualSection[] = [{ heading: [], blocks: [[]] }]
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    const blocks = sections.at(-1)?.blocks ?? []
    const above = blocks.at(-1) ?? []
    if (RUNNING_TITLE.test(line)) continue
    if (line === '') blocks.push([])
    else if (HEADING.test(line)) sections.push(headed('h2', line))
    else if (SUBHEADING.test(line) && above.length === 0) sections.push(headed('h3', line))
    else above.push(line)
  }
  return sections.map((section) => ({
    ...section,
    blocks: section.blocks.filter(({ length }) => length > 0),
  }))
}

function headed(tag: string, line: string): ManualSection {
  return { heading: [`<${tag}>${escaped(line.trim())}</${tag}>`], blocks: [[]] }
}

/** The blocks of a section as elements; what is further to the right explains the option above. */
function elementsOf(blocks: string[][], base: number): string[] {
  const elements: string[] = []
  let item: { term: string; parts: string[] } | null = null
  for (const block of blocks) {
    const isOwn = indentOf(block[0] ?? '') < base + LEAST_INDENT
    const option = isOwn ? optionIn(block, base) : null
    if (!isOwn && item) item.parts.push(isCode(block, base) ? codeOf(block) : paragraph(block))
    else {
      endItem()
      if (option) item = option
      else elements.push(isOwn ? paragraph(block) : codeOf(block))
    }
  }
  endItem()
  return elements

  function endItem(): void {
    if (item) elements.push(`<ul><li><b>${item.term}</b>: ${item.parts.join('')}</li></ul>`)
    item = null
  }
}

/** A line, and what is said of it on the same line or further to the right below. */
function optionIn([first = '', ...rest]: string[], base: number) {
  const column = indentOf(rest[0] ?? '')
  const isExplained = rest.length > 0 && rest.every((line) => indentOf(line) >= base + LEAST_INDENT)
  const beside = /^\s*(\S{1,6}(?: \S+)?)\s{2,}(\S.*)$/.exec(first)
  const begins = beside ? first.length - (beside[2] ?? '').length : -1
  if (beside && (rest.length === 0 ? begins === base + ITEM_INDENT : begins === column)) {
    return { term: escaped(beside[1] ?? ''), parts: [prose([beside[2] ?? '', ...rest])] }
  }
  return isExplained ? { term: escaped(first.trim()), parts: [prose(rest)] } : null
}

/** By how many blanks the text is indented. */
function baseOf(text: string): number {
  const indents = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [indentOf(line)]))
  return indents.reduce((least, indent) => {
    return indent >= LEAST_BASE && indent < least ? indent : least
  }, Number.POSITIVE_INFINITY)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Lines as one, without the hyphens at their ends and the blanks that fill them up. */
function prose(lines: string[]): string {
  const text = lines.map((line) => line.trim()).join('\n')
  return escaped(text.replace(/(?<=\p{Ll})[-‐]\n(?=\p{Ll})/gu, '').replace(/\s+/g, ' '))
}

/** Within the explanation of an option: code stands further right, or its lines do not align. */
function isCode(block: string[], base: number): boolean {
  const [first = '', ...rest] = block
  const indent = indentOf(first)
  if (indent >= base + ITEM_INDENT + LEAST_INDENT) return true
  const isItem = /^\s*(?:\d+[).]|[o*•-])\s/.test(first)
  return !isItem && rest.some((line) => indentOf(line) > indent)
}

function paragraph(lines: string[]): string {
  return `<p>${prose(lines)}</p>`
}

function codeOf(lines: string[]): string {
  const least = Math.min(...lines.map(indentOf))
  return `<pre>${escaped(lines.map((line) => line.slice(least)).join('\n'))}</pre>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
