import { setImmediate } from 'node:timers/promises'
import type { EmbeddingModel } from '../models/ports.ts'
import { quantize } from '../quantize.ts'
import type { SearchedCollection } from '../storage/ports/collections.ts'
import type { Hit, Searched, SearchIndex } from '../storage/ports/search-index.ts'
import type { ReadPassage } from '../text/passage.ts'
import { bestFirst } from './fuse.ts'
import { type CosineScale, cosineScale } from './scale.ts'
import { trustInPassage, trustInQuestion } from './trust.ts'

/** A question as one embedding sees it, over the collections that have this embedding. */
export interface Meaning {
  /** The selector and width of the embedding. */
  embedding: string
  searched: Searched
  model: EmbeddingModel
  /** The vector of the question. */
  vector: Float32Array
  /** How far the embedding is trusted with the question, 0 to 1. */
  trust: number
  scale: CosineScale
  /** The passages whose vectors are nearest to it, at least `DEPTH` where there are so many. */
  nearest: Hit[]
}

/** How like a passage is to a question in meaning. */
export interface Likeness {
  meaning: Meaning
  /**
   * The cosine of the question and the window of the passage that is likest to it, in deviations
   * from that of unrelated texts (`scale.ts`).
   */
  score: number
}

/** How many of the nearest passages are found. */
const DEPTH = 60

interface Needs {
  searchIndex: Pick<SearchIndex, 'loadVectors' | 'nearest' | 'windows'>
  embeddings: (selector: string, dimensions: number) => EmbeddingModel
}

/**
 * Finds passages by meaning in two stages. The vectors of passages, of which each is the mean of
 * its windows', are enough to find them; the best window tells which of them answers (passages by
 * their parts: Callan 1994; late interaction: Khattab and Zaharia 2020).
 */
export function createMeanings({ searchIndex, embeddings }: Needs) {
  /** By selectors and widths. */
  const scales = new Map<string, CosineScale>()

  return { meaningsOf, likenesses }

  /**
   * A question as the embeddings of collections see it, without those not trusted with it. `reach`
   * nearest passages are found, for what looks further than the ranking.
   */
  async function meaningsOf(
    organization_id: string,
    collections: SearchedCollection[],
    { query, reach }: { query: string; reach: number },
    signal: AbortSignal,
  ): Promise<Meaning[]> {
    const meanings: Meaning[] = []
    for (const [embedding, alike] of Map.groupBy(collections, embeddingOf)) {
      const [{ embedding_model, embedding_dimensions }] = alike as [SearchedCollection]
      const model = embeddings(embedding_model, embedding_dimensions)
      const [vector] = await model.embed([query], 'question', signal)
      const trust = trustInQuestion(model, query)
      if (!vector || trust === 0) continue
      const searched = { organization_id, collection_ids: alike.map(({ id }) => id) }
      await loadVectors(searched, signal)
      const scale = scales.get(embedding) ?? (await cosineScale(model, signal))
      scales.set(embedding, scale)
      const nearest = await searchIndex.nearest(searched, quantize(vector), Math.max(reach, DEPTH))
      meanings.push({ embedding, searched, model, vector, trust, scale, nearest })
    }
    return meanings
  }

  /** In steps, between which the thread does other work. */
  async function loadVectors(searched: Searched, signal: AbortSignal): Promise<void> {
    while (await searchIndex.loadVectors(searched)) {
      await setImmediate()
      signal.throwIfAborted()
    }
  }

  /**
   * How like passages are to the question: the nearest ones, and those that were found by words.
   * Of a model without windows only the nearest are known, each by its own vector.
   */
  async function likenesses(meanings: Meaning[], byWords: Hit[]): Promise<Map<number, Likeness>> {
    const found = new Map<number, Likeness>()
    for (const meaning of meanings) {
      const { searched, vector, scale } = meaning
      const nearest = meaning.nearest.slice(0, DEPTH)
      const scoreOf = (cosine: number) => (cosine - scale.mean) / scale.deviation
      const keys = [...new Set([...nearest, ...byWords].map(({ key }) => key))]
      for (const { key, score } of nearest) found.set(key, { meaning, score: scoreOf(score) })
      for (const [key, windows] of await searchIndex.windows(searched, keys)) {
        const cosine = Math.max(...windows.map(cosineTo(vector)))
        found.set(key, { meaning, score: scoreOf(cosine) })
      }
    }
    return found
  }
}

function embeddingOf(collection: SearchedCollection): string {
  return `${collection.embedding_model} ${collection.embedding_dimensions}`
}

/** The passages of each embedding by how like they are, best first. */
export function likest(likenesses: Map<number, Likeness>): Hit[][] {
  const byMeaning = Map.groupBy(likenesses, ([, { meaning }]) => meaning)
  return [...byMeaning.values()].map((own) =>
    bestFirst(own.map(([key, { score }]) => ({ key, score }))),
  )
}

/** The likeness of a passage by one embedding, and how far that counts, 0 to 1. */
export interface TrustedLikeness extends Pick<Likeness, 'score'> {
  embedding: string
  trust: number
}

/** The likeness of a passage that is read; null where there is none. */
export function trusted(
  likeness: Likeness | undefined,
  { passage, text }: { passage: ReadPassage; text: string },
): TrustedLikeness | null {
  if (!likeness) return null
  const { embedding, model, trust } = likeness.meaning
  const own = trustInPassage(model, passage, text)
  return { embedding, score: likeness.score, trust: Math.min(trust, own) }
}

/** The cosine of a question, of unit length, and a window. */
function cosineTo(question: Float32Array) {
  return (window: Int8Array): number => {
    let dot = 0
    let square = 0
    for (let at = 0; at < question.length; at += 1) {
      const value = window[at] as number
      dot += value * (question[at] as number)
      square += value * value
    }
    return dot / (Math.sqrt(square) || 1)
  }
}
