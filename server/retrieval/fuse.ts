import type { Hit } from '../storage/ports/search-index.ts'

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
