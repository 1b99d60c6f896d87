import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { createPacer } from '../../pacer.ts'
import type { EmbeddingModel } from '../ports.ts'
import { ROWS, staticDimensions, staticFiles } from './local-model.ts'
import { ModelFault } from './model-fault.ts'
import { createRowSums, type Rows, SLOTS } from './row-sums.ts'
import { type Numbers, readSafetensors } from './safetensors.ts'
import { readWordPieces } from './word-pieces.ts'

/** A model whose files are read, behind the port `EmbeddingModel`. */
export interface ReadModel {
  embed: EmbeddingModel['embed']
  coverage(text: string): number
}

/**
 * Reads a static model in the format of Model2Vec: a row of numbers for each word piece. The vector
 * of a text is the weighted sum of the rows of its pieces, at unit length; it is zero when no piece
 * of the text is known. Throws `ModelFault`.
 */
export function readStaticModel(folder: string): ReadModel {
  const dimensions = staticDimensions(folder)
  const { tensors, tokenizer } = staticFiles(folder)
  const pieces = readWordPieces(join(folder, tokenizer))
  const sums = createRowSums({ ...readRows(join(folder, tensors), pieces.size), dimensions })
  /** Windows of a passage share their lines: each is summed once. */
  const slots = new Map<string, number>()

  function slotOf(part: string): number {
    const known = slots.get(part)
    if (known !== undefined) return known
    if (slots.size === SLOTS) slots.clear()
    const slot = slots.size
    sums.sum(pieces.ids(part), slot)
    slots.set(part, slot)
    return slot
  }

  return {
    async embed(texts, _purpose, signal) {
      const pace = createPacer(() => setImmediate(), signal)
      const numbers = new Float32Array(texts.length * dimensions)
      const vectors = texts.map((_, at) => numbers.subarray(at * dimensions, (at + 1) * dimensions))
      for (const [at, vector] of vectors.entries()) {
        await pace()
        for (const part of pieces.partsOf(texts[at] ?? '')) sums.addTo(vector, slotOf(part))
        toUnitLength(vector)
      }
      return vectors
    },
    coverage: (text) => knownShare(text, pieces.piecesOf),
  }
}

function readRows(file: string, pieces: number): Omit<Rows, 'dimensions'> {
  const tensors = readSafetensors(file)
  const [rows] = ROWS.flatMap((name) => tensors.get(name) ?? [])
  const [count = 0] = rows?.shape ?? []
  const mapping = tensors.get('mapping')?.values ?? null
  const weights = tensors.get('weights')?.values ?? null
  const last = mapping ? lastOf(mapping) : pieces - 1
  const fits = [mapping, weights].every((list) => !list || list.length >= pieces)
  if (!rows || !fits || last >= count) {
    throw new ModelFault('model.safetensors and tokenizer.json are not of one model.')
  }
  return { values: rows.values, mapping, weights }
}

/** The last row that pieces are mapped to; infinity when one is mapped to none. */
function lastOf(mapping: Numbers): number {
  let last = 0
  for (const row of mapping) last = row < 0 ? Number.POSITIVE_INFINITY : Math.max(last, row)
  return last
}

/** Scales a vector to unit length; one without direction becomes zero. */
export function toUnitLength(vector: Float32Array): void {
  let square = 0
  for (let at = 0; at < vector.length; at += 1) square += (vector[at] as number) ** 2
  const length = Math.sqrt(square)
  if (!(length > 0) || !Number.isFinite(length)) {
    vector.fill(0)
    return
  }
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] as number) / length
}

/** Letters that the pieces of a known word have at least, on average. */
const LETTERS = 4

/** Share of a text's words that are one piece, or few for their length. */
export function knownShare(text: string, piecesOf: (word: string) => number | null): number {
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (words.length === 0) return 1
  const known = words.filter((word) => {
    const pieces = piecesOf(word)
    return pieces !== null && (pieces === 1 || word.length >= pieces * LETTERS)
  })
  return known.length / words.length
}
