import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import type { EmbeddingModel } from '../models/ports.ts'
import { createPacer, type Pace } from '../pacer.ts'
import { quantize } from '../quantize.ts'
import type { StoredPassage } from '../storage/ports/passages.ts'
import type { Hit, LikeTerm, SearchIndex } from '../storage/ports/search-index.ts'
import type { SectionPlace } from '../storage/ports/section-questions.ts'
import type { Store } from '../storage/store.ts'
import { type ReadPassage, readPassage } from '../text/passage.ts'
import { analyzeQuestion } from '../text/question.ts'
import { readSectionQuestion } from '../text/section-question.ts'
import { askingText, inContext } from './asked.ts'
import { bestByTerms } from './bm25.ts'
import {
  confidenceOf,
  type Found,
  leadOf,
  likenessOf,
  meaningSigns,
  readingSigns,
} from './confidence.ts'
import { stretch } from './fuse.ts'
import { lookUp } from './look-up.ts'
import { matchPassage, type WeightedWord } from './match.ts'
import { createMeanings, type Likeness, likest, type Meaning, trusted } from './meaning.ts'
import { type Candidate, type Features, rankByWords } from './rank.ts'
import type { Retrieval, RetrievalRequest, Retrieve, RetrievedPassage } from './retrieval.ts'
import {
  compareQuestions,
  lackingOf,
  liftByQuestions,
  NOT_COMPARED,
  nearestByQuestions,
  type QuestionFeatures,
} from './section-questions.ts'
import { createStanding, type Standing } from './standing.ts'
import { createSynonymReader } from './synonyms.ts'

/** How deep each ranking goes before they are mixed. */
const DEPTH = 60
/** How deep they go where the questions of sections are compared. */
const REACH = 100
/** The least number of passages that are loaded and ranked again. */
const CANDIDATES = 30
/** How many of those that are likest in meaning are ranked with them. */
const LIKE_CANDIDATES = 20
/** How many of the first passages the confidence is judged by. */
const JUDGED = 5

interface Needs {
  store: Pick<Store, 'collections' | 'passages' | 'searchIndex' | 'sectionQuestions' | 'synonyms'>
  /** The model of a collection's selector and width. Throws when it is not configured any more. */
  embeddings: (selector: string, dimensions: number) => EmbeddingModel
  /** Weights to try instead of those in use. */
  ranking?: Features
  /** Called with what each search found, to which `npm run fit` fits the weights. */
  observe?: (found: Observed) => void
}

/** What a search found, before it was ranked, and after. */
export interface Observed {
  candidates: Candidate[]
  words: WeightedWord[]
  found: Found
  /** By key, for those whose sections have questions. */
  questions: Map<number, QuestionFeatures>
}

/**
 * Finds passages by words, spelling and vectors, over all collections asked. The retrieval is empty
 * when nothing is indexed. Throws `retrieval_failure`, with the cause.
 */
export function createRetrieve({ store, embeddings, ranking, observe }: Needs): Retrieve {
  const { passages, searchIndex } = store
  const synonymsOf = createSynonymReader(store.synonyms)
  const { meaningsOf, likenesses } = createMeanings({ searchIndex, embeddings })

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
    const widen = await synonymsOf(organization_id, collections)
    const ids = collections.map((collection) => collection.id)
    const indexed = collections.reduce((sum, each) => sum + each.passage_count, 0)
    const pace = createPacer(() => setImmediate(), signal)
    await pace()
    const asked = analyzeQuestion(query)
    if (indexed === 0) return { question: asked, indexed: 0, passages: [], confidence: 0 }

    const isCompared = await store.sectionQuestions.areIn(organization_id, ids)
    const reach = isCompared ? REACH : DEPTH
    const [{ question, words: all, terms, like, meanLength }, meanings] = await Promise.all([
      lookUp(paced(searchIndex, pace), { organization_id, collection_ids: ids }, asked, {
        widen,
        pace,
      }),
      meaningsOf(organization_id, collections, { query: askingText(asked), reach }, signal),
    ])
    const words = inContext(all)
    const reached = await bestByTerms(terms, { meanLength, limit: reach, pace })
    const byTerms = reached.slice(0, DEPTH)
    const byGrams = await bestByTerms(like, { meanLength, limit: DEPTH, pace })

    const alike = await likenesses(meanings, [...byTerms, ...byGrams])
    const near = [reached, byGrams, ...meanings.map(({ nearest }) => nearest)]
    const { features: questions, pointed } = isCompared
      ? await compareQuestions(store, {
          organization_id,
          keys: [...new Set(near.flat().map(({ key }) => key))],
          words,
          vectorIn: vectorsOf(meanings),
          pace,
        })
      : NOT_COMPARED
    const keys = new Set([
      ...leading([byTerms, byGrams], Math.max(CANDIDATES, limit)),
      ...leading(likest(alike), LIKE_CANDIDATES),
      ...nearestByQuestions(questions),
    ])
    const loaded = await passages.load(organization_id, [...keys])
    const candidates = await examine(loaded, { words, byGrams, alike, pace })
    await pace()
    const ranked = rankByWords(candidates, words, ranking)
    const standing = createStanding(asked.text)
    const read = new Map(candidates.map(({ key, passage }) => [key, passage]))
    const ordered = once(scored(loaded, ranked, standing), read)
    const lifted = liftByQuestions({ hits: ranked, lacking: lackingOf(candidates) }, questions)
    const found = spread(once(scored(loaded, lifted, standing), read), limit)
    const likeness = new Map(candidates.map((candidate) => [candidate.key, candidate.likeness]))
    const judged = {
      words: all,
      indexed,
      passages: found.slice(0, JUDGED).flatMap(({ key }) => read.get(key) ?? []),
      lead: leadOf(ordered),
      meaning: meaningSigns(
        ordered.map(({ key, document_id }) => ({
          document_id,
          likeness: likeness.get(key) ?? null,
        })),
      ),
    }
    observe?.({ candidates, words, found: judged, questions })
    await pace()
    const readings = readingSigns(judged)
    return {
      question,
      indexed,
      passages: found,
      pointed: isCompared ? await pointedPassage(request, ids, pointed) : null,
      confidence: confidenceOf(readings),
      signs: {
        words: all,
        titled: Math.max(0, ...readings.map(({ titled }) => titled)),
        subject: Math.max(0, ...readings.map(({ subject }) => subject)),
        lead: judged.lead,
        trusted: judged.meaning.trusted,
        agreed: judged.meaning.agreed,
        likenesses: new Map([...likeness].map(([key, like]) => [key, likenessOf(like)])),
      },
    }
  }

  /** The passage that an owner pointed to, by a question of the same words or one that is like. */
  async function pointedPassage(
    { organization_id, query }: RetrievalRequest,
    collection_ids: string[],
    alike: SectionPlace | null,
  ): Promise<StoredPassage | null> {
    const { words } = readSectionQuestion(query)
    const same = await store.sectionQuestions.pointedBy(organization_id, collection_ids, words)
    const place = same ?? alike
    return place && passages.firstOf(organization_id, place)
  }
}

/** The vector of the question in each collection. */
function vectorsOf(meanings: Meaning[]): (collection_id: string) => Int8Array | null {
  const vectors = new Map(
    meanings.flatMap(({ searched, vector }) => {
      const quantized = quantize(vector)
      return searched.collection_ids.map((id) => [id, quantized] as const)
    }),
  )
  return (collection_id) => vectors.get(collection_id) ?? null
}

/** Passages to rank again: the best of each ranking in turn, until there are enough for `limit`. */
function leading(rankings: Hit[][], enough: number): number[] {
  const keys = new Set<number>()
  for (let place = 0; place < DEPTH; place += 1) {
    for (const hits of rankings) {
      const hit = hits[place]
      if (hit && keys.size < enough) keys.add(hit.key)
    }
  }
  return [...keys]
}

/** For how many words terms that are alike are looked up at once: half a millisecond each. */
const LIKE_AT_ONCE = 8

/** The look-ups of an index, each of which gives way to others. */
function paced(index: SearchIndex, pace: Pace): SearchIndex {
  const after = async <Found>(look: () => Promise<Found>) => {
    await pace()
    return look()
  }
  return {
    ...index,
    lookUp: (searched, terms) => after(() => index.lookUp(searched, terms)),
    async likeTerms(searched, words, limit) {
      const found: LikeTerm[][] = []
      for (let at = 0; at < words.length; at += LIKE_AT_ONCE) {
        const some = words.slice(at, at + LIKE_AT_ONCE)
        found.push(...(await after(() => index.likeTerms(searched, some, limit))))
      }
      return found
    },
    knownTerms: (searched, terms) => after(() => index.knownTerms(searched, terms)),
  }
}

/** Findings about passages before they are read. */
interface Known {
  words: WeightedWord[]
  byGrams: Hit[]
  alike: Map<number, Likeness>
  pace: Pace
}

/** Loaded passages, read and compared with the question. */
async function examine(
  loaded: StoredPassage[],
  { words, byGrams, alike, pace }: Known,
): Promise<Candidate[]> {
  const grams = new Map(stretch(byGrams).map(({ key, score }) => [key, score]))
  const candidates: Candidate[] = []
  for (const { key, document_id, title, headings, text } of loaded) {
    await pace()
    const passage = readPassage({ title, headings, text })
    candidates.push({
      key,
      document_id,
      title,
      headings,
      text,
      passage,
      grams: grams.get(key) ?? 0,
      match: matchPassage(passage, words),
      likeness: trusted(alike.get(key), { passage, text }),
    })
  }
  return candidates
}

/** Loaded passages in their final order, without those hidden since they were found. */
function scored(loaded: StoredPassage[], ranked: Hit[], standing: Standing): RetrievedPassage[] {
  const byKey = new Map(loaded.map((passage) => [passage.key, passage]))
  const found = ranked.flatMap(({ key, score }) => {
    const passage = byKey.get(key)
    return passage ? [{ ...passage, score: score * standing(passage) }] : []
  })
  return found.sort((one, other) => other.score - one.score)
}

/** A shorter text says something else below another heading: "Default: 0". */
const SAME_TERMS = 30

/**
 * Passages without those whose text another page says as well, which is ranked higher: chapters in
 * a second form, options that programs share (docs/behaviour.md#search).
 */
function once(passages: RetrievedPassage[], read: Map<number, ReadPassage>): RetrievedPassage[] {
  const pages = new Map<string, string>()
  return passages.filter(({ key, document_id }) => {
    const { text = [], nearest = [] } = read.get(key) ?? {}
    const said = [...(text.length < SAME_TERMS ? nearest : []), '', ...text].join(' ')
    const page = pages.get(said) ?? document_id
    pages.set(said, page)
    return page === document_id
  })
}

/**
 * The first `limit` passages, of which one document fills at most two thirds as long as others have
 * something to say. Order is kept otherwise.
 */
export function spread(passages: RetrievedPassage[], limit: number): RetrievedPassage[] {
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
