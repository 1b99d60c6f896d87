/** A tag of HTML or JSX. */
export interface Tag {
  name: string
  closes: boolean
  selfClosing: boolean
  attributes: string
  end: number
}

/** Elements whose content is not shown. */
export const UNSHOWN = new Set(['script', 'style', 'svg', 'template', 'noscript', 'iframe'])
export const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const INLINE = new Set(
  'a abbr b bdi bdo button cite code data del dfn em font i img input ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr br'.split(
    ' ',
  ),
)
const BLOCK = new Set(
  'address article aside audio blockquote body canvas caption center col colgroup dd details dialog div dl dt embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li link main map menu meta nav noscript object ol optgroup option p param picture pre script search section select source style summary svg table tbody td template textarea tfoot th thead title tr track ul video'.split(
    ' ',
  ),
)

export function isBlock(name: string): boolean {
  return !INLINE.has(name)
}

/** Beyond this, `<` does not begin a tag: a page of `<` would take quadratic time. */
const MAX_TAG_CHARACTERS = 50_000

/** The tag that begins at `start`, or null: `a < b` and `Array<string>` are text. */
export function readTag(source: string, start: number, jsx: boolean): Tag | null {
  const head = /<(\/?)([A-Za-z][\w.-]*)(?=[\s/>])/y
  head.lastIndex = start
  const match = head.exec(source)
  if (!match) return null
  const name = jsx ? (match[2] ?? '') : (match[2] ?? '').toLowerCase()
  if (!jsx && !INLINE.has(name) && !BLOCK.has(name) && !name.includes('-')) return null
  const end = endOfTag(source, head.lastIndex)
  if (end < 0) return null
  const attributes = source.slice(head.lastIndex, end - 1)
  return { name, closes: match[1] === '/', selfClosing: attributes.endsWith('/'), attributes, end }
}

/** Past the `>` that is in no quotes and no braces; -1 without one. */
function endOfTag(source: string, from: number): number {
  const last = Math.min(source.length, from + MAX_TAG_CHARACTERS)
  let braces = 0
  for (let at = from; at < last; at++) {
    const char = source[at]
    if (char === '{') braces++
    else if (char === '}') braces--
    else if (char === '"' || char === "'" || (char === '`' && braces > 0))
      at = endOfQuote(source, at)
    else if (char === '>' && braces <= 0) return at + 1
    if (at < 0) return -1
  }
  return -1
}

function endOfQuote(source: string, from: number): number {
  let at = from + 1
  while (at < source.length && source[at] !== source[from]) at += source[at] === '\\' ? 2 : 1
  return at < source.length ? at : Number.NEGATIVE_INFINITY
}

export function attribute(tag: Tag, name: string): string | null {
  const match = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>{]+))`,
    'i',
  ).exec(tag.attributes)
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null
}
