import type { EmbeddingModel } from '../models/ports.ts'
import { quantize } from '../quantize.ts'
import type { Unembedded } from '../storage/ports/section-questions.ts'
import type { Store } from '../storage/store.ts'
import { createWakeable, type Wakeable } from '../wakeable.ts'

/** Gives questions of sections their vectors, after they are written. */
export type QuestionEmbedder = Wakeable

const EMBEDDED_AT_ONCE = 32

/**
 * Runs in the background thread. Where a model fails, it is asked again with the next call; until
 * then its questions are found by their words.
 */
export function createQuestionEmbedder({
  store: { sectionQuestions },
  embeddings,
  giveWay,
  report,
}: {
  store: Pick<Store, 'sectionQuestions'>
  /** The model of a collection's selector and width. Throws when it is not configured any more. */
  embeddings: (selector: string, dimensions: number) => EmbeddingModel
  giveWay: () => Promise<void>
  report: (error: unknown) => void
}): QuestionEmbedder {
  async function work(signal: AbortSignal): Promise<void> {
    let last: Unembedded | undefined
    do {
      const questions = await sectionQuestions.unembedded(EMBEDDED_AT_ONCE, last)
      for (const alike of Map.groupBy(questions, modelOf).values()) {
        await embed(alike, signal).catch((error: unknown) => {
          if (!signal.aborted) report(error)
        })
      }
      await giveWay()
      last = questions.length < EMBEDDED_AT_ONCE ? undefined : questions.at(-1)
    } while (last && !signal.aborted)
  }

  async function embed(questions: Unembedded[], signal: AbortSignal): Promise<void> {
    const [first] = questions
    if (!first) return
    const model = embeddings(first.embedding_model, first.dimensions)
    const texts = questions.map(({ text }) => text)
    const vectors = await model.embed(texts, 'question', signal)
    await sectionQuestions.embed(
      questions.map((question, at) => {
        const vector = vectors[at]
        return { ...question, vector: vector ? quantize(vector) : null }
      }),
    )
  }

  return createWakeable(work, report)
}

function modelOf({ embedding_model, dimensions }: Unembedded): string {
  return `${embedding_model} ${dimensions}`
}
