import { type Block, blocksOf, type Sentence } from '../../text/blocks.ts'
import { spokenLanguageOf } from '../../text/language.ts'
import { blankMarkers } from '../../text/marker-syntax.ts'
import type { Span } from '../../text/sentences.ts'
import { renumber } from './citations.ts'
import { assertionOf, evidenceOf, supports, toleratesCode, toleratesUncited } from './support.ts'

/** A passage that an answer cites. */
export interface CitedPassage {
  title: string
  url: string | null
  anchor: string | null
  text: string
}

export interface Grounded {
  /** The same string when nothing was removed; '' when nothing that is cited is left. */
  text: string
  /** The citation with ordinal `n` had the ordinal `order[n - 1]`. */
  order: readonly number[]
}

/**
 * Removes from a finished answer what its citations do not support
 * (docs/behaviour.md#checks-of-an-answer); `cited[n - 1]` is the passage with ordinal `n`. A
 * sentence, list item or table row is removed when the passages that it cites do not support it.
 * One without citations stays if it is a lead-in or is made of what the cited passages and the
 * question say; code likewise. Headings and lead-ins are removed with what they announce. The rest
 * stays to the letter, with ordinals from 1 and without gaps.
 */
export function ground(text: string, cited: CitedPassage[], question: string): Grounded {
  const blocks = blocksOf(text)
  const judged = judge(text, blocks, cited, question)
  dropDangling(judged)
  const whole = judged.every(({ block, sentences }) => sentences.length === block.sentences.length)
  if (whole) return { text, order: cited.map((_, at) => at + 1) }
  const rest = renumber(written(text, judged), cited.length)
  return rest.order.length === 0 ? { text: '', order: [] } : rest
}

/** A block with the sentences of it that stay. */
interface Judged {
  block: Block
  sentences: Sentence[]
}

function judge(text: string, blocks: Block[], cited: CitedPassage[], question: string): Judged[] {
  const evidence = cited.map(evidenceOf)
  const asked = evidenceOf({ title: '', url: null, anchor: null, text: question })
  const language = spokenLanguageOf(text)
  return blocks.map((block) => ({ block, sentences: block.sentences.filter(stays(block)) }))

  function stays({ kind }: Block): (sentence: Sentence) => boolean {
    return ({ ordinals, ...span }) => {
      const assertion = assertionOf(assertionIn(text, span), language)
      if (kind === 'heading') return true
      if (kind === 'code') return toleratesCode(evidence, assertion.text)
      const own = ordinals.flatMap((ordinal) => evidence[ordinal - 1] ?? [])
      if (own.length > 0) return supports(own, assertion)
      return toleratesUncited(evidence, assertion, asked)
    }
  }
}

function assertionIn(text: string, { start, end }: Span): string {
  return blankMarkers(text.slice(start, end)).trim()
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

function written(text: string, judged: Judged[]): string {
  const parts: string[] = []
  for (const each of judged) {
    const { block, sentences } = each
    if (isGone(each)) continue
    if (block.kind === 'blank') {
      if (!endsWithBlankLine(parts)) parts.push('\n')
      continue
    }
    if (sentences.length === block.sentences.length) {
      parts.push(text.slice(block.start, block.end))
      continue
    }
    const words = sentences.map(({ start, end }) => text.slice(start, end)).join('')
    parts.push(`${text.slice(block.start, block.bodyStart)}${words.trimEnd()}\n`)
  }
  return parts.join('')
}

/** True as well where nothing has been written yet. */
function endsWithBlankLine(parts: string[]): boolean {
  if (parts.length === 0) return true
  return `${parts.at(-2) ?? ''}${parts.at(-1)}`.endsWith('\n\n')
}
