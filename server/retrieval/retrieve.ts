import { ServiceError } from '../contract/errors.ts'
import type { Collection } from '../contract/knowledge.ts'
import type { EmbeddingModel } from '../models/ports.ts'
import type { Hit, Store } from '../storage/store.ts'
import { type AnalyzedQuery, analyzeQuery } from './analyze.ts'
import { confidenceOf } from './confidence.ts'
import { weighEvidence, weighWords } from './evidence.ts'
import { bestFirst, fuse, type Ranking } from './fuse.ts'
import type { Retrieval, RetrievalRequest, Retrieve, RetrievedPassage } from './retrieval.ts'

/** BM25 weights of title, headings and text. */
const FIELD_WEIGHTS: [number, number, number] = [2, 1.5, 1]
/** Character n-grams forgive spelling and inflection, and mislead a little. */
const GRAM_WEIGHT = 0.4
/** How deep each ranking goes before they are mixed. */
const DEPTH = 100
/** Passages whose evidence the confidence is judged by. */
const JUDGED = 5

interface Needs {
  store: Pick<Store, 'collections' | 'passages'>
  /** The model of a collection's selector and width. Throws when it is not configured any more. */
  embeddings: (selector: string, dimensions: number) => EmbeddingModel
}

/**
 * Finds passages by words, character n-grams and vectors, each ranking over all collections asked.
 * The retrieval is empty when nothing is indexed. Throws `retrieval_failure`, with the cause.
 */
export function createRetrieve({ store, embeddings }: Needs): Retrieve {
  return async function retrieve(request, signal) {
    try {
      return await find(request, signal)
    } catch (cause) {
      if (signal.aborted) throw cause
      throw new ServiceError('retrieval_failure', 'The knowledge could not be searched.', { cause })
    }
  }

  async function find(request: RetrievalRequest, signal: AbortSignal): Promise<Retrieval> {
    const { organization_id, collection_ids, query, limit } = request
    const collections = await store.collections.findMany(organization_id, collection_ids)
    const ids = collections.map((collection) => collection.id)
    const indexed = ids.length === 0 ? 0 : await store.passages.count(ids)
    if (indexed === 0) return { indexed: 0, passages: [], confidence: 0 }

    const analyzed = analyzeQuery(query)
    const words = await over(ids, (id) => matchTerms(id, analyzed))
    const grams = await over(ids, (id) => store.passages.matchGrams(id, analyzed.grams, DEPTH))
    const vectors = await nearest(collections, query, signal)
    const ranked = fuse([...wordRankings(words, grams, vectors), ...vectors])
    const passages = await load(ranked, limit)
    const frequencies = await frequenciesIn(ids, analyzed.terms)
    const weighed = weighWords(analyzed, frequencies, indexed)
    const evidence = passages.slice(0, JUDGED).map((passage) => weighEvidence(passage, weighed))
    return {
      indexed,
      passages,
      confidence: confidenceOf(weighed, words[0]?.score ?? 0, evidence),
    }
  }

  async function matchTerms(id: string, { terms }: AnalyzedQuery): Promise<Hit[]> {
    return terms.length === 0 ? [] : store.passages.matchTerms(id, terms, FIELD_WEIGHTS, DEPTH)
  }

  /** One ranking for each embedding in use: cosines of different models have no common scale. */
  async function nearest(
    collections: Collection[],
    query: string,
    signal: AbortSignal,
  ): Promise<Ranking[]> {
    const rankings: Ranking[] = []
    for (const alike of Map.groupBy(collections, embeddingOf).values()) {
      const [first] = alike
      if (!first) continue
      const model = embeddings(first.embedding_model, first.embedding_dimensions)
      const [vector] = await model.embed([query], 'question', signal)
      if (!vector) continue
      const ids = alike.map((collection) => collection.id)
      const hits = await over(ids, (id) => store.passages.nearest(id, vector, DEPTH))
      rankings.push({ hits, weight: model.weight })
    }
    return rankings
  }

  async function frequenciesIn(ids: string[], terms: string[]): Promise<Map<string, number>> {
    const sums = new Map<string, number>()
    for (const id of ids) {
      for (const [term, count] of await store.passages.frequencies(id, terms)) {
        sums.set(term, (sums.get(term) ?? 0) + count)
      }
    }
    return sums
  }

  async function load(ranked: Hit[], limit: number): Promise<RetrievedPassage[]> {
    const candidates = ranked.slice(0, limit * 3)
    const scores = new Map(candidates.map(({ rowid, score }) => [rowid, score]))
    const stored = await store.passages.load(candidates.map(({ rowid }) => rowid))
    const scored = stored.map((passage) =>
      Object.assign(passage, { score: scores.get(passage.rowid) ?? 0 }),
    )
    return spread(scored, limit)
  }
}

/** One ranking over several collections: their BM25 scores and cosines share a scale. */
async function over(ids: string[], match: (id: string) => Promise<Hit[]>): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const id of ids) hits.push(...(await match(id)))
  return bestFirst(hits).slice(0, DEPTH)
}

/** What the vectors leave of the weight goes to words and n-grams. */
function wordRankings(words: Hit[], grams: Hit[], vectors: Ranking[]): Ranking[] {
  const trusted = Math.max(0, ...vectors.map((ranking) => ranking.weight))
  const rest = (1 - trusted) / (1 + GRAM_WEIGHT)
  return [
    { hits: words, weight: rest },
    { hits: grams, weight: rest * GRAM_WEIGHT },
  ]
}

function embeddingOf(collection: Collection): string {
  return `${collection.embedding_model} ${collection.embedding_dimensions}`
}

/**
 * The first `limit` passages, of which one document fills at most two thirds as long as others have
 * something to say. Order is kept otherwise.
 */
function spread(passages: RetrievedPassage[], limit: number): RetrievedPassage[] {
  const most = Math.max(3, Math.ceil((limit * 2) / 3))
  const counts = new Map<string, number>()
  const leading: RetrievedPassage[] = []
  const crowding: RetrievedPassage[] = []
  for (const passage of passages) {
    const count = (counts.get(passage.document_id) ?? 0) + 1
    counts.set(passage.document_id, count)
    if (count <= most) leading.push(passage)
    else crowding.push(passage)
  }
  return [...leading, ...crowding].slice(0, limit)
}
