import { beginsTag } from './escape-tags.ts'
import { type Literal, readLiteral } from './literal.ts'
import { directiveAt, expressionAt, templateTagAt } from './template-tags.ts'

/** Marks where an `<a id="…">` stood, around the id. `decode` has kept both out of the text. */
export const ANCHOR_START = '\ufdd0'
export const ANCHOR_END = '\ufdd1'

/**
 * Removes from Markdown what is meant for a site's generator and not for its readers: HTML and JSX
 * tags, comments, template tags, directives, imports. Their text stays, as do words in the
 * attributes of a component. Code, fenced or inline, is not changed. Never throws: unreadable
 * markup stays as text.
 */
export function withoutMarkup(source: string, { jsx }: { jsx: boolean }): string {
  const marks = jsx ? /[<{]|^(?:import|export)\s|^\s*::/m : /<[A-Za-z/!]|\{[{%#:]|^\s*::/m
  if (!marks.test(source)) return source
  return createScanner(source, jsx).run()
}

/**
 * Whether Markdown is MDX by its text: outside of code, a component has an attribute, ends itself
 * or is closed. A placeholder such as `<USER>` or `<Enter>` does none of these.
 */
export function holdsComponents(source: string): boolean {
  return COMPONENT.test(withoutBlocksOfCode(source).replace(INLINE_CODE, ''))
}
const COMPONENT =
  /<[A-Z][a-z]\w{0,60}(?:\s{1,20}[\w-]{1,60}=["'{]|\s{0,20}\/>)|<\/[A-Z][a-z]\w{0,60}>/
const INLINE_CODE = /(`{1,3})[^`\n]{1,500}\1/g

/** Fenced or indented. */
function withoutBlocksOfCode(source: string): string {
  let fence = ''
  const isText = (line: string) => {
    const mark = /^\s{0,20}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    return fence === '' && mark === '' && !/^(?: {4}|\t)/.test(line)
  }
  return source.split('\n').filter(isText).join('\n')
}

interface Tag {
  name: string
  closes: boolean
  selfClosing: boolean
  attributes: string
  end: number
}

function createScanner(source: string, jsx: boolean) {
  let at = 0
  let out = ''
  /** Open block elements; their content is indented by about two spaces for each. */
  let depth = 0
  /** The line may be indented code, in which nothing is escaped. */
  let isIndented = false
  const linkTargets: string[] = []

  function run(): string {
    startLine()
    while (at < source.length) step()
    return out
  }

  function step(): void {
    const char = source[at]
    if (char === '\n') {
      out += '\n'
      at++
      startLine()
    } else if (char === '`') skipCode()
    else if (char === '\\') copyTo(at + 2)
    else if (char === '<') angle()
    else if (char === '{') brace()
    else copyTo(nextSpecial())
  }

  function nextSpecial(): number {
    SPECIAL.lastIndex = at + 1
    return SPECIAL.exec(source)?.index ?? source.length
  }

  function copyTo(end: number): void {
    out += source.slice(at, end)
    at = end
  }

  /** Indentation owed to tags goes with them; otherwise four spaces would make it code. */
  function startLine(): void {
    const indent = blanksAt(at)
    const code = /(`{3,}|~{3,})/y
    code.lastIndex = at + indent
    const owed = Math.min(indent, 2 * depth)
    const fence = code.exec(source)?.[1]
    if (fence) return copyFence(fence, owed)
    if (jsx && depth === 0 && indent === 0 && isModuleLine()) return skipModule()
    if (depth > 0 && indent === 0 && source[at] === '#') depth = 0
    const directive = directiveAt(source, at + indent)
    if (directive) {
      out += directive.shown
      at = directive.end
      return
    }
    const isTag = source[at + indent] === '<' && /[A-Za-z/]/.test(source[at + indent + 1] ?? '')
    at += isTag ? indent : owed
    isIndented = /^(?: {4}| {0,3}\t)/.test(source.slice(at, at + 4))
  }

  function blanksAt(from: number): number {
    let end = from
    while (source[end] === ' ' || source[end] === '\t') end++
    return end - from
  }

  function copyFence(fence: string, owed: number): void {
    const close = new RegExp(`\\n[ \\t]*${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, 'g')
    close.lastIndex = at
    const end = close.exec(source) ? close.lastIndex : source.length
    const code = source.slice(at, end)
    out += owed === 0 ? code : code.replace(new RegExp(`^[ \\t]{1,${owed}}`, 'gm'), '')
    at = end
  }

  /** A run of backticks up to the next run of the same length, within the paragraph. */
  function skipCode(): void {
    const run = /`+/y
    run.lastIndex = at
    const ticks = run.exec(source)?.[0] ?? '`'
    const blank = source.indexOf('\n\n', at)
    const rest = source.slice(at + ticks.length, blank < 0 ? source.length : blank)
    const close = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest)
    copyTo(at + ticks.length + (close ? close.index + ticks.length : 0))
  }

  function isModuleLine(): boolean {
    return /^(?:import\s+(?:[\w{*'"])|export\s+(?:const|let|default|function|async|\{|\*))/.test(
      source.slice(at, at + 40),
    )
  }

  /** Up to a blank line that is in no braces. */
  function skipModule(): void {
    let open = 0
    while (at < source.length) {
      if (open <= 0 && source.startsWith('\n\n', at)) return
      if (source[at] === '{') open++
      else if (source[at] === '}') open--
      at++
    }
  }

  function brace(): void {
    const tag = templateTagAt(source, at) ?? (jsx ? expressionAt(source, at) : null)
    if (!tag) return copyTo(at + 1)
    out += tag.shown
    // No two blanks stay where one was on either side.
    const isDouble = tag.shown === '' && source[tag.end] === ' ' && !/\S$/.test(out)
    at = tag.end + (isDouble ? 1 : 0)
  }

  function angle(): void {
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at)
      at = end < 0 ? source.length : end + 3
      return
    }
    const tag = readTag(source, at, jsx)
    if (!tag) return copyAngle()
    if (UNSHOWN.has(tag.name) && !tag.closes && !tag.selfClosing) return skipElement(tag)
    if (tag.name === 'pre' && !tag.closes && !jsx) return copyPre(tag)
    const lineStarts = out === '' || out.endsWith('\n')
    at = tag.end
    if (isBlock(tag.name)) openOrClose(tag)
    out += replacement(tag, lineStarts)
  }

  /** What is no tag to us is one to readers of Markdown, unless it is escaped. */
  function copyAngle(): void {
    const isTarget = /\](?:\(|: ?)$/.test(out.slice(-3))
    if (!isIndented && !isTarget && beginsTag(source, at)) out += '\\'
    copyTo(at + 1)
  }

  function openOrClose(tag: Tag): void {
    if (tag.selfClosing || VOID.has(tag.name)) return
    depth = Math.max(0, depth + (tag.closes ? -1 : 1))
  }

  function skipElement(tag: Tag): void {
    const close = new RegExp(`</${tag.name}\\s*>`, 'gi')
    close.lastIndex = tag.end
    at = close.exec(source) ? close.lastIndex : tag.end
  }

  function copyPre(tag: Tag): void {
    const end = source.indexOf('</pre>', tag.end)
    if (end < 0) {
      at = tag.end
      return
    }
    const code = source.slice(tag.end, end).replace(/<[^>]*>/g, '')
    out += `\n\`\`\`\n${code.replace(/^\n|\n$/g, '')}\n\`\`\`\n`
    at = end + '</pre>'.length
  }

  function replacement(tag: Tag, lineStarts: boolean): string {
    if (tag.name === 'a') return tag.closes ? closeLink() : openLink(tag)
    if (tag.name === 'img') return attribute(tag, 'alt') ?? ''
    if (/^h[1-6]$/.test(tag.name)) return heading(tag)
    if (tag.closes) return lineStarts || !isBlock(tag.name) ? '' : between(tag.name)
    const before = lineStarts || !isBlock(tag.name) ? '' : between(tag.name)
    return before + (/^[A-Z]/.test(tag.name) ? shownAttributes(tag) : tag.name === 'br' ? ' ' : '')
  }

  function openLink(tag: Tag): string {
    const place = attribute(tag, 'id') ?? attribute(tag, 'name')
    const anchor = place ? ANCHOR_START + place + ANCHOR_END : ''
    const href = attribute(tag, 'href')
    const close = source.indexOf('</a>', at)
    const isLink = href && close > 0 && !/\n\s*\n|[\]()]/.test(source.slice(at, close))
    linkTargets.push(isLink ? href : '')
    return anchor + (isLink ? '[' : '')
  }

  function closeLink(): string {
    const href = linkTargets.pop()
    return href ? `](<${href.replace(/[<>\s]/g, encodeURIComponent)}>)` : ''
  }

  function heading(tag: Tag): string {
    if (tag.closes) return '\n\n'
    const id = attribute(tag, 'id')
    return `\n\n${'#'.repeat(Number(tag.name[1]))} ${id ? ANCHOR_START + id + ANCHOR_END : ''}`
  }

  /** Separates two blocks on one line. In a table row or a list item a new line would end it. */
  function between(name: string): string {
    // In MDX a component within a line is part of the sentence.
    if (/^[A-Z]/.test(name)) return ''
    const line = out.slice(out.lastIndexOf('\n') + 1)
    if (/^\s*(?:\||[-*+>] |\d+[.)] )/.test(line) || name === 'td' || name === 'th') return ' '
    return name === 'li' ? '\n- ' : '\n\n'
  }

  return { run }
}

const SPECIAL = /[\n`\\<{]/g

/** Elements whose content is not shown. */
const UNSHOWN = new Set(['script', 'style', 'svg', 'template', 'noscript', 'iframe'])
const VOID = new Set(
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

function isBlock(name: string): boolean {
  return !INLINE.has(name)
}

/** Beyond this, `<` does not begin a tag: a page of `<` would take quadratic time. */
const MAX_TAG_CHARACTERS = 50_000

/** The tag that begins at `start`, or null: `a < b` and `Array<string>` are text. */
function readTag(source: string, start: number, jsx: boolean): Tag | null {
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

function attribute(tag: Tag, name: string): string | null {
  const match = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>{]+))`,
    'i',
  ).exec(tag.attributes)
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? null
}

/** The attributes that a component shows: a caption, commands to copy, a table of properties. */
function shownAttributes(tag: Tag): string {
  const captions = ['title', 'label', 'heading', 'summary', 'caption', 'description']
    .map((name) => attribute(tag, name))
    .filter((text) => text !== null && text !== '')
  const code = ['text', 'code', 'command', 'packages'].flatMap((name) => commands(tag, name))
  const lists = [...tag.attributes.matchAll(/=\s*\{(?=\s*\[)/g)].flatMap((match) =>
    records(readLiteral(tag.attributes.slice(match.index + match[0].length)), 0),
  )
  const parts = captions.map((text) => `**${text}**`)
  if (code.length > 0) parts.push(`\`\`\`\n${code.join('\n')}\n\`\`\``)
  if (lists.length > 0) parts.push(lists.join('\n'))
  return parts.length > 0 ? `\n\n${parts.join('\n\n')}\n\n` : ''
}

function commands(tag: Tag, name: string): string[] {
  const plain = attribute(tag, name)
  if (plain !== null) return plain.includes('```') ? [] : [plain]
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*\\{`).exec(tag.attributes)
  const value = match && readLiteral(tag.attributes.slice(match.index + match[0].length))
  const lines = Array.isArray(value) ? value : [value]
  return lines.filter((line) => typeof line === 'string' && !line.includes('```')) as string[]
}

/** Records as list items of their values, with the records in them as lists of their own. */
function records(value: Literal, depth: number): string[] {
  const lines: string[] = []
  for (const record of Array.isArray(value) ? value.filter(isRecord) : []) {
    const words = Object.values(record)
      .filter((entry) => isWord(entry))
      .map(String)
    if (words.length > 0) lines.push(`${'  '.repeat(depth)}- ${asItem(words)}`)
    for (const entry of Object.values(record)) lines.push(...records(entry, depth + 1))
  }
  return lines
}

function isWord(value: Literal): boolean {
  return value !== null && value !== '' && typeof value !== 'object'
}

function isRecord(value: Literal): value is { [key: string]: Literal } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first is the name of what the others describe. */
function asItem([name = '', ...rest]: string[]): string {
  const asCode = (text: string) => (text.includes('`') ? text : `\`${text}\``)
  const others = rest.map((text) => (text.includes('<') ? asCode(text) : text))
  return [asCode(name), ...others].join(' — ').replace(/\s*\n\s*/g, ' ')
}
