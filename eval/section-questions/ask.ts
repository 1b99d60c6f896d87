import { v7 as newId } from 'uuid'
import { createQuestionEmbedder } from '../../server/retrieval/embed-questions.ts'
import { rankByWords } from '../../server/retrieval/rank.ts'
import { createRetrieve, type Observed } from '../../server/retrieval/retrieve.ts'
import {
  lackingOf,
  liftByQuestions,
  type QuestionWeights,
  type Ranked,
} from '../../server/retrieval/section-questions.ts'
import { readSectionQuestion } from '../../server/text/section-question.ts'
import { createBuiltInEmbedding } from '../built-in-embedding.ts'
import { type Library, openLibrary } from '../library.ts'
import { goldPassages } from '../relevance.ts'
import type { CorpusDocument, Question } from '../sets.ts'

/** A line of a site's file: questions that were written by who saw that section alone. */
export interface AskedSection {
  page: string
  /** The `anchor` of its passages. */
  section: string | null
  questions: string[]
}

/** A search, which can be ranked again with other weights. */
export interface Searched extends Pick<Observed, 'questions'> {
  /** By the passages alone. */
  ranked: Ranked
  /** The keys of the passages that answer. */
  answering: Set<number>
}

/** A site whose sections may have questions. */
export interface AskedSite {
  /** Gives sections questions, in place of those that they had. */
  give(sections: AskedSection[]): Promise<void>
  search(question: Question): Promise<Searched>
  close(): Promise<void>
}

/** Ingests a set with the built-in embedding. */
export async function openSite(corpus: CorpusDocument[]): Promise<AskedSite> {
  const embedding = createBuiltInEmbedding()
  const library = await openLibrary(corpus, embedding)
  const { store, organization_id } = library
  const pages = new Map([...library.documents].map(([id, page]) => [page, id]))
  let last: Observed | null = null
  const observe = (observed: Observed) => {
    last = observed
  }
  const retrieve = createRetrieve({ store, embeddings: () => embedding, observe })
  const embedder = createQuestionEmbedder({
    store,
    embeddings: () => embedding,
    giveWay: async () => {},
    report: (error) => {
      throw error
    },
  })
  let given: string[] = []

  return {
    async give(sections) {
      for (const id of given) await store.sectionQuestions.delete(organization_id, id)
      given = []
      for (const { page, section, questions } of sections) {
        const document_id = pages.get(page) ?? ''
        for (const text of questions) {
          const id = newId()
          const read = readSectionQuestion(text)
          const created_at = new Date().toISOString()
          const question = { id, document_id, section, text, read, created_at }
          const made = await store.sectionQuestions
            .create(organization_id, question)
            .catch(skipRepeated)
          if (made) given.push(id)
        }
      }
      await embedder.wake()
    },

    async search(question) {
      last = null
      const collection_ids = library.collectionsOf(question.collection)
      const request = { organization_id, collection_ids, query: question.question, limit: 30 }
      await retrieve(request, new AbortController().signal)
      if (!last) throw new Error('A search was not observed.')
      return searchedOf(last, question, library)
    },

    close: () => library.close(),
  }
}

/** Two questions of a section may have the same words. */
function skipRepeated(error: unknown): null {
  if ((error as { code?: string }).code === 'conflict') return null
  throw error
}

function searchedOf(observed: Observed, question: Question, library: Library): Searched {
  const { candidates, words, questions } = observed
  const passages = candidates.map(({ document_id, title, headings, text }) => ({
    doc: library.documents.get(document_id) ?? '',
    text,
    headings: headings.length > 0 ? headings : [title],
  }))
  const gold = goldPassages(passages, question)
  const answering = candidates.filter((_, at) => (gold[at] ?? -1) >= 0)
  const hits = rankByWords(candidates, words).sort((one, other) => other.score - one.score)
  const ranked = { hits, lacking: lackingOf(candidates) }
  return { ranked, questions, answering: new Set(answering.map(({ key }) => key)) }
}

/** The place of the first passage that answers, from 1; Infinity: none was found. */
export function placeOf(
  { ranked, questions, answering }: Searched,
  weights: QuestionWeights,
): number {
  const lifted = liftByQuestions(ranked, questions, weights)
  const place = lifted.findIndex(({ key }) => answering.has(key))
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}
