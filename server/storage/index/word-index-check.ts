import { decodeBatch } from './posting-batches.ts'
import { type BlockRow, postingsIn } from './posting-blocks.ts'
import type { Postings } from './postings.ts'

/** An index of words as its rows say that it is. */
export interface CheckedIndex {
  /** Of its collection. */
  name: string | number
  /** Passages that are stored, and the number of postings that the index should hold. */
  passages: number
  postings: number
  fold_until: number | null
  fold_after: string | null
}

/** A row of fresh postings. */
export interface StoredBatch {
  id: number
  terms: string
  body: Uint8Array
}

/**
 * Checks an index of words by all its rows, and then tells its findings, a sentence each: blocks
 * that cannot be decoded, postings that are lost, and passages without a length
 * (docs/behaviour.md#integrity-check).
 */
export function createWordIndexCheck({ name, passages, postings, ...folding }: CheckedIndex) {
  let entries = 0
  let held = 0
  let damage: string | null = null

  function count(postingsOf: () => number): void {
    try {
      held += postingsOf()
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      damage ??= error.message
    }
  }

  return {
    addLengths(body: Uint8Array): void {
      for (let at = 0; at < body.length; at += 2) if (body[at] || body[at + 1]) entries += 1
    },
    addBlock: (block: BlockRow) => count(() => postingsOfBlock(block)),
    addBatch: (batch: StoredBatch) => count(() => postingsOfBatch(batch, folding)),
    findings(): string[] {
      const index = `The search index of collection ${name}`
      const findings = []
      if (entries !== passages) findings.push(`holds ${entries} entries for ${passages} passages`)
      if (damage !== null) findings.push(`is damaged (${damage})`)
      else if (held !== postings) findings.push(`holds ${held} postings instead of ${postings}`)
      return findings.map((finding) => `${index} ${finding}: run "svc reindex".`)
    },
  }
}

/** Throws a `RangeError` that names the block. */
function postingsOfBlock(block: BlockRow): number {
  try {
    checkOrder(postingsIn(block))
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new RangeError(
      `the block of "${block.term}" from passage ${block.first} on cannot be read`,
      { cause },
    )
  }
  return block.n
}

/** Postings of a batch that are not in blocks yet. */
function postingsOfBatch(
  { id, terms, body }: StoredBatch,
  { fold_until, fold_after }: Pick<CheckedIndex, 'fold_until' | 'fold_after'>,
): number {
  const batch = decodeBatch(terms, body)
  const isFolding = fold_until !== null && id <= fold_until && fold_after !== null
  let postings = 0
  for (let at = 0; at < batch.size; at += 1) {
    if (isFolding && (batch.term(at) as string) <= fold_after) continue
    const list = batch.postings(at)
    checkOrder(list)
    postings += list.keys.length
  }
  return postings
}

function checkOrder({ keys }: Postings): void {
  for (let at = 1; at < keys.length; at += 1) {
    if ((keys[at] as number) <= (keys[at - 1] as number)) {
      throw new RangeError('the passages of a posting block are not in order')
    }
  }
}
