interface CodeUnit {
  kind: string
  text: string
}

/** Shorter code at the end of a passage was not cut for its length. */
const MIN_CUT_CHARS = 400
const PAIRS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
/** Strings and comments, in which brackets need no partner. */
const QUOTED =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\/|(?<![^\s;{}(),])(?:\/\/|#(?=\s)).*/g

/**
 * Whether code at the beginning or the end of a passage is only a part of a block that was cut for
 * its length: it closes brackets that it does not open, or leaves some open, or it begins further
 * inside than it goes on.
 */
export function isCutCode(code: string, place: { first: boolean; last: boolean }): boolean {
  const { closed, open } = unpaired(code)
  if (place.first && (closed || beginsInside(code))) return true
  return place.last && open && code.length >= MIN_CUT_CHARS
}

/** Whether the last unit of a passage and the first of the next one are parts of one block. */
export function areOneCode(above: CodeUnit, below: CodeUnit): boolean {
  return above.kind === 'code' && below.kind === 'code' && above.text.length >= MIN_CUT_CHARS
}

function beginsInside(code: string): boolean {
  const [first = 0, ...rest] = Array.from(
    code.matchAll(/^[ \t]*(?=\S)/gm),
    ([blanks]) => blanks.length,
  )
  return rest.some((blanks) => blanks < first)
}

function unpaired(code: string): { closed: boolean; open: boolean } {
  const opened: string[] = []
  for (const [bracket] of code.replace(QUOTED, '').matchAll(/[()[\]{}]/g)) {
    const partner = PAIRS.get(bracket)
    if (partner === undefined) opened.push(bracket)
    else if (opened.pop() !== partner) return { closed: true, open: false }
  }
  return { closed: false, open: opened.length > 0 }
}
