import { setImmediate as otherWork } from 'node:timers/promises'
import type { Citation } from '../contract/conversation.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { LanguageModel, Prompt } from '../models/ports.ts'
import type { RetrievedPassage } from '../retrieval/retrieval.ts'
import { contentWordsOf } from '../text/question.ts'
import { asksBack, CLARIFICATION } from './asking-back.ts'
import type { CheckAnswer } from './cited/check-answer.ts'
import { type CitedText, createCitations } from './cited/citations.ts'
import type { CitedPassage } from './cited/evidence.ts'
import { excerptOf } from './cited/excerpt.ts'
import { abstain, completed, declinedWith, withdraw } from './closing-events.ts'
import { declined } from './declined.ts'
import { kindOf, type ModelKind } from './gate.ts'
import { generate, type ModelTimeouts } from './generate.ts'
import type { MannersReply } from './manners/reply.ts'
import { markCited } from './trace.ts'
import { elapsed, type TurnUsage } from './turn-usage.ts'
import { verify } from './verify.ts'

export interface WriteNeeds {
  checkAnswer: CheckAnswer
  /** A random word that nobody can predict. */
  newBoundary: () => string
  timeouts: ModelTimeouts
}

/** What an answer is written from. */
export interface Writing {
  prompt: Prompt
  passages: RetrievedPassage[]
  question: string
  answer_id: string
  model: LanguageModel
  /** null: verification is off, or the budget does not allow it. */
  verifier: LanguageModel | null
  refuse: () => Promise<MannersReply>
}

/**
 * After so many characters other work of the thread runs: a provider may send text in one piece,
 * or faster than it is read. Each delta counts as some characters more.
 */
const CHARS_AT_ONCE = 4096
const DELTA_CHARS = 20

/**
 * Prompt → answer: asks the model, cites, checks. Yields the events from the first text up to
 * `answer.completed` (docs/behaviour.md#streams). Throws `provider_failure`.
 */
export function createWriteAnswer({ checkAnswer, newBoundary, timeouts }: WriteNeeds) {
  return async function* write(
    writing: Writing,
    usage: TurnUsage,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const { prompt, passages, question, answer_id, model, verifier, refuse } = writing
    const forms = kindOf(model) === 'builtin' ? 'bracketed' : 'any'
    const citations = createCitations(passages.length, forms)
    const sources: Citation[] = []
    let text = ''
    let finish_reason: string | null = null
    let readAtOnce = 0

    for await (const event of declined(generate(model, prompt, timeouts, signal))) {
      if (event.type === 'text') {
        usage.timings_ms.first_token ??= elapsed(usage)
        for (let at = 0; at < event.text.length; at += CHARS_AT_ONCE) {
          const piece = event.text.slice(at, at + CHARS_AT_ONCE)
          readAtOnce += piece.length + DELTA_CHARS
          if (readAtOnce > CHARS_AT_ONCE) {
            await otherWork()
            readAtOnce = 0
          }
          yield* show(citations.push(piece))
        }
        continue
      }
      finish_reason = event.reason
      usage.input_tokens += event.input_tokens
      usage.output_tokens += event.output_tokens
    }
    yield* show(citations.end())

    if (text === '') {
      const reply = await refuse()
      const reason = kindOf(model) === 'builtin' ? 'insufficient_support' : 'model_declined'
      yield* abstain({ answer_id, reply, reason, finish_reason })
      return
    }
    if (citations.order.length === 0 && asksBack(text)) {
      const reply = { text, links: [] }
      yield* declinedWith({ answer_id, reply, reason: CLARIFICATION, finish_reason: CLARIFICATION })
      return
    }
    const shown = inOrder(passages, citations.order, kindOf(model))
    const unchecked = {
      text,
      passages: shown.map(citedPassage),
      question,
      writer: kindOf(model),
    }
    let checked = await checkAnswer(unchecked, signal)
    if (verifier && checked.doubtful.length > 0) {
      const inDoubt = { ...unchecked, sentences: checked.doubtful, boundary: newBoundary() }
      const refuted = await verify(inDoubt, { model: verifier, usage, signal })
      if (refuted.length > 0) checked = await checkAnswer({ ...unchecked, refuted }, signal)
    }
    usage.steps.removed = checked.removed
    if (checked.text === '') {
      yield* withdraw({ answer_id, reply: await refuse(), finish_reason })
      return
    }
    const complete = checked.citations.flatMap(({ ordinal, snippet }, at) => {
      const passage = shown[ordinal - 1]
      return passage ? [citation(passage, at + 1, snippet)] : []
    })
    markCited(usage, complete)
    if (checked.text !== text) {
      if (complete.length > sources.length) {
        yield { type: 'answer.sources', data: { citations: complete } }
      }
      yield { type: 'answer.replaced', data: { text: checked.text } }
    }
    yield { type: 'answer.sources', data: { citations: complete } }
    yield completed({ answer_id, finish_reason, abstention_reason: null })

    /** Announces sources before the text that first cites them (docs/behaviour.md#streams). */
    function* show(step: CitedText): Generator<StreamEvent> {
      text += step.text
      const clue = step.cited.length > 0 ? contentWordsOf(lastWords(text)) : []
      for (const number of step.cited) {
        const passage = passages[number - 1]
        if (!passage) continue
        const snippet = excerptOf(passage.text, clue)
        sources.push(citation(passage, sources.length + 1, snippet))
      }
      if (step.cited.length > 0) yield { type: 'answer.sources', data: { citations: [...sources] } }
      if (step.text !== '') yield { type: 'answer.delta', data: { text: step.text } }
    }
  }
}

function citation(
  { source_id, title, url, anchor, score }: RetrievedPassage,
  ordinal: number,
  snippet: string | null,
): Citation {
  return { source_id, ordinal, title, url, snippet, anchor, score }
}

/** The cited passages by their ordinals; then those that a configured model was shown as well. */
function inOrder(
  passages: RetrievedPassage[],
  order: readonly number[],
  writer: ModelKind,
): RetrievedPassage[] {
  const cited = order.flatMap((number) => passages[number - 1] ?? [])
  return writer === 'builtin' ? cited : [...new Set([...cited, ...passages])]
}

/** The part of a passage that the checks read, in another thread. */
function citedPassage({ title, url, anchor, text }: RetrievedPassage): CitedPassage {
  return { title, url, anchor, text }
}

function lastWords(text: string): string {
  return text.slice(-300)
}
