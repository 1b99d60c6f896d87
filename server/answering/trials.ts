import type { Message } from '../contract/conversation.ts'
import { isTerminal, type StreamEvent } from '../contract/events.ts'
import type { Trace } from '../contract/trace.ts'
import type { TrialResult } from '../contract/trial.ts'
import type { Tried } from '../resources/questions.ts'
import type { Store } from '../storage/store.ts'
import { type AnswerNeeds, createAnswer } from './answer.ts'
import type { ClaimedQuestion } from './claimed-question.ts'
import { apply, type Draft, endingOf } from './ending.ts'
import { startUsage } from './turn-usage.ts'
import { until } from './until.ts'

export interface TrialNeeds extends AnswerNeeds {
  store: AnswerNeeds['store'] & Pick<Store, 'usage'>
  now: () => string
  newId: () => string
}

/**
 * The events of an answer that is not stored; only its usage is (docs/behaviour.md#trials). Throws
 * `provider_failure` and `retrieval_failure`, and the reason of `signal`.
 */
export function createStreamTrial(needs: TrialNeeds) {
  return async function* streamTrial(
    tried: Tried,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent, void> {
    const { organization_id, assistant } = tried
    const answer = createAnswer({ ...needs, store: storeOf(tried, needs.store) })
    const usage = startUsage()
    const draft = emptyDraft()
    for await (const event of until(answer(claimedFor(tried), usage, signal), signal)) {
      // There is no conversation to tell of.
      if (event.type === 'message.created') continue
      apply(draft, event)
      if (isTerminal(event)) {
        const { trace, ...ending } = endingOf(event, draft, usage)
        const { model } = usage
        const counted = { assistant_id: assistant.id, channel: 'console', model } as const
        await needs.store.usage.asked(organization_id, counted, ending, needs.now())
        yield { type: 'answer.trace', data: { trace } }
      }
      yield event
    }
    signal.throwIfAborted()
  }

  function claimedFor({ organization_id, assistant, question, history }: Tried): ClaimedQuestion {
    const conversation = { id: needs.newId(), assistant_id: assistant.id }
    return {
      organization_id,
      conversation,
      question: messageOf('user', question, 2 * history.length + 1),
      answer_id: needs.newId(),
      shows_links: true,
    }
  }
}

/** The answer and the trace of a trial's events. */
export async function resultOf(events: AsyncIterable<StreamEvent>): Promise<TrialResult> {
  const draft = emptyDraft()
  let trace: Trace | undefined
  for await (const event of events) {
    apply(draft, event)
    if (event.type === 'answer.trace') trace = event.data.trace
    if (event.type !== 'answer.completed' || !trace) continue
    const { text, citations, links } = draft
    const { abstained, abstention_reason, finish_reason } = event.data
    return {
      answer: { text, citations, links, abstained, abstention_reason, finish_reason },
      trace,
    }
  }
  throw new Error('An answer ended without a terminal event.')
}

function emptyDraft(): Draft {
  return { text: '', citations: [], links: [], cited: 0 }
}

/** The store as an answer reads it, with the assistant as it is tried. */
function storeOf(
  { assistant, strictness, history }: Tried,
  store: TrialNeeds['store'],
): AnswerNeeds['store'] {
  const earlier = history.flatMap(({ question, answer }, at) => [
    messageOf('user', question, 2 * at + 1),
    messageOf('assistant', answer, 2 * at + 2),
  ])
  return {
    ...store,
    assistants: { find: async () => assistant },
    conversations: {
      before: async (_organization, _id, _sequence, count) => earlier.slice(-count),
    },
    behaviours: {
      ...store.behaviours,
      async find(organization_id, id) {
        const behaviour = await store.behaviours.find(organization_id, id)
        return behaviour && { ...behaviour, strictness: strictness ?? behaviour.strictness }
      },
    },
    curatedAnswers: { ...store.curatedAnswers, recordUse: async () => {} },
  }
}

/** A message that is not stored. */
function messageOf(role: Message['role'], text: string, sequence: number): Message {
  return {
    id: '',
    conversation_id: '',
    role,
    sequence,
    status: 'complete',
    text,
    citations: [],
    links: [],
    abstained: false,
    created_at: '',
    model: null,
    finish_reason: null,
    idempotency_key: null,
    metadata: {},
  }
}
