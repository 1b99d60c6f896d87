import { join } from 'node:path'
import { matchReadings, type Reading } from '../server/retrieval/confidence.ts'
import { type Candidate, type Features, featuresOf, rankByWords } from '../server/retrieval/rank.ts'
import { createRetrieve, type Observed } from '../server/retrieval/retrieve.ts'
import { spokenLanguageOf } from '../server/text/language.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { type Library, openLibrary } from './library.ts'
import { goldOf, goldPassages } from './relevance.ts'
import { foreignQuestions, type Question, readCorpus, readQuestions, setsIn } from './sets.ts'
import { type Variant, variantOf } from './variants.ts'

/** What a set has of a question: its own, written to look so, or none of its subject. */
export type Kind = 'real' | 'near' | 'foreign'
export type Form = 'as it is' | Variant

/** A search as the fit needs it: with any weights it can be ranked and judged again. */
export interface Example {
  set: string
  kind: Kind
  form: Form
  /** How it is put, where a set says so: `own words`, `page words` … */
  variety: string | undefined
  /** As it was asked. */
  query: string
  /** Of each candidate; `gold` is the index of the gold entry that it satisfies, or -1. */
  candidates: (Pick<Candidate, 'likeness'> & {
    features: Features
    gold: number
    document: string
    /** The gold entry whose passage it is; -1 where a set names no headings. */
    answers: number
  })[]
  /** How many gold entries there are. */
  golds: number
  /** Whether gold entries name documents, each of which counts once. */
  byDocument: boolean
  /** Whether they name the headings of the passages that answer, too. */
  namesPassages: boolean
  readings: Reading[]
}

export interface Sizes {
  questions: number
  foreign: number
}

/** Forms that questions are fitted in. What is not about letters and wrappers changes nothing. */
const FORMS: Record<Kind, Form[]> = {
  real: ['as it is', 'greeting', 'context', 'one typo', 'two typos', 'keywords'],
  near: ['as it is'],
  foreign: ['as it is', 'greeting', 'context', 'one typo', 'keywords'],
}

/** Asks a set its own questions and foreign ones, in all forms. */
export async function collect(data: string, set: string, sizes: Sizes): Promise<Example[]> {
  const questions = readQuestions(join(data, set), sizes.questions)
  const asked = [
    ...questions.map((question) => ({ question, kind: question.answerable ? 'real' : 'near' })),
    ...foreignQuestions(data, set, setsIn(data), sizes.foreign).map((question) => ({
      question,
      kind: 'foreign',
    })),
  ] as { question: Question; kind: Kind }[]
  const library = await openLibrary(readCorpus(join(data, set)), createBuiltInEmbedding())
  const search = createSearch(library)
  const ownLanguage = spokenLanguageOf(questions.map(({ question }) => question).join('\n'))
  const examples: Example[] = []
  for (const [seed, { question, kind }] of asked.entries()) {
    const language = kind === 'foreign' ? spokenLanguageOf(question.question) : ownLanguage
    for (const form of FORMS[kind]) {
      const manner = { language, wrappers: 'fitted', seed } as const
      const text = question.question
      const query = form === 'as it is' ? text : variantOf(text, form, manner)
      const observed = await search({ ...question, question: query })
      if (observed)
        examples.push({
          set,
          kind,
          form,
          variety: question.variety,
          query,
          ...exampleOf(observed, question, library),
        })
    }
  }
  await library.close()
  return examples
}

function createSearch(library: Library) {
  const embedding = createBuiltInEmbedding()
  let last: Observed | null = null
  const retrieve = createRetrieve({
    store: library.store,
    embeddings: () => embedding,
    observe: (observed) => {
      last = observed
    },
  })
  return async ({ question, collection }: Question): Promise<Observed | null> => {
    last = null
    const { organization_id } = library
    const collection_ids = library.collectionsOf(collection)
    const request = { organization_id, collection_ids, query: question, limit: 30 }
    await retrieve(request, new AbortController().signal)
    return last
  }
}

/** So many candidates, by today's weights, may be among those that a question is judged by. */
const JUDGED = 10

function exampleOf({ candidates, words, found }: Observed, question: Question, library: Library) {
  const best = rankByWords(candidates, words).sort((one, other) => other.score - one.score)
  const order = new Map(best.map(({ key }, at) => [key, at]))
  const features = featuresOf(candidates, words)
  const texts = candidates.map(({ document_id, title, headings, text }) => ({
    doc: library.documents.get(document_id) ?? '',
    text,
    headings: headings.length > 0 ? headings : [title],
  }))
  const gold = goldOf(texts, question)
  const answers = goldPassages(texts, question)
  const kept = candidates
    .map(({ key }, at) => ({ at, rank: order.get(key) ?? 0 }))
    .filter(({ at }) => !question.exclude?.includes(texts[at]?.doc ?? ''))
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at)
  const passages = kept.slice(0, JUDGED).flatMap((at) => candidates[at]?.passage ?? [])
  return {
    candidates: kept.map((at) => ({
      features: features[at] as Features,
      gold: gold[at] ?? -1,
      document: texts[at]?.doc ?? '',
      answers: answers[at] ?? -1,
      likeness: candidates[at]?.likeness ?? null,
    })),
    golds: question.gold.length,
    byDocument: !question.gold[0]?.passage,
    namesPassages: question.gold[0]?.headings !== undefined,
    readings: matchReadings({ ...found, passages }),
  }
}
