import type { Trace } from '../../contract/trace.ts'
import { type Block, blocksOf, type Sentence } from '../../text/blocks.ts'
import { withoutMarkers } from '../../text/marker-syntax.ts'
import { markersIn } from '../../text/markers.ts'
import { renumber } from './citations.ts'
import { type Claim, claimsIn, type Written } from './claims.ts'
import { assertionIn, createJudge, type Judging, readEvidenceFor } from './judge.ts'
import { repeatsSource, withMarkers } from './place-markers.ts'
import { type Quoted, quotesOf } from './quotations.ts'

export interface Grounded {
  /** '' when nothing that is cited is left, unless it is a part. */
  text: string
  /** The citation with ordinal `n` had the number `order[n - 1]`. */
  order: readonly number[]
  /** For each marker of the text, in order, what supports what it stands for. */
  quotes: Quoted[][]
  removed: Trace['removed']
  /** Sentences that stay although the rules could not tell whether they are supported. */
  doubtful: string[]
}

/**
 * Removes from an answer what the passages do not support
 * (docs/behaviour.md#checks-of-an-answer); `passages[n - 1]` is the passage with the number `n`. A
 * sentence, list item or table row is judged by the passages that it cites; one without citations
 * by those that the next one in its block cites, or else by all. In the answer of a configured
 * model it is cited to the passage that supports it, and of neighbours with the same source the
 * last bears the marker. Headings and lead-ins are removed with what they announce. The rest stays
 * to the letter, with ordinals from 1 and without gaps.
 */
export function ground(text: string, judging: Judging): Grounded {
  const removed: Trace['removed'] = []
  const doubtful: string[] = []
  const evidence = readEvidenceFor(text, judging)
  const judge = createJudge(text, evidence, judging)
  const judged = blocksOf(text).map((block) => judgeBlock(block))
  dropDangling(judged)
  const { text: rest, claims } =
    judging.writer === 'configured' ? mended(text, judged) : written(text, judged)
  if (judging.isPart) return { text: rest, order: [], quotes: [], removed, doubtful }
  const { text: renumbered, order } = renumber(rest, judging.passages.length)
  if (order.length === 0) return { text: '', order, quotes: [], removed, doubtful: [] }
  const quotes = quotesOf(claims, { markers: markersIn(text), evidence, quoted: judging.quoted })
  const isSame = markersIn(renumbered).length === claims.length
  return { text: renumbered, order, quotes: isSame ? quotes : [], removed, doubtful }

  function judgeBlock(block: Block): Judged {
    const sentences: Kept[] = []
    let implied: number[] = []
    for (const sentence of block.sentences.toReversed()) {
      if (block.kind !== 'table' && sentence.ordinals.length > 0) implied = sentence.ordinals
      const judgement = judge(block, sentence, implied)
      if (!judgement.stays) {
        const said = withoutMarkers(text.slice(sentence.start, sentence.end)).trim()
        removed.unshift({ text: said, reason: judgement.reason })
      } else {
        if (judgement.doubtful) doubtful.unshift(assertionIn(text, sentence))
        sentences.unshift({ ...sentence, ordinals: judgement.ordinals })
      }
    }
    return { block, sentences }
  }
}

/** A sentence that stays, with the ordinals that support it. */
type Kept = Sentence

/** A block with the sentences of it that stay. */
interface Judged {
  block: Block
  sentences: Kept[]
}

interface Rest {
  text: string
  claims: Claim[]
}

/** The text with each source named once where it ends. */
function mended(text: string, judged: Judged[]): Rest {
  return written(text, judged, ({ kind }, sentence, next) => {
    const source = text.slice(sentence.start, sentence.end)
    if (kind === 'code' || kind === 'heading') return source
    if (kind !== 'table' && next && next.ordinals.length > 0) {
      if (String(next.ordinals) === String(sentence.ordinals)) return withMarkers(source, [])
    }
    if (isAsWritten(source, sentence.ordinals) && !repeatsSource(source)) return source
    return withMarkers(source, sentence.ordinals)
  })
}

function isAsWritten(source: string, ordinals: number[]): boolean {
  const own = new Set(markersIn(source).map(({ ordinal }) => ordinal))
  return String([...own]) === String(ordinals)
}

/**
 * Removes headings and lead-ins of which all that they announce was removed: a heading announces
 * the blocks up to the next one, a sentence that ends with a colon the items or the one block
 * after it. Runs from the end, because one may announce another.
 */
function dropDangling(judged: Judged[]): void {
  let next: Judged | undefined
  let items = nothing
  let section = nothing
  for (const each of judged.toReversed()) {
    const { block, sentences } = each
    if (block.kind === 'blank') continue
    if (block.kind === 'heading') {
      if (isWhollyGone(section)) sentences.pop()
    } else if (sentences.at(-1)?.leadsIn && next && next.block.kind !== 'heading') {
      const announced = next.block.kind === 'item' ? items : above(next, nothing)
      if (isWhollyGone(announced)) sentences.pop()
    }
    items = block.kind === 'item' ? above(each, items) : nothing
    section = block.kind === 'heading' ? nothing : above(each, section)
    next = each
  }
}

/** Neighbouring blocks: how many, and how many of them were removed. */
interface Run {
  blocks: number
  gone: number
}
const nothing: Run = { blocks: 0, gone: 0 }

function above(judged: Judged, { blocks, gone }: Run): Run {
  return { blocks: blocks + 1, gone: gone + (isGone(judged) ? 1 : 0) }
}

function isWhollyGone({ blocks, gone }: Run): boolean {
  return blocks > 0 && gone === blocks
}

function isGone({ block, sentences }: Judged): boolean {
  return block.sentences.length > 0 && sentences.length === 0
}

type Write = (block: Block, sentence: Kept, next: Kept | undefined) => string

/** What stays, each sentence as `write` has it. */
function written(text: string, judged: Judged[], write?: Write): Rest {
  const parts: string[] = []
  const claims: Claim[] = []
  let above: { block: Block; written: Written[] } | null = null
  for (const each of judged) {
    const { block, sentences } = each
    if (block.kind === 'blank') {
      // A line of nothing but markers belongs to the code above it.
      const line = text.slice(block.start, block.end)
      if (line.trim() !== '' && above) {
        parts.push(line)
        const markers = { sentence: wholeOf(block), body: line }
        const code = above.block.kind === 'code' ? above.written : []
        claims.push(...claimsIn(above.block, [...code, markers]))
      } else if (!endsWithBlankLine(parts)) parts.push('\n')
      continue
    }
    above = null
    if (isGone(each)) continue
    const bodies = sentences.map((sentence, at) =>
      write ? write(block, sentence, sentences[at + 1]) : text.slice(sentence.start, sentence.end),
    )
    above = { block, written: asWritten(block, sentences, bodies) }
    claims.push(...claimsIn(block, above.written))
    if (sentences.length === block.sentences.length) {
      const start = block.sentences[0]?.start ?? block.end
      parts.push(text.slice(block.start, start), ...bodies)
      continue
    }
    parts.push(`${text.slice(block.start, block.bodyStart)}${bodies.join('').trimEnd()}\n`)
  }
  return { text: parts.join(''), claims }
}

/** All sentences of a block, also those that were removed. */
function asWritten(block: Block, kept: Kept[], bodies: string[]): Written[] {
  const bodyAt = new Map(kept.map(({ start }, at) => [start, bodies[at] ?? null]))
  return block.sentences.map((sentence) => ({
    sentence,
    body: bodyAt.get(sentence.start) ?? null,
  }))
}

function wholeOf({ start, end }: Block): Sentence {
  return { start, end, ordinals: [], leadsIn: false }
}

/** True as well where nothing has been written yet. */
function endsWithBlankLine(parts: string[]): boolean {
  if (parts.length === 0) return true
  return `${parts.at(-2) ?? ''}${parts.at(-1)}`.endsWith('\n\n')
}
