import type { Hit } from '../storage/ports/search-index.ts'

/** The cosines of one embedding, and its weight beside the words, 0 to 1. */
export interface VectorRanking {
  hits: Hit[]
  weight: number
}

/**
 * Fuses the ranking by words with that of the only embedding: the weighted mean of both scores,
 * best first, 0 to 1. With reciprocal rank fusion the first hit of a weak ranking would count as
 * much as that of a strong one.
 */
export function mix(byWords: Hit[], { hits, weight }: VectorRanking): Hit[] {
  const scores = new Map(byWords.map(({ key, score }) => [key, score * (1 - weight)]))
  for (const { key, score } of stretch(hits)) {
    scores.set(key, (scores.get(key) ?? 0) + score * weight)
  }
  return toHits(scores)
}

/**
 * Adds the rankings of several embeddings, whose cosines have no common scale, to the ranking by
 * words; best first, scores from 0 to 1. A passage rises towards the best score by words, in
 * proportion to its cosine and the weight of its embedding, so none overtakes the one that the
 * words rank first. If no word is found, the weighted cosines decide alone.
 */
export function addVectors(byWords: Hit[], rankings: VectorRanking[]): Hit[] {
  const scores = new Map(byWords.map(({ key, score }) => [key, score]))
  const best = Math.max(0, ...scores.values()) || 1
  for (const { hits, weight } of rankings) {
    for (const { key, score: cosine } of hits) {
      const score = scores.get(key) ?? 0
      scores.set(key, score + weight * Math.max(0, cosine) * (best - score))
    }
  }
  return toHits(scores)
}

function toHits(scores: Map<number, number>): Hit[] {
  return bestFirst([...scores].map(([key, score]) => ({ key, score })))
}

/** Of equal scores the passage that was stored first comes first, so a ranking is reproducible. */
export function bestFirst(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => b.score - a.score || a.key - b.key)
}

/** Min–max normalization: the scores of one ranking, stretched over 0 to 1. */
export function stretch(hits: Hit[]): Hit[] {
  const scores = hits.map((hit) => hit.score)
  const highest = Math.max(...scores)
  const lowest = Math.min(...scores)
  if (highest === lowest) return hits.map(({ key }) => ({ key, score: 1 }))
  return hits.map(({ key, score }) => ({
    key,
    score: (score - lowest) / (highest - lowest),
  }))
}
