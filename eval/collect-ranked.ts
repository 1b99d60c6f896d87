import { join } from 'node:path'
import { type Features, featuresOf } from '../server/retrieval/rank.ts'
import { createRetrieve, type Observed } from '../server/retrieval/retrieve.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { type Library, openLibrary } from './library.ts'
import { goldOf, goldPassages } from './relevance.ts'
import { type Question, readCorpus, readQuestions } from './sets.ts'

/** A search as the ranking is fitted to it: with any weights it can be ranked again. */
export interface RankedExample {
  set: string
  /** How the question is put, where a set says so: `own words`, `page words` … */
  variety: string | undefined
  /** Of each candidate; `gold` is the index of the gold entry that it satisfies, or -1. */
  candidates: {
    features: Features
    gold: number
    document: string
    /** The gold entry whose passage it is; -1 where a set names no headings. */
    answers: number
  }[]
  /** How many gold entries there are. */
  golds: number
  /** Whether gold entries name documents, each of which counts once. */
  byDocument: boolean
  /** Whether they name the headings of the passages that answer, too. */
  namesPassages: boolean
}

/** How many questions of a set are asked, and where ingested sets are kept for the next call. */
export interface Collecting {
  questions: number
  kept: string | undefined
}

/** Searches a set for its answerable questions, as they are. */
export async function collectRanked(
  data: string,
  set: string,
  { questions, kept }: Collecting,
): Promise<RankedExample[]> {
  const embedding = createBuiltInEmbedding()
  const library = await openLibrary(readCorpus(join(data, set)), embedding, { kept })
  let last: Observed | null = null
  const retrieve = createRetrieve({
    store: library.store,
    embeddings: () => embedding,
    observe: (observed) => {
      last = observed
    },
  })
  const { organization_id } = library
  const examples: RankedExample[] = []
  for (const asked of readQuestions(join(data, set), questions)) {
    if (!asked.answerable) continue
    last = null
    const collection_ids = library.collectionsOf(asked.collection)
    const request = { organization_id, collection_ids, query: asked.question, limit: 30 }
    await retrieve(request, new AbortController().signal)
    if (last) examples.push({ set, variety: asked.variety, ...exampleOf(last, asked, library) })
  }
  await library.close()
  return examples
}

function exampleOf({ candidates, words }: Observed, question: Question, library: Library) {
  const features = featuresOf(candidates, words)
  const texts = candidates.map(({ document_id, title, headings, text }) => ({
    doc: library.documents.get(document_id) ?? '',
    text,
    headings: headings.length > 0 ? headings : [title],
  }))
  const gold = goldOf(texts, question)
  const answers = goldPassages(texts, question)
  const kept = [...candidates.keys()].filter(
    (at) => !question.exclude?.includes(texts[at]?.doc ?? ''),
  )
  return {
    candidates: kept.map((at) => ({
      features: features[at] as Features,
      gold: gold[at] ?? -1,
      document: texts[at]?.doc ?? '',
      answers: answers[at] ?? -1,
    })),
    golds: question.gold.length,
    byDocument: !question.gold[0]?.passage,
    namesPassages: question.gold[0]?.headings !== undefined,
  }
}
