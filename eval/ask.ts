import { createCitations } from '../server/answering/cited/citations.ts'
import { ground } from '../server/answering/cited/grounding.ts'
import type { LanguageModel } from '../server/models/ports.ts'
import type { Retrieve, RetrievedPassage } from '../server/retrieval/retrieval.ts'
import type { Library } from './library.ts'
import type { Question } from './sets.ts'

/** A passage in the scorer's terms. */
interface Scored {
  doc: string
  text: string
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
  /** Grounding took something from the answer. */
  cut: boolean
}

/** Passages a model is shown, and the confidence below which it is not asked: those of `answering/answer.ts`. */
const MAX_PASSAGES = 8
const GATE = { builtin: 0.5, configured: 0.1 }
/** The scorer looks at 20 passages after dropping the excluded ones. */
const RANKED = 50

/** Asks one question after another as a turn would, without a conversation around it. */
export function createAsk(library: Library, retrieve: Retrieve, model: LanguageModel) {
  const { signal } = new AbortController()
  const gate = model.selector.startsWith('builtin/') ? GATE.builtin : GATE.configured

  return async function ask({ id, question, collection, exclude }: Question): Promise<Result> {
    const collection_ids = library.collectionsOf(collection)
    const { organization_id } = library
    const { passages, confidence } = await retrieve(
      { organization_id, collection_ids, query: question, limit: RANKED },
      signal,
    )
    const allowed = passages.filter((passage) => !exclude?.includes(scored(passage).doc))
    const shown = confidence < gate ? [] : allowed.slice(0, MAX_PASSAGES)
    const answer = await answerFrom(shown, question)
    return {
      id,
      ranked: allowed.map(scored),
      answer: answer.text,
      citations: answer.cited.map(scored),
      abstained: answer.text === '',
      confidence,
      cut: answer.cut,
    }
  }

  async function answerFrom(
    passages: RetrievedPassage[],
    question: string,
  ): Promise<{ text: string; cited: RetrievedPassage[]; cut: boolean }> {
    const { text, cited } = await readAnswer(model, question, passages)
    const grounded = ground(text, cited, question)
    return {
      text: grounded.text,
      cited: grounded.order.flatMap((ordinal) => cited[ordinal - 1] ?? []),
      cut: grounded.text !== text,
    }
  }

  function scored({ document_id, text, score }: RetrievedPassage): Scored {
    return { doc: library.documents.get(document_id) ?? '', text, score }
  }
}

/** What a model answers from passages, with its markers as ordinals of those it cites. */
export async function readAnswer(
  model: LanguageModel,
  question: string,
  passages: RetrievedPassage[],
): Promise<{ text: string; cited: RetrievedPassage[] }> {
  const numbered = passages.map((passage, at) => ({ ...passage, number: at + 1 }))
  const citations = createCitations(passages.length)
  const prompt = { task: 'answer' as const, system: '', turns: [], question, passages: numbered }
  let text = ''
  for await (const event of model.stream(prompt, new AbortController().signal)) {
    if (event.type === 'text') text += citations.push(event.text).text
  }
  text += citations.end().text
  return { text, cited: citations.order.flatMap((number) => passages[number - 1] ?? []) }
}
