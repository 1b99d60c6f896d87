import type { Collection } from '../contract/collection.ts'
import { ServiceError } from '../contract/errors.ts'
import type { EmbeddingModel } from '../models/ports.ts'
import type { Hit, StoredPassage } from '../storage/ports/passages.ts'
import type { Store } from '../storage/store.ts'
import { readPassage } from '../text/passage.ts'
import { type AnalyzedQuestion, analyzeQuestion } from '../text/question.ts'
import type { Word } from '../text/words.ts'
import { confidenceOf, type Found } from './confidence.ts'
import { addVectors, bestFirst, mix, stretch, type VectorRanking } from './fuse.ts'
import { matchPassage, type WeightedWord, weighWords } from './match.ts'
import { spellingsIn } from './misspelt.ts'
import { type Candidate, rankByWords } from './rank.ts'
import type { Retrieval, RetrievalRequest, Retrieve, RetrievedPassage } from './retrieval.ts'

/** BM25 weights of title, headings and text. */
const FIELD_WEIGHTS: [number, number, number] = [2, 1.5, 1]
/** How deep each ranking goes before they are mixed. */
const DEPTH = 60
/** The least number of passages that are loaded and ranked again. */
const CANDIDATES = 30
/** The most n-grams that are looked up: each is in many passages. */
const MAX_GRAMS = 24
/** How many passages found by n-grams are searched for the right spelling of a word. */
const SPELLED = 8
/** How many of the first passages the confidence is judged by. */
const JUDGED = 5

interface Needs {
  store: Pick<Store, 'collections' | 'passages'>
  /** The model of a collection's selector and width. Throws when it is not configured any more. */
  embeddings: (selector: string, dimensions: number) => EmbeddingModel
  /** Called with the input of each confidence, to which the calibration fits its weights. */
  observe?: (found: Found) => void
}

/**
 * Finds passages by words, spelling and vectors, over all collections asked. The retrieval is empty
 * when nothing is indexed. Throws `retrieval_failure`, with the cause.
 */
export function createRetrieve({ store, embeddings, observe }: Needs): Retrieve {
  const { passages } = store

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
    const indexed = ids.length === 0 ? 0 : await passages.count(ids)
    const question = analyzeQuestion(query)
    if (indexed === 0) return { question, indexed: 0, passages: [], confidence: 0 }

    const { terms, words, byGrams } = await lookUp(question, ids, indexed)
    const byTerms = await over(ids, (id) => passages.matchTerms(id, terms, FIELD_WEIGHTS, DEPTH))
    const embedded = [...Map.groupBy(collections, embeddingOf).values()]
    const byVectors = await nearest(embedded, query, signal)
    signal.throwIfAborted()

    const rowids = leading([byTerms, byGrams, ...byVectors.map(({ hits }) => hits)], limit)
    const loaded = await passages.load(rowids)
    const candidates = examine(loaded, words, byGrams)
    const byWords = rankByWords(candidates, words)
    const [first] = byVectors
    // Cosines of different models have no common scale (docs/behaviour.md#search).
    const ranked =
      first && embedded.length === 1 ? mix(byWords, first) : addVectors(byWords, byVectors)
    const matches = new Map(candidates.map(({ rowid, match }) => [rowid, match]))
    const found = spread(scored(loaded, ranked), limit)
    const judged = {
      words,
      indexed,
      scores: byTerms.map(({ score }) => score),
      matches: found.slice(0, JUDGED).flatMap(({ rowid }) => matches.get(rowid) ?? []),
    }
    observe?.(judged)
    return { question, indexed, passages: found, confidence: confidenceOf(judged) }
  }

  /**
   * Weighs the question's words, and finds passages by the n-grams of words that are not indexed.
   * If such a word is misspelt, its correction takes its place.
   */
  async function lookUp(question: AnalyzedQuestion, ids: string[], indexed: number) {
    const words = weighWords(question, await frequencies(ids, question.terms), indexed)
    const absent = words.filter((word) => word.absent)
    const byGrams = await over(ids, (id) => passages.matchGrams(id, gramsOf(absent), DEPTH))
    const spellings = await spell(absent, byGrams)
    if (spellings.size === 0) return { terms: question.terms, words, byGrams }

    const meant = analyzeQuestion(question.text, spellings)
    const { terms } = meant
    return { terms, words: weighWords(meant, await frequencies(ids, terms), indexed), byGrams }
  }

  async function spell(absent: WeightedWord[], byGrams: Hit[]): Promise<Map<string, Word>> {
    if (byGrams.length === 0) return new Map()
    const loaded = await passages.load(byGrams.slice(0, SPELLED).map(({ rowid }) => rowid))
    const texts = loaded.map(({ title, anchor, text }) => [title, anchor, text].join('\n'))
    return spellingsIn(
      texts,
      absent.map((word) => word.text),
    )
  }

  /** A ranking for each embedding with a weight, over the collections that have it. */
  async function nearest(
    embedded: Collection[][],
    query: string,
    signal: AbortSignal,
  ): Promise<VectorRanking[]> {
    const rankings: VectorRanking[] = []
    for (const alike of embedded) {
      const [first] = alike
      if (!first) continue
      const model = embeddings(first.embedding_model, first.embedding_dimensions)
      if (model.weight === 0) continue
      const [vector] = await model.embed([query], 'question', signal)
      if (!vector) continue
      const ids = alike.map((collection) => collection.id)
      const hits = await over(ids, (id) => passages.nearest(id, vector, DEPTH))
      rankings.push({ hits, weight: model.weight })
    }
    return rankings
  }

  async function frequencies(ids: string[], terms: string[]): Promise<Map<string, number>> {
    const sums = new Map<string, number>()
    for (const id of ids) {
      for (const [term, count] of await passages.frequencies(id, terms)) {
        sums.set(term, (sums.get(term) ?? 0) + count)
      }
    }
    return sums
  }
}

/** One ranking over several collections, whose BM25 scores and cosines share a scale. */
async function over(ids: string[], match: (id: string) => Promise<Hit[]>): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const id of ids) hits.push(...(await match(id)))
  return bestFirst(hits).slice(0, DEPTH)
}

/**
 * The n-grams of words that are not indexed: typing errors, compounds, inflections that the
 * stemmer does not know. With 100,000 passages, looking up the n-grams of all words took 60 ms and
 * ranked no better.
 */
function gramsOf(absent: WeightedWord[]): string[] {
  return [...new Set(absent.flatMap((word) => word.grams))].slice(0, MAX_GRAMS)
}

/** Rows to rank again: the best of each ranking in turn, until there are enough for `limit`. */
function leading(rankings: Hit[][], limit: number): number[] {
  const rowids = new Set<number>()
  const enough = Math.max(CANDIDATES, limit)
  for (let place = 0; place < DEPTH; place += 1) {
    for (const hits of rankings) {
      const hit = hits[place]
      if (hit && rowids.size < enough) rowids.add(hit.rowid)
    }
  }
  return [...rowids]
}

/** Loaded passages, read and compared with the question. */
function examine(loaded: StoredPassage[], words: WeightedWord[], byGrams: Hit[]): Candidate[] {
  const grams = new Map(stretch(byGrams).map(({ rowid, score }) => [rowid, score]))
  return loaded.map(({ rowid, document_id, title, anchor, text }) => {
    const passage = readPassage({ title, headings: anchor ?? '', text })
    const match = matchPassage(passage, words)
    return { rowid, document_id, passage, match, grams: grams.get(rowid) ?? 0 }
  })
}

function embeddingOf(collection: Collection): string {
  return `${collection.embedding_model} ${collection.embedding_dimensions}`
}

/** Loaded passages in their final order. Rows hidden since they were found are not among them. */
function scored(loaded: StoredPassage[], ranked: Hit[]): RetrievedPassage[] {
  const byRow = new Map(loaded.map((passage) => [passage.rowid, passage]))
  return ranked.flatMap(({ rowid, score }) => {
    const passage = byRow.get(rowid)
    return passage ? [{ ...passage, score }] : []
  })
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
