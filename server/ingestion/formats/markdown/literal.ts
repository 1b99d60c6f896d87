/** A value of JavaScript or JSON in an attribute of an MDX component. */
export type Literal = string | number | boolean | null | Literal[] | { [key: string]: Literal }

const MAX_DEPTH = 20

/**
 * Parses a literal of strings, numbers, arrays and objects, with comments and trailing commas; null
 * when the source contains anything else. It is never executed.
 */
export function readLiteral(source: string): Literal {
  const tokens = (source.match(TOKEN) ?? []).filter((token) => !/^\/[/*]/.test(token))
  let at = 0

  function value(depth: number): Literal {
    const token = tokens[at++]
    if (token === undefined || depth > MAX_DEPTH) throw new SyntaxError('Not a literal.')
    if (token === '[') return list(depth)
    if (token === '{') return record(depth)
    if (/^["'`]/.test(token)) return unquote(token)
    if (/^[+\-.\d]/.test(token)) return Number(token)
    if (/^(true|false)$/.test(token)) return token === 'true'
    if (/^(null|undefined)$/.test(token)) return null
    throw new SyntaxError('Not a literal.')
  }

  function list(depth: number): Literal[] {
    const items: Literal[] = []
    while (tokens[at] !== ']') {
      items.push(value(depth + 1))
      if (tokens[at] === ',') at++
      else if (tokens[at] !== ']') throw new SyntaxError('Not a literal.')
    }
    at++
    return items
  }

  function record(depth: number): { [key: string]: Literal } {
    const entries: [string, Literal][] = []
    while (tokens[at] !== '}') {
      const key = unquote(tokens[at++] ?? '')
      if (tokens[at++] !== ':') throw new SyntaxError('Not a literal.')
      entries.push([key, value(depth + 1)])
      if (tokens[at] === ',') at++
      else if (tokens[at] !== '}') throw new SyntaxError('Not a literal.')
    }
    at++
    return Object.fromEntries(entries)
  }

  try {
    return value(0)
  } catch {
    return null
  }
}

/** Comments, strings, punctuation, and everything between them. */
const TOKEN =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|`(?:\\[^]|[^`\\])*`|[[\]{}:,]|[^\s[\]{}:,"'`/]+/g

function unquote(token: string): string {
  if (!/^["'`]/.test(token)) return token
  return token.slice(1, -1).replace(/\\([^])/g, (_, char: string) => (char === 'n' ? '\n' : char))
}
