import { searchSections } from '../server/answering/search-sections.ts'
import type { LanguageModel } from '../server/models/ports.ts'
import type { Retrieval, Retrieve, RetrievedPassage } from '../server/retrieval/retrieval.ts'
import type { Library } from './library.ts'
import { createReply, type Reply } from './reply.ts'
import type { Question } from './sets.ts'

/** A passage in the scorer's format. */
interface Scored {
  doc: string
  text: string
  /** From the outermost; of a passage under none, the title of its document. */
  headings: string[]
  score: number
}

/** A line of the scorer's format. */
export interface Result {
  id: string
  ranked: Scored[]
  answer: string
  citations: Scored[]
  abstained: boolean
  confidence: number
  /** Whether grounding removed a part of the answer. */
  cut: boolean
}

type Found = Pick<Retrieval, 'passages' | 'confidence'>

/** The scorer uses 20 passages after dropping the excluded ones. */
const RANKED = 50

/** Asks the questions in turn, each as the first of a conversation. */
export function createAsk(library: Library, retrieve: Retrieve, model: LanguageModel) {
  const askWhole = createAskWhole(library, retrieve, model)
  return async (question: Question): Promise<Result> => (await askWhole(question)).result
}

/** Asks likewise, and returns the reply beside the result. */
export function createAskWhole(library: Library, retrieve: Retrieve, model: LanguageModel) {
  return async function ask({
    id,
    question,
    collection,
    exclude,
  }: Question): Promise<{ result: Result; reply: Reply }> {
    let found = null as Found | null
    const search: Retrieve = async ({ organization_id, query, limit }, signal) => {
      const collection_ids = library.collectionsOf(collection)
      const request = { organization_id, collection_ids, query, limit: RANKED }
      const { passages: all, ...retrieval } = await retrieve(request, signal)
      const passages = all.filter((passage) => !exclude?.includes(scored(passage).doc))
      found ??= { ...retrieval, passages }
      return { ...retrieval, passages: passages.slice(0, limit) }
    }
    const { organization_id } = library
    const { passages: stored } = library.store
    const complete = searchSections(search, stored)
    const reply = createReply(
      (request, signal) => complete({ ...request, organization_id }, signal),
      model,
    )
    const given = await reply(question)
    const { text, cited, cut } = given
    const { passages, confidence }: Found = found ?? { passages: [], confidence: 0 }
    const result = {
      id,
      ranked: passages.map(scored),
      answer: text,
      citations: cited.map(scored),
      abstained: text === '',
      confidence,
      cut,
    }
    return { result, reply: given }
  }

  function scored({ document_id, title, headings, text, score }: RetrievedPassage): Scored {
    const doc = library.documents.get(document_id) ?? ''
    return { doc, text, headings: headings.length > 0 ? headings : [title], score }
  }
}
