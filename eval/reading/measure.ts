import { lettersOf } from '../../server/text/letters.ts'
import type { PassageBlock } from '../../server/text/structure.ts'
import { dialectsOf } from './dialects.ts'
import { furnitureAmong, type Repeated, repeatedIn } from './furniture.ts'
import { type Loss, lossOf } from './loss.ts'
import type { ReadFolder, ReadPage } from './pages.ts'
import { shownLetters, shownText, unmarked } from './plain.ts'
import type { Piece } from './rendered.ts'
import { type Residue, residueIn } from './residue.ts'

/** How the pages of a folder are read. */
export interface Reading {
  pages: number
  unread: Record<string, number>
  passages: number
  /** Passages with markup outside of code, and how often each kind of it was met. */
  withResidue: number
  residue: Record<string, number>
  furniture: number
  /** Passages without a word. */
  empty: number
  /** Blocks that no passage has whole. */
  cut: number
  /** Pages by the way in which they are written. */
  dialects: Record<string, number>
  /** null where no page is known as it is rendered. */
  loss: Omit<Loss, 'dropped'> | null
  findings: Finding[]
}

/** A text to be read by whoever judges the figures. */
export interface Finding {
  what: 'residue' | 'furniture' | 'dropped' | 'dropped main' | 'lost code'
  path: string
  text: string
}

export function measureReading({ pages, unread }: ReadFolder): Reading {
  const repeated = repeatedIn(pages.map(({ blocks }) => blocks.map(({ text }) => shownText(text))))
  const shown = repeatedIn(pages.map(({ rendered }) => (rendered ?? []).map(({ text }) => text)))
  const reading: Reading = {
    pages: pages.length,
    unread: Object.fromEntries(unread),
    passages: 0,
    withResidue: 0,
    residue: {},
    furniture: 0,
    empty: 0,
    cut: 0,
    dialects: {},
    loss: null,
    findings: [],
  }
  for (const page of pages) {
    countPassages(reading, page)
    countBlocks(reading, page, repeated)
    for (const dialect of dialectsOf(page.path, page.source)) count(reading.dialects, dialect)
    countLoss(reading, page, shown)
  }
  return reading
}

function countPassages(reading: Reading, { path, passages, rendered }: ReadPage): void {
  const shown = rendered && unmarked(rendered.map(({ text }) => text).join('\n'))
  reading.passages += passages.length
  for (const passage of passages) {
    const found = residueIn(passage.text, shown)
    if (found.length > 0) reading.withResidue += 1
    for (const each of found) note(reading, path, each)
    if (lettersOf(passage.text.replace(/^#+ .*$/gm, '')) === '') reading.empty += 1
  }
}

function note(reading: Reading, path: string, { kind, text }: Residue): void {
  count(reading.residue, kind)
  reading.findings.push({ what: 'residue', path, text: `${kind} ${text}` })
}

function countBlocks(reading: Reading, page: ReadPage, repeated: Repeated): void {
  const passages = page.passages.map(({ text }) => lettersOf(text))
  const isFurniture = furnitureAmong(
    page.blocks.map(({ text }) => shownText(text)),
    repeated,
  )
  for (const [at, { kind, text, admonition }] of page.blocks.entries()) {
    const letters = lettersOf(text)
    if (!passages.some((passage) => passage.includes(letters))) reading.cut += 1
    if (!isFurniture[at] || kind === 'code' || admonition !== undefined) continue
    reading.furniture += 1
    reading.findings.push({ what: 'furniture', path: page.path, text })
  }
}

function countLoss(
  reading: Reading,
  { path, source, title, description, headings, passages, rendered }: ReadPage,
  repeated: Repeated,
): void {
  if (!rendered) return
  const texts = rendered.map(({ text }) => text)
  const belongs = furnitureAmong(texts, repeated)
  const furniture = new Set(rendered.filter((_, at) => belongs[at]))
  const isFurniture = (piece: Piece) => piece.isLinks || furniture.has(piece)
  // Kinds of notes and languages of code are shown as words by some generators.
  const kinds = passages.flatMap(({ blocks }) => blocks.flatMap(namesIn))
  const read = [title, description, ...headings, ...passages.map(({ text }) => text), ...kinds]
  const letters = {
    read: read.map(shownLetters).join(''),
    written: passages.map(({ text }) => lettersOf(text)).join(''),
    source: shownLetters(source),
  }
  const { dropped, ...loss } = lossOf(rendered, letters, isFurniture)
  reading.loss = reading.loss ? sumOf(reading.loss, loss) : loss
  for (const { piece, missing } of dropped) {
    const what = piece.isCode ? 'lost code' : piece.isMain ? 'dropped main' : 'dropped'
    const isWhole = missing.join('').length >= lettersOf(piece.text).length
    const text = piece.isCode || !isWhole ? `${missing.join(' ')} ← ${piece.text}` : piece.text
    reading.findings.push({ what, path, text })
  }
}

function namesIn({ admonition, language }: PassageBlock): string[] {
  return [admonition, language].filter((name) => name !== undefined)
}

function sumOf(one: Omit<Loss, 'dropped'>, other: Omit<Loss, 'dropped'>): Omit<Loss, 'dropped'> {
  return {
    words: one.words + other.words,
    lostWords: one.lostWords + other.lostWords,
    lostWritten: one.lostWritten + other.lostWritten,
    codeChars: one.codeChars + other.codeChars,
    lostCodeChars: one.lostCodeChars + other.lostCodeChars,
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
