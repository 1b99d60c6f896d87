/** A part of a text, from `start` up to `end`, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

/** Made once: making one costs as much as splitting a passage with it. */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a text, in order and without gaps: a span ends where the next one begins, after
 * the white space. Sentences end as Unicode says (UAX #29), but not after abbreviations and
 * ordinal numbers, and not within addresses. A line break ends a sentence after punctuation, and
 * after a short line unless the next one goes on in lower case; an empty line always does. Takes
 * linear time.
 */
export function splitSentences(text: string): Span[] {
  const flat = withoutSoftBreaks(text)
  const spans: Span[] = []
  let start = 0
  let blank = true
  for (const { segment: cut, index } of segmenter.segment(flat)) {
    const segment = cut.replace(OPENING_MARK, '')
    const end = index + segment.length
    blank &&= segment.trim() === ''
    if (blank || !endsSentence(flat, { start, end }, segment)) continue
    spans.push({ start, end })
    start = end
    blank = true
  }
  if (start < flat.length) spans.push({ start, end: flat.length })
  return spans
}

/** A bracket or quote that UAX #29 counts to the sentence before: "… is over.[Citation needed]". */
const OPENING_MARK = /[\p{Ps}\p{Pi}]$/u

/** Abbreviations after which a full stop ends no sentence, and initials. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|Sr|Jr|No|Nos|Nr|vs|etc|e\.g|i\.e|cf|ca|Fig|Abb|Abs|Art|Bd|Inc|Ltd|Co|Corp|approx|z\.\s?B|d\.\s?h|u\.\s?a|bzw|usw|vgl|max|min|Jan|Feb|Aug|Sept|Oct|Nov|Dec|pp?|ex|\p{Lu})\.$/u
/** "No. We close at noon.", but "No. 5 is closed." */
const DENIAL = /^\P{L}*No\.$/u
/** "8." at the start is the number of a step, after such words a German ordinal. */
const ORDINAL =
  /(?:^|(?<!\p{L})(?:am|vom|zum|bis|ab|der|die|das|den|dem|des|im)\s{1,2})\d{1,2}\.$/iu
const NUMBER = /(?:^|\s)\d{1,2}\.$/
/** What follows the number of a day or a century. */
const AFTER_NUMBER =
  /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|januar|maj|Klasse)/u
/**
 * Characters of the longest of these, and one before it, so that `^` is the start of the sentence.
 */
const REACH = 12

/** Full stops of scripts without spaces end a sentence, whatever follows. */
const ENDS_UNSPACED = /[。！？｡]["'”’」』）)]*$/u

/**
 * A last word that is no address and no code; the next sentence may follow it without a blank. A
 * full stop without a word before it begins one: "saved as .XCF files".
 */
const PLAIN_WORD =
  /(?:^|\s)(?:(?![\p{L}\p{N}])[^\s./@:#=]){0,9}[\p{L}\p{N}][^\s./@:#=]{0,60}[.!?…]["'”’)*_]*$/u
const WORD_REACH = 80

/** Whether `text` from `start` to `end` is a sentence; `segment` is the last part of it. */
function endsSentence(text: string, { start, end }: Span, segment: string): boolean {
  const wordsEnd = end - segment.length + segment.trimEnd().length
  const tail = text.slice(Math.max(start, wordsEnd - REACH), wordsEnd)
  if (DENIAL.test(tail) && /^\p{L}/u.test(text.slice(end, end + 2))) return true
  if (ABBREVIATION.test(tail) || ORDINAL.test(tail)) return false
  if (NUMBER.test(tail) && AFTER_NUMBER.test(text.slice(end, end + 20))) return false
  if (wordsEnd < end || ENDS_UNSPACED.test(segment)) return true
  const word = text.slice(Math.max(start, end - WORD_REACH), end)
  return PLAIN_WORD.test(word) && /^[\p{L}\p{Ps}\p{Pi}]/u.test(text.slice(end, end + 2))
}

/** A shorter line is not wrapped prose but a line of its own. */
const SHORT_LINE_CHARS = 60
const STOPPED = /[.!?:…。！？؟।]["'”»)]*$/u

/** The text with a blank in place of each line break that ends no sentence. */
function withoutSoftBreaks(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n')
  let flat = lines[0] ?? ''
  let isWrapped = false
  for (let at = 1; at < lines.length; at += 1) {
    const before = lines[at - 1]?.trimEnd() ?? ''
    const after = lines[at]?.trimStart() ?? ''
    flat += `${endsLine(before, after, isWrapped) ? '\n' : ' '}${lines[at]}`
    isWrapped = before.length >= SHORT_LINE_CHARS && !STOPPED.test(before)
  }
  return flat
}

/** The last line of wrapped prose may be short, and so may any where a link was left out. */
function endsLine(before: string, after: string, isWrapped: boolean): boolean {
  if (before === '' || after === '' || STOPPED.test(before)) return true
  return !isWrapped && before.length < SHORT_LINE_CHARS && !/^[\p{Ll}(]/u.test(after)
}
