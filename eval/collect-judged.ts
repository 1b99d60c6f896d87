import { join } from 'node:path'
import { withoutCourtesies } from '../server/answering/manners/courtesies.ts'
import { builtinPrompt } from '../server/answering/prompt.ts'
import { chosenOf } from '../server/answering/quote-answer.ts'
import { searchSections } from '../server/answering/search-sections.ts'
import {
  type AnswerSigns,
  answerSigns,
  type ChosenAnswer,
} from '../server/retrieval/answer-confidence.ts'
import { readingSigns, type Signs } from '../server/retrieval/confidence.ts'
import type { Features } from '../server/retrieval/rank.ts'
import type { Retrieve, RetrievedPassage } from '../server/retrieval/retrieval.ts'
import { createRetrieve, type Observed } from '../server/retrieval/retrieve.ts'
import { spokenLanguageOf } from '../server/text/language.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'
import { createBuiltInModel } from './built-in-model.ts'
import type { Collecting } from './collect-ranked.ts'
import { type Library, openLibrary } from './library.ts'
import { goldOf, goldPassages } from './relevance.ts'
import { rightOf } from './right.ts'
import { foreignQuestions, type Question, readCorpus, readQuestions, setsIn } from './sets.ts'
import { type Variant, variantOf } from './variants.ts'

/** Kinds of questions of a set: its own, written to look so, or none of its subject. */
export type Kind = 'real' | 'near' | 'foreign'
export type Form = 'as it is' | Variant

/** A question as a visitor may write it, with the signs of its search and of its answer. */
export interface JudgedExample {
  set: string
  kind: Kind
  form: Form
  query: string
  /** Signs of each way to read it, those of the whole message last. */
  readings: Signs[]
  /** Whether the passage ranked first is of a page that answers. */
  leads: boolean
  /** Signs of the text that was chosen; null: none was. */
  answer: AnswerSigns | null
  /** How right that text is: 1, ½ where it is from the right page only, or 0. */
  right: number
}

/** The forms of which each question has some beside its own. */
const FORMS: Record<Kind, Variant[]> = {
  real: [
    'greeting',
    'context',
    'one typo',
    'two typos',
    'keywords',
    'dictated',
    'no question mark',
  ],
  near: ['greeting', 'context', 'one typo', 'keywords'],
  foreign: ['greeting', 'context', 'keywords', 'one typo'],
}
/** As many passages as the built-in model gets. */
const FOUND = 12
const model = createBuiltInModel()

/** Asks a set its own questions and foreign ones, in some forms each, with a ranking. */
export async function collectJudged(
  data: string,
  set: string,
  { questions, foreign, kept, ranking }: Collecting & { foreign: number; ranking: Features },
): Promise<JudgedExample[]> {
  const embedding = createBuiltInEmbedding()
  const library = await openLibrary(readCorpus(join(data, set)), embedding, { kept })
  let first: Observed | null = null
  const retrieve = createRetrieve({
    store: library.store,
    embeddings: () => embedding,
    ranking,
    observe: (observed) => {
      first ??= observed
    },
  })
  const own = readQuestions(join(data, set), questions)
  const language = spokenLanguageOf(own.map(({ question }) => question).join('\n'))
  const others = foreignQuestions(data, set, setsIn(data), foreign)
  const examples: JudgedExample[] = []
  for (const [seed, question] of [...own, ...others].entries()) {
    const kind = seed >= own.length ? 'foreign' : question.answerable ? 'real' : 'near'
    for (const form of formsOf(kind, seed)) {
      const spoken = kind === 'foreign' ? spokenLanguageOf(question.question) : language
      const manner = { language: spoken, wrappers: 'fitted', seed } as const
      const written = question.question
      const query = form === 'as it is' ? written : variantOf(written, form, manner)
      if (form !== 'as it is' && query === written) continue
      first = null
      const asked = { library, question, query: withoutCourtesies(query) }
      const answered = await answer(asked, retrieve)
      if (!first) continue
      const readings = readingSigns((first as Observed).found)
      examples.push({ set, kind, form, query, readings, ...answered })
    }
  }
  await library.close()
  return examples
}

/** A question as it is, a real one in two further forms and another in one. */
function formsOf(kind: Kind, seed: number): Form[] {
  const all = FORMS[kind]
  const further = kind === 'real' ? [seed, seed + 3] : [seed]
  return ['as it is', ...further.flatMap((at) => all[at % all.length] ?? [])]
}

function citedOf({ cited }: ChosenAnswer, passages: RetrievedPassage[]): RetrievedPassage[] {
  return cited.flatMap(({ key }) => passages.find((each) => each.key === key) ?? [])
}

interface Asked {
  library: Library
  question: Question
  query: string
}

async function answer({ library, question, query }: Asked, retrieve: Retrieve) {
  const { organization_id, store } = library
  const collection_ids = library.collectionsOf(question.collection)
  const docOf = ({ document_id }: RetrievedPassage) => library.documents.get(document_id) ?? ''
  const inSet: Retrieve = async (request, signal) => {
    const found = await retrieve(request, signal)
    const passages = found.passages.filter((each) => !question.exclude?.includes(docOf(each)))
    return { ...found, passages }
  }
  const { signal } = new AbortController()
  const request = { organization_id, collection_ids, query, limit: FOUND }
  const retrieval = await searchSections(inSet, store.passages)(request, signal)
  const { passages } = retrieval
  const asked = { text: query, question: retrieval.question, passages, history: [] }
  let text = ''
  for await (const event of model.stream(builtinPrompt(asked), signal)) {
    if (event.type === 'text') text += event.text
  }
  const chosen = chosenOf(text, retrieval)
  const judge = (found: RetrievedPassage[]) => {
    const texts = found.map((each) => ({
      doc: docOf(each),
      text: each.text,
      headings: each.headings.length > 0 ? each.headings : [each.title],
    }))
    return { gold: goldOf(texts, question), answers: goldPassages(texts, question) }
  }
  return {
    leads: (judge(passages.slice(0, 1)).gold[0] ?? -1) >= 0,
    answer: text === '' ? null : answerSigns(chosen),
    right: text === '' ? 0 : rightOf(chosen.text, judge(citedOf(chosen, passages)), question),
  }
}
