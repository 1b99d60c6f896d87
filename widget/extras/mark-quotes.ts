import type { Quotation } from '../../server/contract/conversation.ts'

/** The name under which CSS knows what is marked. */
const NAME = 'svc-quote'

/** A letter or digit of a passage, and where it stands. */
interface Place {
  node: Text
  start: number
  end: number
}

/**
 * Marks quotations in a passage, over the borders of its elements, and nothing that it does not
 * find. Returns their places in the order given. Letters and digits are compared, as white space
 * and signs depend on how the passage is set.
 */
export function markQuotes(passage: Element, quotes: readonly Quotation[]): Range[] {
  const { letters, places } = read(passage)
  const ranges = quotes.flatMap((quote) => find(quote, letters, places) ?? [])
  if (globalThis.CSS?.highlights) CSS.highlights.set(NAME, new Highlight(...ranges))
  // From the end, so that what is wrapped moves no place before it.
  else for (const range of inOrder(ranges).toReversed()) wrap(range, textsOf(passage))
  return ranges
}

export function unmark() {
  globalThis.CSS?.highlights?.delete(NAME)
}

function inOrder(ranges: Range[]): Range[] {
  return [...ranges].sort((one, other) => one.compareBoundaryPoints(Range.START_TO_START, other))
}

function read(passage: Element): { letters: string; places: Place[] } {
  let letters = ''
  const places: Place[] = []
  for (const node of textsOf(passage)) {
    for (const { 0: letter, index } of node.data.matchAll(LETTER)) {
      letters += letter
      const place = { node, start: index, end: index + letter.length }
      for (let unit = 0; unit < letter.length; unit += 1) places.push(place)
    }
  }
  return { letters, places }
}
const LETTER = /[\p{L}\p{M}\p{N}]/gu
const OTHER = /[^\p{L}\p{M}\p{N}]+/gu

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
function find({ prefix, exact }: Quotation, letters: string, places: Place[]): Range | undefined {
  const [before, wanted] = [prefix, exact].map((text) => text.replace(OTHER, ''))
  if (!wanted) return
  const behind = letters.indexOf(before + wanted)
  const alone = letters.indexOf(wanted)
  const isOnly = alone === letters.lastIndexOf(wanted)
  const at = behind >= 0 ? behind + (before ?? '').length : isOnly ? alone : -1
  const [first, last] = [places[at], places[at + wanted.length - 1]]
  if (!first || !last) return
  const range = document.createRange()
  const [lead = ''] = /^[^\p{L}\p{M}\p{N}]*/u.exec(exact) ?? []
  const [tail = ''] = /[^\p{L}\p{M}\p{N}]*$/u.exec(exact) ?? []
  const isLed = first.node.data.slice(0, first.start).endsWith(lead)
  const isTailed = last.node.data.startsWith(tail, last.end)
  range.setStart(first.node, first.start - (isLed ? lead.length : 0))
  range.setEnd(last.node, last.end + (isTailed ? tail.length : 0))
  return range
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
