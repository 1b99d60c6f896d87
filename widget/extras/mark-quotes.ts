import type { Quotation } from '../../server/contract/conversation.ts'

/** The name under which CSS knows what is marked. */
const NAME = 'svc-quote'

/** A character of a passage that is no white space. */
interface Place {
  character: string
  node: Text
  start: number
}

/** The passage with the place of each UTF-16 unit of its letters and digits. */
interface Read {
  letters: string
  /** Indexes in `places`. */
  at: number[]
  places: Place[]
}

/**
 * Marks quotations in a passage, over the borders of its elements, and nothing that it does not
 * find. Returns their places in the order given. Letters and digits are compared, as white space
 * and signs depend on how the passage is set.
 */
export function markQuotes(passage: Element, quotes: readonly Quotation[]): Range[] {
  const text = read(passage)
  const ranges = quotes.flatMap((quote) => find(quote, text) ?? [])
  if (globalThis.CSS?.highlights) {
    const marked = CSS.highlights.get(NAME) ?? new Highlight()
    for (const range of ranges) marked.add(range)
    CSS.highlights.set(NAME, marked)
    // From the end, so that what is wrapped moves no place before it.
  } else for (const range of inOrder(ranges).toReversed()) wrap(range, textsOf(passage))
  return ranges
}

/** Forgets places of a passage that is shown no more. */
export function unmark(places: Range[]) {
  for (const place of places) globalThis.CSS?.highlights?.get(NAME)?.delete(place)
}

function inOrder(ranges: Range[]): Range[] {
  return [...ranges].sort((one, other) => one.compareBoundaryPoints(Range.START_TO_START, other))
}

function read(passage: Element): Read {
  let letters = ''
  const at: number[] = []
  const places: Place[] = []
  for (const node of textsOf(passage)) {
    for (const { 0: character, index } of node.data.matchAll(/\S/gu)) {
      const place = places.push({ character, node, start: index }) - 1
      if (OTHER.test(character)) continue
      letters += character
      for (let unit = 0; unit < character.length; unit += 1) at.push(place)
    }
  }
  return { letters, at, places }
}
const OTHER = /[^\p{L}\p{M}\p{N}]/u
const OTHERS = /[^\p{L}\p{M}\p{N}]+/gu

/** Texts of the passage itself, without the labels of its controls. */
function textsOf(passage: Element): Text[] {
  const walker = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (!text.parentElement?.closest('button, .code-header')) texts.push(text)
  }
  return texts
}

/** Behind its prefix; without that, only where it stands in one place. */
function find({ prefix, exact }: Quotation, { letters, at, places }: Read): Range | undefined {
  const before = prefix.replace(OTHERS, '')
  const wanted = exact.replace(OTHERS, '')
  if (!wanted) return
  const behind = letters.indexOf(before + wanted)
  const alone = letters.indexOf(wanted)
  const isOnly = alone === letters.lastIndexOf(wanted)
  const from = behind >= 0 ? behind + before.length : isOnly ? alone : -1
  const signs = exact.replace(/\s/g, '')
  const [lead = ''] = /^[^\p{L}\p{M}\p{N}]*/u.exec(signs) ?? []
  const [tail = ''] = /[^\p{L}\p{M}\p{N}]*$/u.exec(signs) ?? []
  let [first = -1, last = -1] = [at[from], at[from + wanted.length - 1]]
  if (spelled(places.slice(first - lead.length, first)) === lead) first -= lead.length
  if (spelled(places.slice(last + 1, last + 1 + tail.length)) === tail) last += tail.length
  const [start, end] = [places[first], places[last]]
  if (!start || !end) return
  const range = document.createRange()
  range.setStart(start.node, start.start)
  range.setEnd(end.node, end.start + end.character.length)
  return range
}

function spelled(places: Place[]): string {
  return places.map(({ character }) => character).join('')
}

/** Puts what a range holds of each text into a `<mark>`. */
function wrap(range: Range, texts: Text[]) {
  const { startContainer, startOffset, endContainer, endOffset } = range
  for (const text of texts.filter((each) => range.intersectsNode(each)).toReversed()) {
    const part = document.createRange()
    part.setStart(text, text === startContainer ? startOffset : 0)
    part.setEnd(text, text === endContainer ? endOffset : text.length)
    if (part.toString().trim() !== '') part.surroundContents(document.createElement('mark'))
  }
}
