import { analyzeQuery } from '../server/retrieval/analyze.ts'
import type { Retrieve } from '../server/retrieval/retrieval.ts'
import type { Store } from '../server/storage/store.ts'

/** No field counts more than another. */
const FIELD_WEIGHTS: [number, number, number] = [1, 1, 1]
/** A best score this high counts as an even chance. */
const EVEN = 8

/** What anybody would begin with: one BM25 ranking, and its best score for confidence. */
export function createBaseline({ passages }: Pick<Store, 'passages'>): Retrieve {
  return async ({ collection_ids, query, limit }) => {
    const { terms } = analyzeQuery(query)
    const rankings = await Promise.all(
      collection_ids.map((id) => passages.matchTerms(id, terms, FIELD_WEIGHTS, limit)),
    )
    const hits = rankings
      .flat()
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
    const scores = new Map(hits.map(({ rowid, score }) => [rowid, score]))
    const loaded = await passages.load(hits.map(({ rowid }) => rowid))
    const best = hits[0]?.score ?? 0
    return {
      indexed: await passages.count(collection_ids),
      passages: loaded.map((passage) => ({ ...passage, score: scores.get(passage.rowid) ?? 0 })),
      confidence: best / (best + EVEN),
    }
  }
}
