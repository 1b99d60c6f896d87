/** The sign of a fence at the beginning of a line, after the marks of lists and quotes. */
const FENCE = /^((?:[ \t]|> ?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})(.*)$/

const SIGNS = /`{3}|~{3}/

/** Role of a line in fenced code; null outside of it. */
export type FenceLine = 'begins' | 'within' | 'ends' | null

/**
 * Tells of the lines of a Markdown text, asked for in their order, which are fenced code. A fence
 * is closed by one that is not indented further by four columns: that one is text of the code.
 */
export function createFences(): (line: string) => FenceLine {
  let open: { sign: string; indent: number } | null = null
  return (line) => {
    if (!SIGNS.test(line)) return open === null ? null : 'within'
    const [, before = '', sign = '', rest = ''] = FENCE.exec(line) ?? []
    if (open === null) {
      if (sign === '') return null
      open = { sign, indent: before.length }
      return 'begins'
    }
    const closes = sign.startsWith(open.sign) && rest.trim() === '' && /^[ \t>]*$/.test(before)
    if (!closes || before.length >= open.indent + 4) return 'within'
    open = null
    return 'ends'
  }
}

/** The lines of a text outside of fenced code. */
export function linesOutsideFences(text: string): string[] {
  const fenceOf = createFences()
  return text.split('\n').filter((line) => fenceOf(line) === null)
}
