import type { Token } from 'markdown-it'

/**
 * A definition list as items, a term in bold and a colon before what it means. `read` gives the
 * text of lines; `tokens` are those of the list, which begins at `from`.
 */
export function definitionItems(
  tokens: Token[],
  from: number,
  read: (start: number, end: number) => string,
): string {
  const items: string[] = []
  let terms: string[] = []
  for (let at = from + 1; tokens[at] && tokens[at]?.level !== 0; at += 1) {
    const token = tokens[at]
    if (!token?.map || token.level !== 1) continue
    if (token.type === 'dt_open') terms.push(bold(tokens[at + 1]?.content ?? ''))
    if (token.type !== 'dd_open') continue
    const [start, end] = linesIn(tokens, at) ?? token.map
    const text = meaning(read(start, end))
    items.push(terms.length > 0 ? `- ${terms.join(', ')}:${text}` : `-${text}`)
    terms = []
  }
  return items.join('\n')
}

/** The lines of what a definition holds: its own are those of its term as well. */
function linesIn(tokens: Token[], from: number): [start: number, end: number] | null {
  let start = Number.POSITIVE_INFINITY
  let end = 0
  for (let at = from + 1; tokens[at] && tokens[at]?.type !== 'dd_close'; at += 1) {
    const map = tokens[at]?.map
    if (!map) continue
    start = Math.min(start, map[0])
    end = Math.max(end, map[1])
  }
  return end === 0 ? null : [start, end]
}

/** Below the first letter of its item, its own mark left out. */
function meaning(source: string): string {
  const [, mark = '', text = ''] = /^(\s*[:~][ \t]*)([^]*)$/.exec(source) ?? ['', '', source]
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(new RegExp(`^[ \\t]{1,${Math.max(2, mark.length)}}`), ''))
  const body = lines
    .join('\n')
    .trim()
    .replace(/\n(?=.)/g, '\n  ')
  return /^(?:[-*+] |\d+[.)] |`{3}|\|)/.test(body) ? `\n  ${body}` : ` ${body}`
}

function bold(term: string): string {
  const line = term.replace(/\s+/g, ' ').replace(/\s*:$/, '').trim()
  return /[*`[\]_]/.test(line) ? line : `**${line}**`
}
