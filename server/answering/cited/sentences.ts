import { markersIn, readAll } from './markers.ts'

/** A stretch of a text, from `start` up to `end`. */
export interface Span {
  start: number
  end: number
}

/** What is judged as one: a sentence, or a row of a table. */
export interface Sentence extends Span {
  /** Ordinals of the sources it cites. */
  ordinals: number[]
  /** It ends with a colon, and announces what follows. */
  leadsIn: boolean
}

/** A block of a Markdown answer. Its spans with those of the other blocks make up the whole text. */
export interface Block extends Span {
  kind: 'paragraph' | 'item' | 'table' | 'heading' | 'code' | 'blank'
  /** Where the words begin: behind the bullet of an item, behind the head of a table. */
  bodyStart: number
  sentences: Sentence[]
}

/**
 * Takes an answer apart without changing a character of it: lists, tables and code blocks keep their
 * bounds, and a sentence keeps the markers that follow its full stop.
 */
export function blocksOf(text: string): Block[] {
  const { masked, fenced } = mask(text)
  const blocks = groupLines(linesOf(masked), masked, fenced)
  const markers = markersIn(text)
  for (const block of blocks) {
    const spans = sentencesOf(block, masked)
    for (const sentence of spans.flatMap((span) => cutAfterMarkers(span, markers, masked))) {
      const own = markers.filter(({ start }) => start >= sentence.start && start < sentence.end)
      const ordinals = [...new Set(own.map(({ ordinal }) => ordinal))]
      block.sentences.push({ ...sentence, ordinals, leadsIn: endsWithColon(masked, sentence) })
    }
  }
  return blocks
}

/** Markers after a full stop end what they cite, whatever letter comes next. */
function cutAfterMarkers(span: Span, markers: Span[], masked: string): Span[] {
  const ends = markers
    .filter(({ start, end }) => start > span.start && end < span.end)
    .filter(({ start }) => /[.!?:…。！？：]["'”’)*_]*\s*$/u.test(masked.slice(span.start, start)))
    .map(({ end }) => end)
    .filter(
      (end) => /\S/.test(masked.slice(end, span.end)) && !markers.some((m) => m.start === end),
    )
  const cuts = [span.start, ...new Set(ends), span.end]
  return cuts.slice(1).map((end, at) => ({ start: cuts[at] ?? span.start, end }))
}

/** By ordinal, the sentences of a text that cite the source. */
export function claimsBySource(text: string): Map<number, string> {
  const claims = new Map<number, string>()
  for (const { sentences } of blocksOf(text)) {
    for (const { start, end, ordinals } of sentences) {
      for (const ordinal of ordinals) {
        claims.set(ordinal, `${claims.get(ordinal) ?? ''}${text.slice(start, end)}\n`)
      }
    }
  }
  return claims
}

/**
 * The text with every marker blanked out and code written as `x`, each character in its place: a full
 * stop in code ends no sentence, and what stands before a marker stands before what follows it.
 */
function mask(text: string): { masked: string; fenced: Set<number> } {
  const fenced = new Set<number>()
  let masked = ''
  for (const { piece, start } of readAll(text)) {
    if (piece.kind === 'text') masked += piece.source
    if (piece.kind === 'marker') masked += ' '.repeat(piece.source.length)
    if (piece.kind !== 'code') continue
    const wholeLines = /^(?:.*\n|.*$)$/.test(piece.source) && !/^`[^`]/.test(piece.source)
    if (wholeLines && (start === 0 || text[start - 1] === '\n')) fenced.add(start)
    masked += piece.source.replace(/[^\n]/g, 'x')
  }
  return { masked, fenced }
}

function endsWithColon(masked: string, { start, end }: Span): boolean {
  return /[:：][*_\s]*$/.test(masked.slice(start, end))
}

function linesOf(text: string): Span[] {
  const lines: Span[] = []
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline + 1
    lines.push({ start, end })
    start = end
  }
  return lines
}

const ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const HEADING = /^ {0,3}#{1,6}[ \t]/
const DELIMITER = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\n?$/

function groupLines(lines: Span[], masked: string, fenced: Set<number>): Block[] {
  const blocks: Block[] = []
  lines.forEach((line, at) => {
    const source = masked.slice(line.start, line.end)
    const next = lines[at + 1]
    const isHead =
      source.includes('|') && next !== undefined && isDelimiter(masked.slice(next.start, next.end))
    const kind = fenced.has(line.start) ? 'code' : isHead ? 'table' : kindOf(source)
    const open = blocks.at(-1)
    if (open && continues(open, kind, source)) {
      open.end = line.end
      if (open.kind === 'table' && isDelimiter(source)) open.bodyStart = line.end
      return
    }
    const prefix = kind === 'item' ? (ITEM.exec(source)?.[0].length ?? 0) : 0
    blocks.push({ kind, ...line, bodyStart: line.start + prefix, sentences: [] })
  })
  return blocks
}

function kindOf(line: string): Block['kind'] {
  if (line.trim() === '') return 'blank'
  if (HEADING.test(line)) return 'heading'
  return ITEM.test(line) ? 'item' : 'paragraph'
}

function continues(open: Block, kind: Block['kind'], line: string): boolean {
  if (open.kind === 'code' || kind === 'code') return open.kind === kind
  if (open.kind === 'table') return line.includes('|')
  return kind === 'paragraph' && (open.kind === 'paragraph' || open.kind === 'item')
}

function isDelimiter(line: string): boolean {
  return line.includes('-') && (line.includes('|') || /:-|-:/.test(line)) && DELIMITER.test(line)
}

function sentencesOf(block: Block, masked: string): Span[] {
  const body = { start: block.bodyStart, end: block.end }
  switch (block.kind) {
    case 'blank':
      return []
    case 'heading':
    case 'code':
      return [{ start: block.start, end: block.end }]
    case 'table':
      return linesOf(masked.slice(body.start, body.end)).map(({ start, end }) => ({
        start: body.start + start,
        end: body.start + end,
      }))
    case 'item':
    case 'paragraph':
      return split(masked.slice(body.start, body.end), body.start)
  }
}

/** Made once: making one costs as much as reading a passage with it. */
export const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|approx|vs|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Abs|Art|Fig|Inc|Ltd|p|pp|cf|ex)\.\s*$/i

/** Full stops of these scripts end a sentence without a space behind them. */
const ENDS_UNSPACED = /[。！？｡]["'”’」』）)]*$/u

/** Sentences of prose, at most a soft-wrapped paragraph; full stops of abbreviations and marks within addresses end none. */
function split(prose: string, offset: number): Span[] {
  const oneLine = prose.replaceAll('\n', ' ')
  const spans: Span[] = []
  let start = 0
  for (const { segment, index } of sentenceSegmenter.segment(oneLine)) {
    const end = index + segment.length
    if (end < oneLine.length && !endsSentence(oneLine.slice(start, end))) continue
    spans.push({ start: offset + start, end: offset + end })
    start = end
  }
  return spans
}

function endsSentence(text: string): boolean {
  if (ABBREVIATION.test(text) || text.trim() === '') return false
  return /\s$/.test(text) || ENDS_UNSPACED.test(text)
}
