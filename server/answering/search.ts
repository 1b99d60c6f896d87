import type { Message } from '../contract/conversation.ts'
import { EXTRACTIVE_MODEL, type LanguageModel } from '../models/ports.ts'
import type { Retrieval, Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Store } from '../storage/store.ts'
import { type SpokenLanguage, spokenLanguageOf } from '../text/language.ts'
import { createCollectionLanguages } from './collection-languages.ts'
import { completeQuestion } from './complete-question.ts'
import { rewriteForSearch } from './rewrite-for-search.ts'
import type { TurnUsage } from './turn-usage.ts'

export interface SearchNeeds {
  store: { documents: Pick<Store['documents'], 'introductions' | 'samples'> }
  retrieve: Retrieve
  newBoundary: () => string
}

export interface SearchRequest {
  organization_id: string
  collection_ids: string[]
  /** The question without its courtesies. */
  text: string
  history: Message[]
  limit: number
  /** Completes the question, and rewrites it for the search unless it is the built-in one. */
  rewriter: LanguageModel
}

export interface SearchResult {
  /** The question as it was looked up, complete without the conversation. */
  query: string
  retrieval: Retrieval
  /** The language of the knowledge, where it is not that of the question. */
  foreign: SpokenLanguage | null
  /** The main languages of the collections, the most frequent first. */
  languages: SpokenLanguage[]
}

/** A first search with less confidence is repeated with other words. */
const WEAK = 0.5
/** So many passages tell the language of what was found, by so much text. */
const READ_PASSAGES = 5
const READ_CHARS = 4000
/** How many titles a rewriter sees, for the words that the documents use. */
const MAX_TITLES = 10
/** Of two rankings that are merged, how slowly a place loses weight. */
const MERGE_DEPTH = 10

/**
 * Looks a question up (docs/behaviour.md#rewriting): completed from the conversation, and when that
 * finds little, or the knowledge is in another language, once more as the model rewrites it.
 */
export function createSearch({ store, retrieve, newBoundary }: SearchNeeds) {
  const languagesOf = createCollectionLanguages(store.documents)

  return async function search(
    request: SearchRequest,
    usage: TurnUsage,
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const { text, history, rewriter, organization_id, collection_ids, limit } = request
    const query = await completeQuestion({ text, history }, { model: rewriter, usage, signal })
    const asked = { organization_id, collection_ids, limit }
    const first = await retrieve({ ...asked, query }, signal)
    const titles = await titlesNear(first, request)
    const language = spokenLanguageOf(text)
    const languages = await languagesOf(organization_id, collection_ids, first.indexed)
    const knowledge = languageOf(first) ?? languages[0] ?? null
    const foreign = language !== null && knowledge !== language ? knowledge : null
    const found = { query, retrieval: first, foreign, languages }
    const suffices = foreign === null && first.confidence >= WEAK
    if (suffices || first.indexed === 0 || rewriter.selector === EXTRACTIVE_MODEL) return found

    const rewritten = await rewriteForSearch(
      { question: query, titles, language: knowledge, boundary: newBoundary() },
      { model: rewriter, usage, signal },
    )
    if (rewritten === null) return found
    const second = await retrieve({ ...asked, query: rewritten }, signal)
    return { ...found, retrieval: merge(first, second, limit) }
  }

  /** Titles of the passages that were found, then of pages to begin with. */
  async function titlesNear(
    { passages, indexed }: Retrieval,
    { organization_id, collection_ids }: SearchRequest,
  ): Promise<string[]> {
    const near = passages.map(({ title }) => title)
    const others =
      indexed > 0 && near.length < READ_PASSAGES
        ? await store.documents.introductions(organization_id, collection_ids, MAX_TITLES)
        : []
    return [...new Set([...near, ...others.map(({ title }) => title)])].slice(0, MAX_TITLES)
  }
}

/** The language of what was found; null where it does not tell. */
function languageOf({ passages }: Retrieval): SpokenLanguage | null {
  const texts = passages.slice(0, READ_PASSAGES).map(({ text }) => text)
  return spokenLanguageOf(texts.join('\n').slice(0, READ_CHARS))
}

/**
 * The passages of both searches, each by its places in them. A search counts by its confidence: one
 * in another language than the knowledge finds hardly more than names.
 */
function merge(first: Retrieval, second: Retrieval, limit: number): Retrieval {
  const weights = new Map<string, number>()
  const passages = new Map<string, RetrievedPassage>()
  for (const { passages: found, confidence } of [first, second]) {
    for (const [place, passage] of found.entries()) {
      const { source_id } = passage
      const weight = (confidence + 0.1) / (MERGE_DEPTH + place)
      weights.set(source_id, (weights.get(source_id) ?? 0) + weight)
      const known = passages.get(source_id)
      if (!known || known.score < passage.score) passages.set(source_id, passage)
    }
  }
  const weightOf = ({ source_id }: RetrievedPassage) => weights.get(source_id) ?? 0
  const ranked = [...passages.values()].toSorted((one, other) => weightOf(other) - weightOf(one))
  const most = Math.max(limit, first.passages.length, second.passages.length)
  const confidence = Math.max(first.confidence, second.confidence)
  return { ...first, passages: ranked.slice(0, most), confidence }
}
