import type {
  Definition,
  Html,
  Image,
  ImageReference,
  Link,
  LinkReference,
  Nodes,
  Text,
} from 'mdast'
import { parseWithoutEmphasis } from '../../text/markdown-tree.ts'
import { markerAtStart, WRITTEN_MARKER } from '../../text/marker-syntax.ts'

/**
 * The Markdown of an answer with links to what it cites alone
 * (docs/behaviour.md#checks-of-an-answer): the exact address of one of `cited`, with or without its
 * fragment, or one below the path of that document. Any other link loses its target and keeps its
 * text; an address that is written as text becomes code, which no reader of Markdown turns into a
 * link. Images are removed, and HTML that loads or links something. The same string when there is
 * nothing to remove.
 */
export function keepCitedLinks(text: string, cited: { url: string | null }[]): string {
  const allows = createAllows(cited.flatMap(({ url }) => url ?? []))
  const htmlAs = (html: string) => (LEADS_SOMEWHERE.test(html) ? '' : html)
  return keepLinks(text, { allows, htmlAs, isTextJudged: true })
}

/** What stays of a Markdown text. */
export interface LinkRules {
  /** Whether a link may lead to an address. */
  allows: Allows
  /** What stands in place of raw HTML. */
  htmlAs(html: string): string
  /** Whether addresses that are written as text must be allowed as well. */
  isTextJudged: boolean
}

/** Applies rules until nothing is left to remove; images are always removed. */
export function keepLinks(text: string, rules: LinkRules): string {
  let kept = text
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    if (!MAY_LINK.test(kept)) return kept
    if (countOf(MARKS, kept) > MAX_MARKS) break
    const rest = withoutOtherLinks(kept, rules)
    if (rest === kept) return kept
    kept = rest
  }
  return withoutAnyLinks(kept)
}

/**
 * For a text that was made to be hard to read: the reader of Markdown takes more than linear time
 * for some, and others go on making links of what was taken apart.
 */
function withoutAnyLinks(text: string): string {
  return text.replace(MAY_BEGIN_LINK, '\\$&').replace(/:\/\/|(?<=www)\./gi, ' ')
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0
}

/** A marker begins none, unless it is the text or label of a link. */
const MAY_BEGIN_LINK = new RegExp(`(?!${WRITTEN_MARKER}(?![([:]))\\[|[<!&]`, 'g')

/** What was around a link may be one itself. */
const MAX_PASSES = 4

/** What makes a text long to read, and how much of it no answer needs that is not made for that. */
const MARKS = /[[<>`&]/g
const MAX_MARKS = 5000

/** Nothing is a link without one of these; most answers have none and are not read at all. */
const MAY_LINK = /<[a-z/!?]|&#?\w{1,31};|:\/\/|www\.|\][(:]/i

export type Allows = (address: string) => boolean

/** Whether a link may lead to an address, given those of the documents that are cited. */
export function createAllows(cited: string[]): Allows {
  const documents = cited.flatMap((url) => webAddress(url) ?? [])
  return (address) => {
    const target = webAddress(address)
    return target !== null && documents.some((document) => leadsTo(target, document))
  }
}

function leadsTo(target: URL, document: URL): boolean {
  if (withoutFragment(target) === withoutFragment(document)) {
    return target.hash === '' || target.hash === document.hash
  }
  const folder = document.pathname.replace(/\/?$/, '/')
  return (
    target.origin === document.origin &&
    target.search === '' &&
    target.pathname.startsWith(folder) &&
    // Some servers take these for what separates the parts of a path.
    !/%2f|%5c/i.test(target.pathname)
  )
}

/**
 * null unless it is a whole address of the web as it is usually spelt, without a name and
 * password.
 */
function webAddress(address: string): URL | null {
  if (!/^https?:\/\/[^\s\\@]+$/i.test(address)) return null
  return URL.parse(address)
}

function withoutFragment({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length)
}

/** A stretch of the source, and what takes its place. */
interface Edit {
  start: number
  end: number
  text: string
}

function withoutOtherLinks(source: string, rules: LinkRules): string {
  const { allows } = rules
  const edits: Edit[] = []
  const root = parseWithoutEmphasis(source)
  const refused = new Set<string>()
  visit(root, (node) => {
    if (node.type === 'definition' && !allows(node.url)) refused.add(node.identifier)
  })
  const ticks = ticksFor(source)
  visit(root, (node, inLink) => {
    const edit = editOf(node, source, { ...rules, refused, ticks, inLink })
    if (edit) edits.push(...edit)
  })
  return edited(source, edits)
}

/** All nodes, those around others first. */
function visit(node: Nodes, see: (node: Nodes, inLink: boolean) => void): void {
  const waiting: { node: Nodes; inLink: boolean }[] = [{ node, inLink: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    see(next.node, next.inLink)
    const inLink = next.inLink || next.node.type === 'link'
    if ('children' in next.node) {
      for (const child of next.node.children) waiting.push({ node: child, inLink })
    }
  }
}

interface Judging extends LinkRules {
  /** Labels of the definitions that go. */
  refused: Set<string>
  /** What code is written between. */
  ticks: string
  inLink: boolean
}

function editOf(node: Nodes, source: string, judging: Judging): Edit[] | null {
  const { allows, htmlAs, isTextJudged, refused, ticks, inLink } = judging
  switch (node.type) {
    case 'link':
      return allows(node.url) ? null : unlinked(node, source, ticks)
    case 'linkReference':
      return refused.has(node.identifier) ? unreferenced(node, source) : null
    case 'definition':
      return refused.has(node.identifier) ? [undefinedLabel(node, source)] : null
    case 'image':
    case 'imageReference':
      return [removed(node, source)]
    case 'html':
      return rewritten(node, source, htmlAs(node.value))
    case 'text':
      return inLink || !isTextJudged ? null : bare(node, source, judging)
    default:
      return null
  }
}

/** Of raw HTML, `Array<string>` may well be meant as text. */
const LEADS_SOMEWHERE = /[=:]|\/\/|<\/?(?:a|img|script|style|svg|iframe|object|embed|form)\b/i

/** `[text](target)` becomes its text, `<target>` code. */
function unlinked(node: Link, source: string, ticks: string): Edit[] {
  const { start, end } = placeOf(node)
  if (source.charAt(start) !== '<') return around(node, { start, end })
  return [{ start, end, text: asCode(source.slice(start + 1, end - 1), ticks) }]
}

function unreferenced(node: LinkReference, source: string): Edit[] {
  const { start, end } = placeOf(node)
  const reference = source.slice(start, end)
  return markerAtStart(reference) === reference ? [] : around(node, { start, end })
}

/** Takes what stands before and behind the children of a node. */
function around(
  node: Link | LinkReference,
  { start, end }: { start: number; end: number },
): Edit[] {
  const [first, last] = [node.children[0], node.children.at(-1)]
  if (!first || !last) return [{ start, end, text: '' }]
  return [
    { start, end: placeOf(first).start, text: '' },
    { start: placeOf(last).end, end, text: '' },
  ]
}

/** A definition shows nothing; where its label is a marker, that stays. */
function undefinedLabel(node: Definition, source: string): Edit {
  const { start, end } = placeOf(node)
  return { start, end, text: markerAtStart(source.slice(start, end)) }
}

function rewritten(node: Html, source: string, text: string): Edit[] | null {
  if (text === node.value) return null
  const { start, end } = placeOf(node)
  return text === '' ? [removed(node, source)] : [{ start, end, text }]
}

/** Without closing up what stands around it to a link. */
function removed(node: Image | ImageReference | Nodes, source: string): Edit {
  const { start, end } = placeOf(node)
  return { start, end, text: source.charAt(start - 1) === ']' ? ' ' : '' }
}

const BARE = /(?:https?:\/\/|www\.)(?:[^\s<>|`]*[^\s<>|`.,;:!?'"*_~)\]])?/gi
/** Readers of Markdown agree that this is one address, and that it ends where the other follows. */
const ONE_ADDRESS = /^https?:\/\/(?:(?!:\/\/|www\.)[^()[\]\\*])+$/i
const AFTER_BARE = /[.,;:!?'")]*(?:\s|$)/y
/** Tags that only some readers of Markdown take for such. */
const TAG = /<\/?[a-z][^<>]*>/gi

/** What a reader of Markdown may link although it stands as text. */
function bare(node: Text, source: string, { allows, ticks }: Judging): Edit[] | null {
  const { start, end } = placeOf(node)
  const { value } = node
  const isAsWritten = source.slice(start, end) === value
  const stays = ({ 0: address, index }: RegExpExecArray) =>
    isAsWritten &&
    ONE_ADDRESS.test(address) &&
    allows(address) &&
    endsAt(source, start + index + address.length)
  // No reader takes an angle bracket for the beginning of a host: "https://<your domain>/".
  const isOpen = ({ 0: address, index }: RegExpExecArray) =>
    address.endsWith('//') && value.charAt(index + address.length) === '<'
  const addresses = [...value.matchAll(BARE)].filter((match) => !stays(match) && !isOpen(match))
  const tags = [...value.matchAll(TAG)].filter(([tag]) => LEADS_SOMEWHERE.test(tag))
  if (addresses.length + tags.length === 0) return null
  // Escapes and entities are no way to write an address.
  if (!isAsWritten) return [{ start, end, text: asCode(value.replace(/\s+/g, ' ').trim(), ticks) }]
  const edit = (match: RegExpExecArray, text: string): Edit => {
    const at = start + match.index
    return { start: at, end: at + match[0].length, text }
  }
  return [
    ...addresses.map((match) => edit(match, asCode(match[0], ticks))),
    ...tags.map((match) => edit(match, '')),
  ]
}

function endsAt(source: string, at: number): boolean {
  AFTER_BARE.lastIndex = at
  return AFTER_BARE.test(source)
}

function asCode(text: string, ticks: string): string {
  return `${ticks}${text.replaceAll('`', '')}${ticks}`
}

/** So many backticks as stand together nowhere in a text: none of them can close the code. */
function ticksFor(source: string): string {
  const used = new Set((source.match(/`+/g) ?? []).map(({ length }) => length))
  let count = 1
  while (used.has(count)) count += 1
  return '`'.repeat(count)
}

function placeOf({ position }: Nodes): { start: number; end: number } {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 }
}

/** Of edits within one another the outer one counts. Backticks that come together stay apart. */
function edited(source: string, edits: Edit[]): string {
  const parts: string[] = []
  let at = 0
  const write = (part: string) => {
    if (part === '') return
    if (part.startsWith('`') && parts.at(-1)?.endsWith('`')) parts.push(' ')
    parts.push(part)
  }
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue
    write(source.slice(at, edit.start))
    write(edit.text)
    at = edit.end
  }
  write(source.slice(at))
  return parts.join('')
}
