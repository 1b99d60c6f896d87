import { load } from 'cheerio'
import { lettersOf } from '../../server/text/letters.ts'

const FENCE = /^\s*(?:> ?)*(?:(?:[-*+]|\d+\.)\s+)*(`{3,}|~{3,})/

/** The lines of a Markdown text outside of code, without code spans and escaped characters. */
export function plainLines(markdown: string): string[] {
  const lines: string[] = []
  let open = ''
  for (const line of markdown.split('\n')) {
    const [, fence = ''] = FENCE.exec(line) ?? []
    if (open !== '') {
      if (fence.startsWith(open)) open = ''
    } else if (fence !== '') open = fence
    else lines.push(line)
  }
  return lines
    .join('\n')
    .replace(/(?<!`)(`{1,4})(?!`)[^`\n]+\1(?!`)|(``) .{0,500}? ``/g, '`x`')
    .replace(/\\[!-/:-@[-`{-~]/g, 'x')
    .replace(/<(?:https?|mailto):[^>\s]*>/g, 'x')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

/** The letters of a Markdown text that is shown: without the targets of links and languages. */
export function shownLetters(markdown: string): string {
  const shown = markdown
    .replace(/\]\((?:https?|mailto):[^()\s]*\)/g, ']')
    .replace(/^(\s*(?:[-*+] |\d+\. )*[`~]{3,})[\w+-]*$/gm, '$1')
    .replace(/^#{1,6} /gm, '')
  return lettersOf(/&[#a-z]/i.test(shown) ? load(shown.replaceAll('<', '&lt;')).text() : shown)
}
