import type { LanguageModel, ModelEvent } from '../models/ports.ts'
import type { ChosenAnswer } from '../retrieval/answer-confidence.ts'
import type { Retrieval } from '../retrieval/retrieval.ts'
import { withoutMarkers } from '../text/marker-syntax.ts'
import { markersIn } from '../text/markers.ts'

/** How likely a chosen text answers its question, 0 to 1 (`retrieval/answer-confidence.ts`). */
export type JudgeAnswer = (chosen: ChosenAnswer, signal: AbortSignal) => Promise<number>

interface Judging {
  retrieval: Retrieval
  judgeAnswer: JudgeAnswer
  /** The least confidence with which its text is shown. */
  threshold: number
  /** Called with the confidence of each text before any of it is shown. */
  onJudged?: (confidence: number) => void
}

/**
 * The built-in model, which writes nothing unless what it would quote answers the question. Where
 * it finds nothing to quote, the passage found first is judged in place of that: the reply tells
 * where to look.
 */
export function gatedModel(
  { selector, stream }: LanguageModel,
  { retrieval, judgeAnswer, threshold, onJudged }: Judging,
): LanguageModel {
  return {
    selector,
    async *stream(prompt, signal) {
      const events: ModelEvent[] = []
      for await (const event of stream(prompt, signal)) events.push(event)
      const answer = events.flatMap((event) => (event.type === 'text' ? event.text : [])).join('')
      const confidence = await judgeAnswer(chosenOf(answer, retrieval), signal)
      onJudged?.(confidence)
      const isShown = confidence >= threshold
      yield* events.filter(({ type }) => isShown || type !== 'text')
    },
  }
}

/** The text of an answer without its markers, and the passages that they name. */
export function chosenOf(answer: string, retrieval: Retrieval): ChosenAnswer {
  const { passages, indexed, confidence, signs } = retrieval
  const numbers = new Set(markersIn(answer).map(({ ordinal }) => ordinal))
  const quoted = [...numbers].flatMap((number) => passages[number - 1] ?? [])
  const [first] = passages
  const isEmpty = answer === '' && first !== undefined
  return {
    indexed,
    confidence,
    ...(signs && { signs }),
    text: isEmpty ? first.text : withoutMarkers(answer),
    cited: (isEmpty ? [first] : quoted).map(({ key, title, headings, score }) => {
      return { key, title, headings, score }
    }),
    best: Math.max(0, ...passages.map(({ score }) => score)),
  }
}
