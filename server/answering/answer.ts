import type { Assistant } from '../contract/assistant.ts'
import { defaultBehaviour, type Strictness } from '../contract/behaviour.ts'
import type { Message } from '../contract/conversation.ts'
import { CURATED_MODEL } from '../contract/curated-answer.ts'
import { ServiceError } from '../contract/errors.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { NearPassage } from '../contract/usage.ts'
import type { LanguageModel } from '../models/ports.ts'
import type { MatchCurated } from '../retrieval/curated.ts'
import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Assistants } from '../storage/ports/assistants.ts'
import type { Conversations } from '../storage/ports/conversations.ts'
import type { ClaimedQuestion } from './claimed-question.ts'
import { abstain, completed } from './closing-events.ts'
import { type CuratedNeeds, createFindCurated, giveCurated } from './curated.ts'
import { kindOf, type ModelKind, reasonToAbstain, thresholdOf } from './gate.ts'
import { identityOf } from './identity.ts'
import { withoutCourtesies } from './manners/courtesies.ts'
import { recognizeSmallTalk } from './manners/recognize.ts'
import { phraseLocaleOf } from './manners/reply.ts'
import { MANNERS_MODEL, withoutSmallTalk } from './manners/small-talk.ts'
import { recognizeWish } from './manners/wishes.ts'
import { answerPrompt, builtinPrompt } from './prompt.ts'
import { gatedModel, type JudgeAnswer } from './quote-answer.ts'
import { createReplies, type DeclineNeeds } from './replies.ts'
import { createSearch, type SearchNeeds } from './search.ts'
import { MAX_SHOWN } from './select-passages.ts'
import { createSpending, type SpendingNeeds } from './spending.ts'
import { markShown, searchOf } from './trace.ts'
import { elapsed, type TurnUsage } from './turn-usage.ts'
import { createWriteAnswer, type WriteNeeds } from './write-answer.ts'

export interface AnswerNeeds extends WriteNeeds {
  store: {
    assistants: Pick<Assistants, 'find'>
    conversations: Pick<Conversations, 'before'>
  } & DeclineNeeds['store'] &
    CuratedNeeds['store'] &
    SearchNeeds['store'] &
    SpendingNeeds['store']
  retrieve: Retrieve
  matchCurated: MatchCurated
  /** Runs in the background thread, as the built-in model does. */
  judgeAnswer: JudgeAnswer
  now: () => string
  /** Whether a model verifies what the rules leave in doubt. */
  verifies?: boolean
  models: { language(selector: string): LanguageModel }
  /** Receives failures that the reader does not see. */
  report: (error: unknown) => void
}

/** How many passages are looked for, beside those around them. */
const FOUND: Record<ModelKind, number> = { builtin: 12, configured: MAX_SHOWN - 3 }
/** How many of them are stored with a question that was declined. */
const MAX_NEAREST = 5
/** How many earlier messages a model gets. */
const MAX_EARLIER_MESSAGES = 6
/**
 * Question → answer: retrieve, abstain or generate, cite, check. Yields the events of a stream up
 * to `answer.completed` (docs/behaviour.md#streams). Throws `retrieval_failure` and
 * `provider_failure`.
 */
export function createAnswer(needs: AnswerNeeds) {
  const { store, verifies = false, models, judgeAnswer, now, newBoundary } = needs
  const { refusal, smallTalk } = createReplies(needs)
  const findCurated = createFindCurated(needs)
  const search = createSearch(needs)
  const spending = createSpending(needs)
  const write = createWriteAnswer(needs)
  return async function* answer(
    claimed: ClaimedQuestion,
    usage: TurnUsage,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent, void> {
    const { organization_id, conversation, question, answer_id } = claimed
    const { sequence, text } = question
    const [assistant, earlier] = await Promise.all([
      store.assistants.find(organization_id, conversation.assistant_id),
      store.conversations.before(organization_id, conversation.id, sequence, MAX_EARLIER_MESSAGES),
    ])
    usage.model = assistant?.model ?? ''
    yield {
      type: 'message.created',
      data: {
        conversation_id: conversation.id,
        user_message_id: question.id,
        answer_message_id: answer_id,
      },
    }
    yield { type: 'answer.started', data: { answer_message_id: answer_id } }
    if (!assistant) throw new Error('A question was claimed from an assistant that is gone.')

    const history = withoutSmallTalk(earlier)
    usage.steps.language = phraseLocaleOf(text)
    const spoken = phraseLocaleOf(history.at(-2)?.text ?? '')
    const talk = recognizeSmallTalk(text, spoken) ?? recognizeWish(text, spoken)
    // After an answer, "it still does not work" is about what was asked before.
    if (talk && (talk.act !== 'trouble' || history.length === 0)) {
      usage.model = MANNERS_MODEL
      const { language, ...reply } = await smallTalk(talk, assistant, claimed)
      usage.steps.language = language
      yield* abstain({ answer_id, reply, reason: 'no_question', finish_reason: 'no_question' })
      return
    }
    const curated = await findCurated(claimed, assistant, signal)
    if (curated) {
      usage.model = CURATED_MODEL
      usage.steps.question_as_searched = text
      yield* giveCurated(curated)
      yield completed({ answer_id, finish_reason: 'stop', abstention_reason: null })
      return
    }
    yield* fromKnowledge({ claimed, assistant, history }, usage, signal)
  }

  async function* fromKnowledge(asked: Asked, usage: TurnUsage, signal: AbortSignal) {
    const { claimed, assistant, history } = asked
    const { organization_id, question, answer_id } = claimed
    const { text } = question
    const [{ writer: model, rewriter }, found] = await Promise.all([
      spending.affordable(organization_id, languageModel(assistant.model)),
      store.behaviours.find(organization_id, assistant.id),
    ])
    usage.model = model.selector
    const behaviour = found ?? defaultBehaviour
    const isBuiltin = kindOf(model) === 'builtin'
    const { retrieval, languages, threshold } = await find(
      { ...asked, model, rewriter, strictness: behaviour.strictness },
      usage,
      signal,
    )
    let { confidence } = retrieval
    const knowledge = { languages, tellsLanguages: isBuiltin }
    const refuse = () => refusal({ ...retrieval, confidence }, behaviour, claimed, knowledge)
    const reason = reasonToAbstain(retrieval, isBuiltin ? 0 : threshold)
    if (reason) {
      yield* abstain({ answer_id, reply: await refuse(), reason, finish_reason: null })
      return
    }
    const request = { text, question: retrieval.question, passages: retrieval.passages, history }
    const { shown, ...prompt } = isBuiltin
      ? builtinPrompt(request)
      : answerPrompt({
          ...request,
          identity: await identityOf(store, organization_id, assistant),
          now: now(),
          boundary: newBoundary(),
          promptTokens: model.promptTokens,
        })
    markShown(usage, shown)
    claimed.onReading?.(shown.length)
    const onJudged = (judged: number) => {
      confidence = judged
      usage.steps.confidence = judged
    }
    const writer = isBuiltin
      ? gatedModel(model, { retrieval, judgeAnswer, threshold, onJudged })
      : model
    const verifier = verifies && kindOf(rewriter) === 'configured' ? rewriter : null
    const { pointed } = retrieval
    const source = { prompt, passages: shown, pointed, question: text }
    const writing = { ...source, answer_id, model: writer, verifier, refuse }
    yield* write(writing, usage, signal)
  }

  /** Looks the question up, and notes what happened. */
  async function find(
    { claimed, assistant, history, model, rewriter, strictness }: Searched,
    usage: TurnUsage,
    signal: AbortSignal,
  ) {
    const { organization_id, question } = claimed
    const kind = kindOf(model)
    const began = elapsed(usage)
    const { query, retrieval, foreign, languages } = await search(
      {
        organization_id,
        collection_ids: assistant.knowledge_base_ids,
        text: withoutCourtesies(question.text),
        history,
        limit: FOUND[kind],
        rewriter,
      },
      usage,
      signal,
    )
    usage.timings_ms.search = elapsed(usage) - began
    // A configured model reads what retrieval cannot compare with the words of the question.
    const threshold = kind === 'configured' && foreign ? 0 : thresholdOf(kind, strictness)
    Object.assign(usage.steps, searchOf(query, retrieval, threshold))
    usage.nearest = retrieval.passages.slice(0, MAX_NEAREST).map(nearPassage)
    return { retrieval, languages, threshold }
  }

  /** Throws `provider_failure` for a model that is no longer in the configuration. */
  function languageModel(selector: string): LanguageModel {
    try {
      return models.language(selector)
    } catch (cause) {
      throw new ServiceError('provider_failure', 'The assistant’s model is not configured.', {
        cause,
      })
    }
  }
}

/** A question that is no small talk, with what came before it. */
interface Asked {
  claimed: ClaimedQuestion
  assistant: Assistant
  history: Message[]
}

interface Searched extends Asked {
  model: LanguageModel
  /** Completes and rewrites the question. */
  rewriter: LanguageModel
  strictness: Strictness
}

function nearPassage({ source_id, title, url, score }: RetrievedPassage): NearPassage {
  return { source_id, title, url, score }
}
