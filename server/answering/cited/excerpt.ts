import { codePoints } from '../../contract/text.ts'
import { parseBlocks } from '../../text/markdown.ts'
import type { QuestionWord } from '../../text/question.ts'
import { fold } from '../../text/words.ts'
import { MAX_SNIPPET_CHARS, snippetOf } from './snippet.ts'

/** Lines of a passage that are shown whole: a paragraph, an item, a row, a block of code. */
interface Unit {
  from: number
  to: number
  /** The lines of the head of its table. */
  head?: [from: number, to: number] | undefined
}

const STRUCTURES = new Set([
  'bullet_list_open',
  'ordered_list_open',
  'table_open',
  'fence',
  'code_block',
])

/**
 * The part of a passage that supports an assertion, of at most 300 code points: Markdown of whole
 * items, rows and blocks around the one in which most words of `clue` occur, where the passage has
 * lists, tables or code; else, and where such a part would be longer, the plain text of `snippetOf`
 * (docs/behaviour.md#citations).
 */
export function excerptOf(passage: string, clue: QuestionWord[]): string | null {
  const plain = snippetOf(passage, clue)
  const lines = passage.toWellFormed().split(/\r?\n/)
  const { units, hasStructure } = unitsOf(passage)
  const best = likeliest(units, lines, clue)
  if (plain === null || !hasStructure || best < 0) return plain
  const text = widest(units, lines, best)
  // Raw HTML would be shown as it is written.
  return text === null || /(?<!\\)<[a-z!/]/i.test(text.replace(/```[^]*?```|`[^`]*`/g, ''))
    ? plain
    : text
}

function unitsOf(passage: string): { units: Unit[]; hasStructure: boolean } {
  const { tokens } = parseBlocks(passage.toWellFormed(), { jsx: false })
  const units: Unit[] = []
  let head: Unit['head']
  for (const { type, level, map } of tokens) {
    if (!map) continue
    const [from, to] = map
    if (type === 'table_open' && level === 0) head = [from, from + 2]
    const isRow = type === 'tr_open' && level === 2 && head !== undefined && from >= head[1]
    if (isRow) units.push({ from, to, head })
    else if (type === 'list_item_open' && level === 1) units.push({ from, to })
    else if (level === 0 && !/_list_open|table_open/.test(type)) units.push({ from, to })
  }
  return { units, hasStructure: tokens.some(({ type }) => STRUCTURES.has(type)) }
}

/** Index of the unit with most words of the clue, the first of equals; -1 without units. */
function likeliest(units: Unit[], lines: string[], clue: QuestionWord[]): number {
  const scores = units.map(({ from, to }) => {
    const text = fold(lines.slice(from, to).join(' ').toLowerCase())
    return clue.filter(({ terms }) => terms.some((term) => text.includes(term))).length
  })
  return scores.indexOf(Math.max(...scores))
}

/** The unit with what leads in, then what follows and what stands before, while there is room. */
function widest(units: Unit[], lines: string[], best: number): string | null {
  let range: [number, number] = [best, best]
  let text = render(units, lines, range)
  const before = Array.from({ length: best }, () => [-1, 0] as const)
  const after = Array.from({ length: units.length - 1 - best }, () => [0, 1] as const)
  for (const [back, on] of [...before.slice(0, 1), ...after, ...before.slice(1)]) {
    const wider: [number, number] = [range[0] + back, range[1] + on]
    const rendered = text === null ? null : render(units, lines, wider)
    if (rendered !== null) [range, text] = [wider, rendered]
  }
  return text
}

/** The Markdown of a range of units; null when it is too long. */
function render(units: Unit[], lines: string[], [first, last]: [number, number]): string | null {
  const [start, end] = [units[first], units[last]]
  if (!start || !end) return null
  const head = start.head ? lines.slice(...start.head) : []
  const body = [...head, ...lines.slice(start.from, end.to)].join('\n').trim()
  const text = `${first > 0 ? '…\n\n' : ''}${body}${last < units.length - 1 ? '\n\n…' : ''}`
  return codePoints(text) <= MAX_SNIPPET_CHARS ? text : null
}
