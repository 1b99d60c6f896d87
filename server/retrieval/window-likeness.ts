import type { EmbeddingModel } from '../models/ports.ts'
import { once } from '../once.ts'
import { cosineScale } from './scale.ts'
import { trustInQuestion, trustInText } from './trust.ts'

/**
 * How like parts of texts are to a question in meaning, each 0 to 1: its cosine in deviations from
 * that of unrelated texts (`scale.ts`), less where the model knows few of its words.
 */
export type WindowLikeness = (
  question: string,
  windows: string[],
  signal: AbortSignal,
) => Promise<number[]>

/** Deviations from which on a window is as like as can be. */
const MOST_LIKE = 8

/** Judges windows by an embedding model, found at the first use. Throws what the model throws. */
export function createWindowLikeness(modelOf: () => EmbeddingModel): WindowLikeness {
  const scaleOf = once(() => cosineScale(modelOf(), new AbortController().signal))
  return async (question, windows, signal) => {
    const model = modelOf()
    const [vector] = await model.embed([question], 'question', signal)
    const trust = trustInQuestion(model, question)
    if (!vector || trust === 0 || windows.length === 0) return windows.map(() => 0)
    const { mean, deviation } = await scaleOf()
    const vectors = await model.embed(windows, 'passage', signal)
    const known = Math.min(trust, trustInText(model, windows.join('\n')))
    return vectors.map((window) => {
      const cosine = dot(window, vector)
      return known * Math.min(1, Math.max(0, (cosine - mean) / deviation / MOST_LIKE))
    })
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number)
  return sum
}
