import type { Message } from '../contract/conversation.ts'
import { isTerminal } from '../contract/events.ts'
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
 * Answers a question as a turn would, and stores nothing but usage (docs/behaviour.md#trials).
 * Throws `provider_failure` and `retrieval_failure`, and the reason of `signal`.
 */
export function createTryOut(needs: TrialNeeds) {
  return async function tryOut(tried: Tried, signal: AbortSignal): Promise<TrialResult> {
    const { organization_id, assistant } = tried
    const answer = createAnswer({ ...needs, store: storeOf(tried, needs.store) })
    const usage = startUsage()
    const draft: Draft = { text: '', citations: [], links: [], cited: 0 }
    for await (const event of until(answer(claimedFor(tried), usage, signal), signal)) {
      apply(draft, event)
      if (!isTerminal(event)) continue
      const { trace, ...ending } = endingOf(event, draft, usage)
      const counted = {
        assistant_id: assistant.id,
        channel: 'console',
        model: usage.model,
      } as const
      await needs.store.usage.asked(organization_id, counted, ending, needs.now())
      const { text, citations, links, abstained, abstention_reason, finish_reason } = ending
      return {
        answer: { text, citations, links, abstained, abstention_reason, finish_reason },
        trace,
      }
    }
    signal.throwIfAborted()
    throw new Error('An answer ended without a terminal event.')
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
