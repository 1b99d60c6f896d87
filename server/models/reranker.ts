import { z } from 'zod'
import { ProviderFailure, type Reranker } from './ports.ts'
import { bearer, type Named } from './providers/entry.ts'

const Reply = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
})

/**
 * A configured reranker: `POST {base_url}/rerank`, as Cohere, Jina, vLLM and others answer it.
 * Throws `ProviderFailure` without the provider's own words, which may repeat the key.
 */
export function createReranker({ provider, model }: Named): Pick<Reranker, 'rank'> {
  return {
    async rank(query, documents, signal) {
      const scores = await scoresOf({ model, query, documents, top_n: documents.length }, signal)
      const places = documents.map((_, place) => place)
      return places.toSorted((one, other) => scoreAt(scores, other) - scoreAt(scores, one))
    },
  }

  async function scoresOf(body: object, signal: AbortSignal): Promise<Map<number, number>> {
    const response = await fetch(`${provider.base_url}/rerank`, {
      method: 'POST',
      headers: { ...bearer(provider), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new ProviderFailure({ cause })
    })
    if (!response.ok) {
      await response.body?.cancel()
      const cause = new Error(`The reranker answers with HTTP ${response.status}.`)
      throw new ProviderFailure({ httpStatus: response.status, cause })
    }
    const reply = Reply.safeParse(await response.json().catch(() => null))
    if (reply.success) {
      return new Map(reply.data.results.map((each) => [each.index, each.relevance_score]))
    }
    throw new ProviderFailure({ cause: new Error('The reranker gives no list of results.') })
  }
}

/** A passage that the reply leaves out comes last. */
function scoreAt(scores: Map<number, number>, place: number): number {
  return scores.get(place) ?? -Number.MAX_VALUE
}
