import { setImmediate } from 'node:timers/promises'
import type { EmbeddingModel } from '../models/ports.ts'
import { createPacer } from '../pacer.ts'
import { quantize } from '../quantize.ts'
import { type WindowedPassage, windowsOf } from '../text/windows.ts'

/** The vectors of a passage: null and none for a model that gives none. */
export interface PassageVectors {
  vector: Int8Array | null
  windows: Int8Array[]
}

/**
 * The vectors of passages, in order. Where the model embeds windows, that of a passage is the mean
 * of its windows' vectors. Throws as `EmbeddingModel.embed` does.
 */
export async function embedPassages(
  passages: WindowedPassage[],
  model: EmbeddingModel,
  signal: AbortSignal,
): Promise<PassageVectors[]> {
  if (passages.length === 0) return []
  if (model.embedsWindows) return embedWindows(passages, model, signal)
  const texts = passages.map(({ title, headings, text }) => [title, ...headings, text].join('\n'))
  const vectors = await model.embed(texts, 'passage', signal)
  return passages.map((_, at) => {
    const vector = vectors[at]
    return { vector: vector ? quantize(vector) : null, windows: [] }
  })
}

async function embedWindows(
  passages: WindowedPassage[],
  model: EmbeddingModel,
  signal: AbortSignal,
): Promise<PassageVectors[]> {
  const pace = createPacer(() => setImmediate(), signal)
  const windows: string[][] = []
  for (const passage of passages) {
    await pace()
    windows.push(windowsOf(passage))
  }
  const vectors = await model.embed(windows.flat(), 'passage', signal)
  if (vectors.length === 0) return passages.map(() => ({ vector: null, windows: [] }))
  let from = 0
  return windows.map(({ length }) => {
    const own = vectors.slice(from, from + length)
    from += length
    if (own.length === 0) return { vector: null, windows: [] }
    return { vector: quantize(meanOf(own, model.dimensions)), windows: own.map(quantize) }
  })
}

function meanOf(vectors: Float32Array[], dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const vector of vectors) {
    for (let at = 0; at < dimensions; at += 1) {
      sum[at] = (sum[at] as number) + (vector[at] as number) / vectors.length
    }
  }
  return sum
}
