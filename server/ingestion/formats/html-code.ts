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

/** A code span of Markdown. */
export function quoted(text: string): string {
  if (text.trim() === '') return ''
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** Names in code that touch are one name. */
export function joined(before: string, text: string): string {
  const touch = /[^`]`$/.test(before.slice(-2)) && /^`[^`]/.test(text)
  return touch ? before.slice(0, -1) + text.slice(1) : before + text
}
