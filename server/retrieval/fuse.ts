import type { Hit } from '../storage/store.ts'

/** What one embedding found: cosines, and how far they can be trusted beside the words, 0 to 1. */
export interface VectorRanking {
  hits: Hit[]
  weight: number
}

/**
 * Mixes the words' ranking with that of the one embedding in use, best first, scores from 0 to 1: the
 * weighted mean of both. Positions alone (reciprocal rank fusion) would let a weak ranking's first hit
 * weigh as much as a strong one's.
 */
export function mix(byWords: Hit[], { hits, weight }: VectorRanking): Hit[] {
  const scores = new Map(byWords.map(({ rowid, score }) => [rowid, score * (1 - weight)]))
  for (const { rowid, score } of stretch(hits)) {
    scores.set(rowid, (scores.get(rowid) ?? 0) + score * weight)
  }
  return toHits(scores)
}

/**
 * Adds to the words' ranking, the scale that passages of different embeddings have in common, what each
 * embedding found; best first, scores from 0 to 1. A passage rises towards the best of the words, as far
 * as its cosine and the trust in its embedding go: so every passage keeps what the words say of it, and
 * none comes before the one that they rank first. Where no word is found, trusted cosines decide alone.
 */
export function addVectors(byWords: Hit[], rankings: VectorRanking[]): Hit[] {
  const scores = new Map(byWords.map(({ rowid, score }) => [rowid, score]))
  const best = Math.max(0, ...scores.values()) || 1
  for (const { hits, weight } of rankings) {
    for (const { rowid, score: cosine } of hits) {
      const score = scores.get(rowid) ?? 0
      scores.set(rowid, score + weight * Math.max(0, cosine) * (best - score))
    }
  }
  return toHits(scores)
}

function toHits(scores: Map<number, number>): Hit[] {
  return bestFirst([...scores].map(([rowid, score]) => ({ rowid, score })))
}

/** Ties go to the passage that was stored first, so that a ranking is the same every time. */
export function bestFirst(hits: Hit[]): Hit[] {
  return hits.sort((a, b) => b.score - a.score || a.rowid - b.rowid)
}

/** Scores of one ranking stretched over 0 to 1 (min–max), so that rankings of different scales mix. */
export function stretch(hits: Hit[]): Hit[] {
  const scores = hits.map((hit) => hit.score)
  const highest = Math.max(...scores)
  const lowest = Math.min(...scores)
  if (highest === lowest) return hits.map(({ rowid }) => ({ rowid, score: 1 }))
  return hits.map(({ rowid, score }) => ({
    rowid,
    score: (score - lowest) / (highest - lowest),
  }))
}
