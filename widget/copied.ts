import type { Answer } from './answer.ts'
import { webAddress } from './links.ts'

/** An item of a list or a row of a table that ends with a marker. */
const MARKED = /^(?<line>[ \t]*(?:[-*+]|\d+[.)]) .*|\|.*?) (?<marker>\[\d+\])(?<bar> \|)?$/

/**
 * An answer as Markdown with a numbered list of its sources. Equal markers of neighbouring items or
 * rows stand once, at the last one.
 */
export function copied({ text, citations }: Pick<Answer, 'text' | 'citations'>): string {
  const lines = text.split('\n').map((line, at, all) => {
    const own = MARKED.exec(line)?.groups
    const next = MARKED.exec(all[at + 1] ?? '')?.groups
    return own && own['marker'] === next?.['marker'] ? own['line'] + (own['bar'] ?? '') : line
  })
  const sources = citations.map(({ ordinal, title, url }) => {
    const name = title.replace(/[[\]\\]/g, '\\$&')
    const address = webAddress(url)?.href
    return `${ordinal}. ${address ? `[${name || address}](${address})` : name}`
  })
  return [lines.join('\n'), sources.join('\n')].filter(Boolean).join('\n\n')
}
