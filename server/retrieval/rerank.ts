import type { Reranker } from '../models/ports.ts'
import type { Retrieve, RetrievedPassage } from './retrieval.ts'
import { spread } from './retrieve.ts'

/** How many passages are put in order, and how much of each is read. */
const CANDIDATES = 50
const MAX_CHARS = 4000
/** After so many milliseconds the passages keep their own order. */
const PATIENCE_MS = 2000

/**
 * Retrieves more passages and lets a reranker order them (docs/behaviour.md#search). Scores stay
 * with their places, so that they go on telling the order. When the reranker fails or takes too
 * long, the own order stands and `report` is called.
 */
export function rerankWith(
  retrieve: Retrieve,
  reranker: Reranker,
  report: (error: unknown) => void,
): Retrieve {
  return async (request, signal) => {
    const limit = Math.max(CANDIDATES, request.limit)
    const found = await retrieve({ ...request, limit }, signal)
    const passages = await ordered(found.passages, request.query, signal)
    return { ...found, passages: spread(passages, request.limit) }
  }

  async function ordered(
    passages: RetrievedPassage[],
    query: string,
    signal: AbortSignal,
  ): Promise<RetrievedPassage[]> {
    if (passages.length < 2) return passages
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    try {
      const places = await reranker.rank(query, passages.map(textOf), patience)
      return places.flatMap((place, at) => {
        const passage = passages[place]
        return passage ? [{ ...passage, score: passages[at]?.score ?? 0 }] : []
      })
    } catch (error) {
      signal.throwIfAborted()
      report(error)
      return passages
    }
  }
}

function textOf({ title, anchor, text }: RetrievedPassage): string {
  return [title, anchor, text].filter(Boolean).join('\n').slice(0, MAX_CHARS)
}
