import type { Citation, Quotation } from '../server/contract/conversation.ts'

/**
 * Returns the URL of a link in an answer when it leads to what one of the citations cites, or below
 * it (docs/behaviour.md#checks-of-an-answer). Null otherwise, and the link stays text: a prompt
 * injection in a document could send visitors anywhere.
 */
export function linkTarget(url: string, citations: readonly Citation[]): string | null {
  const target = /[\s\\@]/.test(url) ? null : webAddress(url)
  const isCited = target && citations.some((citation) => leadsTo(target, webAddress(citation.url)))
  return isCited ? target.href : null
}

/**
 * Returns the URL of a link in a passage, which its document has: to any secure page, or to the
 * site of the document itself, whose address is `own`. Null otherwise, and the link stays text.
 */
export function passageLink(url: string, own: string | null): string | null {
  const target = /[\s\\@]/.test(url) ? null : webAddress(url)
  const isAllowed = target?.protocol === 'https:' || target?.origin === webAddress(own)?.origin
  return target && isAllowed ? target.href : null
}

function leadsTo(target: URL, cited: URL | null): boolean {
  if (!cited) return false
  const { hash, origin, pathname, search } = target
  if (pageOf(target) === pageOf(cited)) return !hash || hash === cited.hash
  return (
    origin === cited.origin &&
    !search &&
    pathname.startsWith(cited.pathname.replace(/\/?$/, '/')) &&
    !/%2f|%5c/i.test(pathname)
  )
}

function pageOf({ href, hash }: URL): string {
  return href.slice(0, href.length - hash.length)
}

/** Parses an http(s) URL without credentials; null for everything else. */
export function webAddress(url: string | null): URL | null {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const address = new URL(url)
  return /^https?:\/\/[^@/]+\//.test(address.href) ? address : null
}

/**
 * URL of a cited passage: at its heading and, with a text fragment, at a quotation or else, without
 * heading, at its first words without markup. Browsers scroll there and highlight the text
 * (https://wicg.github.io/scroll-to-text-fragment/).
 */
export function passageAddress(
  { url, snippet }: Pick<Citation, 'url' | 'snippet'>,
  quote?: Quotation,
): URL | null {
  const address = webAddress(url)
  if (!address) return null
  const heading = address.hash.replace(/:~:.*/, '')
  const [words] = /\p{L}[^*_`|[\n]{2,80}(?=\s|$)/u.exec(snippet ?? '') ?? []
  const text = quote ? textAt(quote) : !address.hash && words && escaped(words)
  if (text) address.hash = `${heading}:~:text=${text}`
  return address
}

/**
 * Browsers find words within one block alone. So a longer quotation is named by its first and last
 * words, and only a shorter one has a word before and behind it, which tell its place from others.
 */
const MAX_WORDS = 8
const END_WORDS = 4
const LEAST_WORDS = 3
const TELLING_WORDS = 4

function textAt({ prefix, exact, suffix }: Quotation): string {
  const words = wordsOf(exact)
  const needsContext = words.length < TELLING_WORDS
  const before = needsContext && wordsOf(prefix).at(-1)
  const after = needsContext && wordsOf(suffix)[0]
  return [
    before && `${escaped(before)}-`,
    ...endsOf(words).map((each) => escaped(each.join(' '))),
    after && `-${escaped(after)}`,
  ]
    .filter(Boolean)
    .join(',')
}

/**
 * The words, or the first and last ones of many, or of several sentences or items: those up to the
 * end of the first, and from the beginning of the last, where they are enough to be found by.
 */
function endsOf(words: string[]): string[][] {
  const first = words.findIndex((word) => PART_END.test(word)) + 1
  const last = words.length - 1 - words.slice(0, -1).findLastIndex((word) => PART_END.test(word))
  if (last >= words.length && words.length <= MAX_WORDS) return [words]
  return [words.slice(0, sizeOf(first)), words.slice(-sizeOf(last))]
}
const PART_END = /[.!?:;]$/

function sizeOf(part: number): number {
  return part >= LEAST_WORDS && part < END_WORDS ? part : END_WORDS
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** `encodeURIComponent` leaves the sign that ends a prefix. */
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D')
}
