import type { Hit } from '../storage/store.ts'

/** One ranking and how much it says beside the others. */
export interface Ranking {
  hits: Hit[]
  weight: number
}

/**
 * Mixes rankings into one, best first, scores from 0 to 1: the weighted mean of each ranking's scores.
 * Positions alone (reciprocal rank fusion) would let a weak ranking's first hit weigh as much as a
 * strong one's.
 */
export function fuse(rankings: Ranking[]): Hit[] {
  const total = rankings.reduce((sum, { weight }) => sum + weight, 0) || 1
  const scores = new Map<number, number>()
  for (const { hits, weight } of rankings) {
    for (const { rowid, score } of hits) {
      scores.set(rowid, (scores.get(rowid) ?? 0) + (score * weight) / total)
    }
  }
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
