import type { Inline } from './inline-markdown.ts'

/** Words after which a full stop ends no sentence, in the languages where that is common. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|No|Nos|Nr|vs|etc|e\.g|i\.e|cf|ca|Fig|Abb|Abs|Art|Bd|Inc|Ltd|Co|Corp|approx|z\.\s?B|d\.\s?h|u\.\s?a|bzw|usw|vgl|max|min|Jan|Feb|Aug|Sept|Oct|Nov|Dec|\p{Lu})\.\s*$/u
/** "8." is a step's number at the start, and a German ordinal after such words or before a month. */
const ORDINAL =
  /(?:^|(?<![\p{L}])(?:am|vom|zum|bis|ab|der|die|das|den|dem|des|im)\s+)\d{1,2}\.\s*$/iu
const NUMBER = /(?:^|\s)\d{1,2}\.\s*$/
const AFTER_ORDINAL =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|januar|maj|Klasse)/u
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })
/** A line this short is a line of its own; wrapped prose is wider. */
const SHORT_LINE_CHARS = 60

/**
 * The sentences of a paragraph, trimmed, in order. No cut falls into a link, an emphasis or a code
 * span. A line break is a boundary after punctuation, and after a short line that the next one does
 * not go on with in lower case.
 */
export function sentencesOf(paragraph: Inline): string[] {
  const sentences: string[] = []
  let start = 0
  for (const end of boundaries(masked(paragraph))) {
    const sentence = paragraph.text
      .slice(start, end)
      .replace(/\s*\n\s*/g, ' ')
      .trim()
    start = end
    if (sentence !== '') sentences.push(sentence)
  }
  return sentences
}

/** What cannot be cut, painted over by letters; its closing punctuation is kept, because it ends sentences. */
function masked({ text, map }: Inline): string {
  let mask = ''
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at] ?? ''
    const closes = map[at + 1] === 't' || map[at + 1] === undefined
    const kept = map[at] === 't' || (closes && /[.!?…。！？]/.test(lastLetter(text, at)))
    mask += kept ? (map[at] === 't' ? unit : lastLetter(text, at)) : 'x'
  }
  return mask
}

/** The last character of a span that is not its closing mark: the "." of `**Stop.**`. */
function lastLetter(text: string, at: number): string {
  let before = at
  while (before > 0 && /[*~_]/.test(text[before] ?? '')) before -= 1
  return text[before] ?? ''
}

function boundaries(mask: string): number[] {
  const ends: number[] = []
  let pending = ''
  const flat = mask.replace(/\n/g, (_, at: number) => (isLineBoundary(mask, at) ? '\n' : ' '))
  for (const { segment, index } of SEGMENTER.segment(flat)) {
    pending += segment
    const end = index + segment.length
    if (end < flat.length && !endsSentence(pending, flat.slice(end, end + 20))) continue
    pending = ''
    ends.push(end)
  }
  return ends
}

function endsSentence(text: string, next: string): boolean {
  if (ABBREVIATION.test(text) || ORDINAL.test(text)) return false
  return !(NUMBER.test(text) && AFTER_ORDINAL.test(next))
}

function isLineBoundary(mask: string, at: number): boolean {
  const begin = mask.lastIndexOf('\n', at - 1) + 1
  const before = mask.slice(begin, at).trimEnd()
  const after = mask.slice(at + 1).trimStart()
  if (STOPPED.test(before)) return true
  if (isWrapped(mask.slice(0, begin).trimEnd())) return false
  return before.length < SHORT_LINE_CHARS && !/^[\p{Ll}(]/u.test(after)
}

/** Whether the last line of a text goes on in the next: that may be short, where a link was left out. */
function isWrapped(text: string): boolean {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return line.length >= SHORT_LINE_CHARS && !STOPPED.test(line)
}
const STOPPED = /[.!?:…。！？؟।]["'”»)]*$/u
