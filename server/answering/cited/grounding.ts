import { clearLanguageOf } from '../language.ts'
import { renumber } from './citations.ts'
import { evidenceOf, supports, toleratesCode, toleratesUncited } from './evidence.ts'
import { type Block, blocksOf, type Sentence, type Span } from './sentences.ts'

/** A passage that an answer cites. */
export interface CitedPassage {
  title: string
  url: string | null
  anchor: string | null
  text: string
}

export interface Grounded {
  /** The same string when nothing had to go; '' when nothing that is cited is left. */
  text: string
  /** The source with ordinal `n` had the ordinal `order[n - 1]`. */
  order: readonly number[]
}

/**
 * Takes from a finished answer what its sources do not support (completions 7); `cited[n - 1]` is the
 * passage with ordinal `n`. A sentence, list item or table row that cites sources goes when they do
 * not support it. One that cites none stays while it is made of what the answer's sources and the
 * question say, or leads in; code likewise. Headings and lead-ins go with what they announce. The rest
 * stays to the letter, with its ordinals closed up.
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
  const language = clearLanguageOf(text)
  return blocks.map((block) => ({ block, sentences: block.sentences.filter(stays(block)) }))

  function stays({ kind }: Block): (sentence: Sentence) => boolean {
    return ({ ordinals, ...span }) => {
      const claim = { text: claimIn(text, span), language }
      if (kind === 'heading') return true
      if (kind === 'code') return toleratesCode(evidence, claim.text)
      const own = ordinals.flatMap((ordinal) => evidence[ordinal - 1] ?? [])
      if (own.length > 0) return supports(own, claim)
      return toleratesUncited(evidence, claim, asked)
    }
  }
}

function claimIn(text: string, { start, end }: Span): string {
  return text
    .slice(start, end)
    .replace(/\[\d{1,9}\]/g, ' ')
    .trim()
}

/** Headings and lead-ins go when all that they announced has gone; from the end, because one may announce another. */
function dropDangling(judged: Judged[]): void {
  for (let at = judged.length - 1; at >= 0; at -= 1) {
    const announced = announcedBy(judged, at)
    if (announced.length > 0 && announced.every(isGone)) judged[at]?.sentences.pop()
  }
}

function isGone({ block, sentences }: Judged): boolean {
  return block.sentences.length > 0 && sentences.length === 0
}

/** What a heading or a sentence that ends with a colon stands above; nothing for any other block. */
function announcedBy(judged: Judged[], at: number): Judged[] {
  const [, ...below] = judged.slice(at).filter(({ block }) => block.kind !== 'blank')
  const { block, sentences } = judged[at] ?? {}
  if (block?.kind === 'heading') return whileTrue(below, (each) => each.block.kind !== 'heading')
  if (!block || !sentences?.at(-1)?.leadsIn) return []
  const [first] = below
  if (first?.block.kind === 'item') return whileTrue(below, (each) => each.block.kind === 'item')
  return first && first.block.kind !== 'heading' ? [first] : []
}

function whileTrue<Item>(items: Item[], holds: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !holds(item))
  return end === -1 ? items : items.slice(0, end)
}

function written(text: string, judged: Judged[]): string {
  let rest = ''
  for (const each of judged) {
    const { block, sentences } = each
    if (isGone(each)) continue
    if (block.kind === 'blank') {
      if (!/^$|\n\n$/.test(rest)) rest += '\n'
      continue
    }
    if (sentences.length === block.sentences.length) {
      rest += text.slice(block.start, block.end)
      continue
    }
    const words = sentences.map(({ start, end }) => text.slice(start, end)).join('')
    rest += `${text.slice(block.start, block.bodyStart)}${words.trimEnd()}\n`
  }
  return rest
}
