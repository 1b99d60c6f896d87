import type { CheerioAPI } from 'cheerio'
import type { Element } from 'domhandler'

/** Code whose lines end with `<br>`, or are blocks, as well as with line feeds. */
export function codeText($: CheerioAPI, node: Element): string {
  for (const end of $(node).find('br').get()) {
    const { next } = end
    if (next?.type !== 'text' || !next.data.startsWith('\n')) $(end).replaceWith('\n')
  }
  for (const line of $(node).find('div, p, li, tr').get().toReversed()) {
    if (!$(line).text().endsWith('\n')) $(line).append('\n')
  }
  return $(node).text()
}

/** Makes a block of code of lines that are one element of code alone in their paragraph. */
export function blockCode($: CheerioAPI): void {
  for (const code of $('code, samp, tt').get()) {
    const { parent } = code
    if ($(code).find('br').length === 0) continue
    if (parent?.type !== 'tag' || !/^(?:p|div)$/.test(parent.name)) continue
    if ($(parent).text().trim() !== $(code).text().trim()) continue
    code.name = 'pre'
    parent.name = 'div'
  }
}

/** A code span of Markdown. */
export function quoted(source: string): string {
  const text = source.replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Names in code that touch are one name. */
export function joined(before: string, text: string): string {
  const touch = /[^`]`$/.test(before.slice(-2)) && /^`[^`]/.test(text)
  return touch ? before.slice(0, -1) + text.slice(1) : before + text
}
