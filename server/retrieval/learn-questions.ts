import type { EmbeddingModel } from '../models/ports.ts'
import { quantize } from '../quantize.ts'
import type { UnreadLike } from '../storage/ports/question-likes.ts'
import type { Store } from '../storage/store.ts'
import { readSectionQuestion } from '../text/section-question.ts'
import { isTeachable } from '../text/teachable.ts'
import { createWakeable, type Wakeable } from '../wakeable.ts'

/** Learns the questions of sections from what visitors have found. */
export type QuestionLearner = Wakeable

const READ_AT_ONCE = 32

/**
 * Runs in the background thread. Where a model fails, questions are compared by their words alone
 * (docs/behaviour.md#questions-of-sections).
 */
export function createQuestionLearner({
  store: { questionLikes },
  embeddings,
  now,
  newId,
  giveWay,
  report,
}: {
  store: Pick<Store, 'questionLikes'>
  /** The model of a collection's selector and width. Throws when it is not configured any more. */
  embeddings: (selector: string, dimensions: number) => EmbeddingModel
  now: () => string
  newId: () => string
  giveWay: () => Promise<void>
  report: (error: unknown) => void
}): QuestionLearner {
  async function work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const likes = await questionLikes.unread(READ_AT_ONCE)
      if (likes.length === 0) return
      for (const like of likes) {
        await giveWay()
        const { text } = like
        const vector = await vectorOf(like, signal)
        if (signal.aborted) return
        const read = readSectionQuestion(text)
        const learnt = { ...like, read, vector, isTeachable: isTeachable(text) }
        await questionLikes.learn(learnt, newId(), now())
      }
    }
  }

  async function vectorOf(like: UnreadLike, signal: AbortSignal): Promise<Int8Array | null> {
    const { embedding_model, dimensions, text } = like
    try {
      const [vector] = await embeddings(embedding_model, dimensions).embed(
        [text],
        'question',
        signal,
      )
      return vector ? quantize(vector) : null
    } catch (error) {
      if (!signal.aborted) report(error)
      return null
    }
  }

  return createWakeable(work, report)
}
