import { readAll } from './markers.ts'
import { type Span, splitSentences } from './sentences.ts'

/** A sentence, a row of a table, a heading or a block of code. */
export interface Sentence extends Span {
  /** The ordinals of its markers. */
  ordinals: number[]
  /** It ends with a colon: it announces what follows. */
  leadsIn: boolean
}

/** A block of a Markdown answer. The blocks make up the whole text. */
export interface Block extends Span {
  kind: 'paragraph' | 'item' | 'table' | 'heading' | 'code' | 'blank'
  /** Where its sentences begin: after the bullet of an item or the head of a table. */
  bodyStart: number
  sentences: Sentence[]
}

/**
 * Splits an answer into blocks and sentences without changing a character of it: lists, tables and
 * code blocks keep their bounds, and a sentence keeps the markers after its full stop. Takes
 * linear time, like all that reads an answer: its text is the model's.
 */
export function blocksOf(text: string): Block[] {
  const { masked, fenced, markers } = mask(text)
  const blocks = groupLines(linesOf(masked), masked, fenced)
  const takeMarkers = inOrder(markers)
  for (const block of blocks) {
    for (const span of sentencesOf(block, masked)) {
      const own = takeMarkers(span)
      const takeOwn = inOrder(own)
      for (const sentence of cutAfterMarkers(span, own, masked)) {
        const ordinals = [...new Set(takeOwn(sentence).map(({ ordinal }) => ordinal))]
        block.sentences.push({ ...sentence, ordinals, leadsIn: endsWithColon(masked, sentence) })
      }
    }
  }
  return blocks
}

interface Marker extends Span {
  ordinal: number
}

/** Returns the markers that begin within a span; spans must be given in order. */
function inOrder(markers: Marker[]): (span: Span) => Marker[] {
  let next = 0
  return ({ start, end }) => {
    while (next < markers.length && (markers[next]?.start ?? 0) < start) next += 1
    const first = next
    while (next < markers.length && (markers[next]?.start ?? 0) < end) next += 1
    return markers.slice(first, next)
  }
}

/** A sentence ends after the markers that follow its full stop, whatever comes next. */
function cutAfterMarkers(span: Span, markers: Marker[], masked: string): Span[] {
  if (markers.length === 0) return [span]
  const source = masked.slice(span.start, span.end)
  const contentEnd = span.start + source.trimEnd().length
  const starts = new Set(markers.map(({ start }) => start))
  const stopped = createStopReader(source, span.start)
  const ends = markers
    .filter(({ start }) => stopped(start))
    .map(({ end }) => end)
    .filter((end) => end < contentEnd && !starts.has(end))
  const cuts = [span.start, ...new Set(ends), span.end]
  return cuts.slice(1).map((end, at) => ({ start: cuts[at] ?? span.start, end }))
}

const STOPS = new Set('.!?:…。！？：')
const CLOSERS = new Set('"\'”’)*_')

/**
 * Whether only quotes and white space are between a full stop and a place; places must be in
 * order.
 */
function createStopReader(source: string, offset: number): (place: number) => boolean {
  let at = 0
  let state: 'none' | 'stop' | 'space' = 'none'
  return (place) => {
    for (; at < place - offset; at += 1) state = after(state, source.charAt(at))
    return state !== 'none'
  }

  function after(before: typeof state, character: string): typeof state {
    if (STOPS.has(character)) return 'stop'
    if (before === 'stop' && CLOSERS.has(character)) return 'stop'
    return before !== 'none' && /\s/.test(character) ? 'space' : 'none'
  }
}

/**
 * The sentences of an answer that a marker stands for, by its ordinal: one with markers, and those
 * before it in the same block that have none.
 */
export function sentencesByOrdinal(text: string): Map<number, string> {
  const found = new Map<number, string>()
  for (const { sentences } of blocksOf(text)) {
    let from = sentences[0]?.start ?? 0
    for (const { end, ordinals } of sentences) {
      if (ordinals.length === 0) continue
      for (const ordinal of ordinals) {
        found.set(ordinal, `${found.get(ordinal) ?? ''}${text.slice(from, end)}\n`)
      }
      from = end
    }
  }
  return found
}

/**
 * The text with blanks for every marker and `x` for code, each character in its place: a full stop
 * in code ends no sentence, and a marker separates no words.
 */
function mask(text: string): { masked: string; fenced: Set<number>; markers: Marker[] } {
  const fenced = new Set<number>()
  const markers: Marker[] = []
  const parts: string[] = []
  for (const { piece, start } of readAll(text)) {
    const { raw } = piece
    switch (piece.kind) {
      case 'text':
        parts.push(raw)
        break
      case 'marker':
        parts.push(' '.repeat(raw.length))
        for (const ordinal of piece.numbers) {
          markers.push({ start, end: start + raw.length, ordinal })
        }
        break
      case 'code': {
        const wholeLines = /^(?:.*\n|.*$)$/.test(raw) && !/^`[^`]/.test(raw)
        if (wholeLines && (start === 0 || text[start - 1] === '\n')) fenced.add(start)
        parts.push(raw.replace(/[^\n]/g, 'x'))
      }
    }
  }
  return { masked: parts.join(''), fenced, markers }
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

/** Whether it is the line below the head of a table: dashes between bars or colons. */
function isDelimiter(line: string): boolean {
  if (!line.includes('-') || !(line.includes('|') || /:-|-:/.test(line))) return false
  const cells = line
    .replace(/^[ \t>]+/, '')
    .trimEnd()
    .split('|')
  if (cells[0] === '') cells.shift()
  if (cells.at(-1)?.trim() === '') cells.pop()
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell.trim()))
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
      return splitSentences(masked.slice(body.start, body.end)).map(({ start, end }) => ({
        start: body.start + start,
        end: body.start + end,
      }))
  }
}
