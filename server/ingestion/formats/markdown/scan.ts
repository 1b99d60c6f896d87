import { beginsTag } from '../escape-tags.ts'
import { attributeListAt } from './attribute-lists.ts'
import { isGroup } from './containers.ts'
import { directiveAt } from './directives.ts'
import { expressionAt } from './expressions.ts'
import { createHtmlParts } from './html-parts.ts'
import { anchorMark, type Container, captionMark } from './marks.ts'
import { createOpenContainers } from './open-containers.ts'
import { type Beginning, matchAt, type Replaced } from './replaced.ts'
import { shownAttributes, shownInline } from './shown-attributes.ts'
import { beginningOf } from './tag-containers.ts'
import { attribute, isBlock, readTag, type Tag, UNSHOWN, VOID } from './tags.ts'
import { blockTagAt, outputTagAt, shortcodeAt } from './template-tags.ts'

/** What begins with a brace, in the order in which it is tried. Each takes bounded time. */
const BRACED = [shortcodeAt, blockTagAt, attributeListAt, outputTagAt]
const BRACED_IN_MDX = [...BRACED, expressionAt]

/**
 * Removes from Markdown what is meant for a site's generator and not for its readers: HTML and JSX
 * tags, comments, template tags, directives, imports. Their text stays, as do words in the
 * attributes of a component; where an admonition, a tab or a caption was there is a mark
 * (`marks.ts`). Code, fenced, indented or inline, is not changed. Never throws: unreadable markup
 * stays as text.
 */
export function withoutMarkup(source: string, { jsx }: { jsx: boolean }): string {
  const marks = jsx ? /[<{]|(?:import|export)\s|::|\/{3}/ : /<[A-Za-z/!]|\{[{%#:.\w \t]|::|\/{3}/
  if (!marks.test(source)) return source
  return createScanner(source, jsx).run()
}

function createScanner(source: string, jsx: boolean) {
  let at = 0
  const written = createWritten()
  const { write } = written
  /** Open block elements; their content is indented by about two spaces for each. */
  let depth = 0
  /** In the lines of HTML up to a blank one there is no indented code. */
  let isHtml = false
  let isAfterBlank = true
  let isAfterCode = false
  /** Where the text of the list items begins in which the line stands. */
  let items: number[] = []
  const containers = createOpenContainers()
  const htmlParts = createHtmlParts(source, jsx)
  const lastClosings = new Map<string, number>()
  const linkTargets: string[] = []

  function run(): string {
    startLine()
    while (at < source.length) step()
    return written.text()
  }

  function step(): void {
    const char = source[at]
    if (char === '\n') {
      write('\n')
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
    write(source.slice(at, end))
    at = end
  }

  /** Indentation owed to tags goes with them; otherwise four spaces would make it code. */
  function startLine(): void {
    const indent = blanksAt(at)
    const start = source[at + indent]
    if (start === '\n' || start === undefined) {
      isAfterBlank = true
      isHtml = false
      return
    }
    const fence = matchAt(FENCE, source, at + indent)?.[0]
    const inItem = itemIndent(indent, start)
    const isTag = start === '<' && /[A-Za-z/]/.test(source[at + indent + 1] ?? '')
    const owed = isTag || isHtml ? indent - inItem : Math.min(indent - inItem, 2 * depth)
    if (isTag && isBlock(nameAt(at + indent))) isHtml = true
    const isCode = !jsx && isIndentedCode(indent - inItem - owed)
    const isOfPage = depth === 0 || isAfterBlank
    isAfterBlank = false
    isAfterCode = isCode
    if (fence) return copyFence(fence, indent, Math.min(indent - inItem, 2 * depth))
    if (isCode) return copyLine(owed)
    if (matchAt(SNIPPET, source, at + indent)) return skipLine()
    noteItem(indent)
    if (jsx && isOfPage && indent === 0 && isModuleLine()) return skipModule()
    if (depth > 0 && indent === 0 && start === '#') depth = 0
    if (start === ':' && isEmptyDefinition(at + indent)) at += 1
    const directive = start === ':' || start === '/' ? directiveAt(source, at + indent) : null
    if (directive && isTaken(directive)) {
      write(' '.repeat(inItem))
      return replace(directive)
    }
    write(source.slice(at, at + indent).slice(0, indent - owed))
    at += indent
  }

  function blanksAt(from: number): number {
    let end = from
    while (source[end] === ' ' || source[end] === '\t') end++
    return end - from
  }

  /** A definition of nothing but a shortcode, which says nothing without it. */
  function isEmptyDefinition(from: number): boolean {
    return matchAt(EMPTY_DEFINITION, source, from) !== null
  }

  function nameAt(tagStart: number): string {
    return /^<\/?([\w-]{1,20})/.exec(source.slice(tagStart, tagStart + 24))?.[1] ?? ''
  }

  function isIndentedCode(indent: number): boolean {
    return indent >= 4 - 3 * Number(source[at] === '\t') && (isAfterBlank || isAfterCode)
  }

  /** A line that goes on with a paragraph is in its item, however little it is indented. */
  function itemIndent(indent: number, start: string): number {
    const goesOn = !isAfterBlank && !isAfterCode && /[\p{L}("'[]/u.test(start)
    if (goesOn) return Math.min(indent, items.at(-1) ?? 0)
    while ((items.at(-1) ?? 0) > indent) items.pop()
    return items.at(-1) ?? 0
  }

  function noteItem(indent: number): void {
    if (!LIST_SIGNS.includes(source[at + indent] ?? '')) return
    const marker = /^(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(source.slice(at + indent, at + indent + 20))
    if (marker) items = [...items.slice(-20), indent + Math.min(marker[0].length, 5)]
  }

  function copyLine(owed: number): void {
    at += owed
    const end = source.indexOf('\n', at)
    copyTo(end < 0 ? source.length : end)
  }

  function skipLine(): void {
    const end = source.indexOf('\n', at)
    at = end < 0 ? source.length : end
  }

  /** A fence that is indented further by four columns is text of the code. */
  function copyFence(fence: string, indent: number, owed: number): void {
    const before = `\\n[ \\t]{0,${indent + 3}}`
    const close = new RegExp(`${before}${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, 'g')
    close.lastIndex = at
    const end = close.exec(source) ? close.lastIndex : source.length
    const code = source.slice(at, end)
    write(owed === 0 ? code : code.replace(new RegExp(`^[ \\t]{1,${owed}}`, 'gm'), ''))
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
    for (const read of jsx ? BRACED_IN_MDX : BRACED) {
      const replaced = read(source, at)
      if (!replaced) continue
      replace(replaced)
      if (replaced.shown !== '') return
      closeItem()
      // No two blanks stay where one was on either side.
      if (source[at] === ' ' && !/\S$/.test(written.end())) at++
      return
    }
    copyTo(at + 1)
  }

  /** An item goes on in the next line where something has left nothing of its first. */
  function closeItem(): void {
    if (/^\s*(?:[-*+]|\d+[.)])\s+$/.test(written.line())) at += blankLinesAt(at)
  }

  function blankLinesAt(from: number): number {
    return /\s*/.exec(source.slice(from, from + 200))?.[0].length ?? 0
  }

  /** A line of signs alone ends something, or is no directive. */
  function isTaken({ begins, ends }: Replaced): boolean {
    if (begins?.family === '/') return isClosed(begins)
    return ends?.family === '/' ? containers.isOpen('/') : true
  }

  function replace({ shown, end, begins, ends }: Replaced): void {
    if (begins) write(begin(begins))
    if (ends) write(alone(containers.close(ends.family, ends.size)))
    write(shown)
    at = end
  }

  /** Mark and title of a container; its name in bold in a line that a new line would break. */
  function begin(beginning: Beginning): string {
    const { family, container, labels = [], size = 0 } = beginning
    const isMarked = !isInLine() && isClosed(beginning)
    const named = container?.label === undefined ? labelled(container) : container
    const mark = containers.open(family, named, { isMarked, labels, size })
    const title = mark === '' ? (named?.title ?? named?.label) : named?.title
    return alone(mark) + apart(title ? `**${title}**` : '')
  }

  /** A tab that does not name itself has the next of the labels that its group gives. */
  function labelled(container: Container | null): Container | null {
    if (container?.admonition !== undefined || container === null) return container
    const label = containers.nextLabel() ?? container.title
    return label === undefined ? container : { label }
  }

  function isClosed({ closing }: Pick<Beginning, 'closing'>): boolean {
    const known = lastClosings.get(closing.source)
    if (known !== undefined) return known > at
    let last = -1
    for (const match of source.matchAll(closing)) last = match.index
    lastClosings.set(closing.source, last)
    return last > at
  }

  function isInLine(): boolean {
    return (items.at(-1) ?? 0) > 0 || IN_LINE.test(written.line())
  }

  function alone(mark: string): string {
    return mark === '' ? '' : `\n\n${mark}\n\n`
  }

  /** A block of its own, where the line allows it. */
  function apart(text: string): string {
    if (text === '') return ''
    if (IN_LINE.test(written.line())) return ` ${text} `
    const indent = ' '.repeat(items.at(-1) ?? 0)
    return `\n\n${indent}${text}\n\n${indent}`
  }

  function angle(): void {
    if (source.startsWith('<!--', at)) {
      const end = source.indexOf('-->', at)
      at = end < 0 ? source.length : end + 3
      return closeItem()
    }
    const tag = readTag(source, at, jsx)
    if (!tag) return copyAngle()
    if (UNSHOWN.has(tag.name) && !tag.closes && !tag.selfClosing) return skipElement(tag)
    if (tag.name === 'pre' && !tag.closes && !jsx) return copyPre(tag)
    const part = IN_LINE.test(written.line()) ? null : htmlParts.at(tag, at)
    if (part) {
      const indent = ' '.repeat(items.at(-1) ?? 0)
      write(`\n\n${part.shown.replace(/^(?=.)/gm, indent)}\n\n${indent}`)
      at = part.end
      return
    }
    const container = beginningOf(tag, source)
    const shown = container
      ? begin(container)
      : tag.closes
        ? alone(containers.close(`<${tag.name}`))
        : ''
    at = container?.end ?? tag.end
    if (isBlock(tag.name)) openOrClose(tag)
    write(shown)
    if (!container || container.container === null) write(replacement(tag))
  }

  /** What is no tag to us is one to readers of Markdown, unless it is escaped. */
  function copyAngle(): void {
    const isTarget = /\](?:\(|: ?)$/.test(written.end())
    if (!isTarget && beginsTag(source, at)) write('\\')
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
    const end = isClosed({ closing: /<\/pre>/g }) ? source.indexOf('</pre>', tag.end) : -1
    if (end < 0) {
      at = tag.end
      return
    }
    const code = source.slice(tag.end, end).replace(/<[^>]*>/g, '')
    write(`\n\`\`\`\n${code.replace(/^\n|\n$/g, '')}\n\`\`\`\n`)
    at = end + '</pre>'.length
  }

  function replacement(tag: Tag): string {
    const lineStarts = written.line().trim() === ''
    if (tag.name === 'a') return tag.closes ? closeLink() : openLink(tag)
    if (tag.name === 'img') return attribute(tag, 'alt') ?? ''
    if (/^h[1-6]$/.test(tag.name)) return heading(tag)
    if (tag.name === 'figcaption') return apart(tag.closes ? '' : captionMark).trimEnd()
    if (tag.closes) return lineStarts || !isBlock(tag.name) ? '' : between(tag.name)
    if (/^[A-Z]/.test(tag.name)) {
      if (isGroup(tag.name)) return ''
      return lineStarts ? shownAttributes(tag) : shownInline(tag)
    }
    if (tag.name === 'br') return ' '
    return lineStarts || !isBlock(tag.name) ? '' : between(tag.name)
  }

  function openLink(tag: Tag): string {
    const place = attribute(tag, 'id') ?? attribute(tag, 'name')
    const anchor = place ? anchorMark(place) : ''
    const href = attribute(tag, 'href')
    const close = source.indexOf('</a>', at)
    const isLink = href && close > 0 && !NOT_LINKED.test(source.slice(at, close))
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
    return `\n\n${'#'.repeat(Number(tag.name[1]))} ${id ? anchorMark(id) : ''}`
  }

  /** Separates two blocks on one line. In a table row or a list item a new line would end it. */
  function between(name: string): string {
    // In MDX a component within a line is part of the sentence.
    if (/^[A-Z]/.test(name)) return ''
    if (IN_LINE.test(written.line()) || name === 'td' || name === 'th') return ' '
    return name === 'li' ? '\n- ' : '\n\n'
  }

  return { run }
}

/** What was written, with the beginning of its last line and its last characters. */
function createWritten() {
  const parts: string[] = []
  /** The last part with a line break. */
  let lineFrom = 0

  function write(text: string): void {
    if (text === '') return
    if (text.includes('\n')) lineFrom = parts.length
    parts.push(text)
  }

  function line(): string {
    const first = parts[lineFrom] ?? ''
    let line = first.slice(first.lastIndexOf('\n') + 1)
    for (let at = lineFrom + 1; at < parts.length && line.length < 100; at += 1) line += parts[at]
    return line
  }

  function end(): string {
    return parts.slice(-3).join('').slice(-3)
  }

  return { write, line, end, text: () => parts.join('') }
}

/** Blocks in a link, or what ends one of Markdown. */
const NOT_LINKED = /\n\s*\n|[\]()]|<(?:h[1-6]|p|div|[uo]l|li|table|section|figure)\b/i
const SPECIAL = /[\n`\\<{]/g
/** A part of another file: `--8<-- "a.md"` of MkDocs, `<<< @/a.js` of VitePress. */
const SNIPPET = /;?-{1,8}8<-{1,8}|<<<\s?[@./\w]/y
const LIST_SIGNS = '-*+0123456789'
const EMPTY_DEFINITION = /:[ \t]+\{\{[<%][^{}\n]{0,300}[>%]\}\}[ \t]*(?=\n|$)/y
/** What follows ticks on their line is no fence if it has ticks as well. */
const FENCE = /`{3,}(?=[^`\n]*(?:\n|$))|~{3,}/y
/** A line that a new one would end: of a table, a list or a quote. */
const IN_LINE = /^\s*(?:\||[-*+>] |\d+[.)] )/
