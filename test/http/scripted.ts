import { v7 as newId } from 'uuid'
import type { Citation } from '../../server/contract/conversation.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { Model } from '../../server/contract/model.ts'
import type { Trace } from '../../server/contract/trace.ts'
import type { Caller } from '../../server/identity/caller.ts'
import type { Questions } from '../../server/resources/questions.ts'
import type { Ending } from '../../server/storage/ports/turns.ts'
import type { Store } from '../../server/storage/store.ts'

export interface ScriptedTurn {
  conversation_id: string
  user_message_id: string
  answer_message_id: string
}

/** Only the built-in models; any other name is refused as by the registry. */
export const models = {
  language(selector: string) {
    if (selector === '' || selector.startsWith('builtin/')) {
      return { selector: selector || 'builtin/extractive' }
    }
    throw new ServiceError('validation_error', 'model must name a configured provider: builtin.')
  },
  chosenEmbedding(selector: string, dimensions = 256) {
    if (selector === '' || selector === 'builtin/meaning-1') {
      return { selector: 'builtin/meaning-1', dimensions }
    }
    throw new ServiceError('validation_error', 'embedding_model must be builtin/meaning-1.')
  },
  list: (): Model[] => [
    { selector: 'builtin/extractive', kind: 'language', configured_by: 'built-in', price: null },
    { selector: 'builtin/meaning-1', kind: 'embedding', configured_by: 'built-in', price: null },
  ],
}

export const citation: Citation = {
  source_id: '6f1c2f6e-8f0e-4c35-9d4e-0a6f4e5d6c7b',
  ordinal: 1,
  title: 'Harbour guide',
  url: 'https://shop.test/guide',
  snippet: 'At the harbour.',
  anchor: null,
  quotes: [],
  score: 0.5,
}

/** The events of an answer that is complete. */
export async function* wholeAnswer(turn: ScriptedTurn): AsyncIterable<StreamEvent> {
  const { answer_message_id } = turn
  yield { type: 'message.created', data: turn }
  yield { type: 'answer.started', data: { answer_message_id } }
  yield { type: 'answer.sources', data: { citations: [citation] } }
  yield { type: 'answer.delta', data: { text: 'At the harbour [1].\n“Hä”\u2028' } }
  yield { type: 'answer.sources', data: { citations: [citation] } }
  yield {
    type: 'answer.completed',
    data: {
      answer_message_id,
      status: 'answered',
      abstained: false,
      finish_reason: 'stop',
      abstention_reason: null,
    },
  }
}

const answered: Ending & { trace: Trace } = {
  status: 'complete',
  text: 'At the harbour [1].',
  citations: [citation],
  links: [],
  abstained: false,
  model: 'builtin/extractive',
  finish_reason: 'stop',
  abstention_reason: null,
  error_code: null,
  error_message: null,
  input_tokens: 0,
  output_tokens: 0,
  trace: {
    question_as_searched: 'Where is it?',
    language: 'en',
    confidence: 0.9,
    threshold: 0.5,
    passages: [],
    removed: [],
    model: 'builtin/extractive',
    input_tokens: 0,
    output_tokens: 0,
    timings_ms: { search: 1, first_token: 2, total: 3 },
  },
}

/** The events of a streamed answer, given the ids of the turn. */
export type Script = (turn: ScriptedTurn, signal: AbortSignal) => AsyncIterable<StreamEvent>

/** Turns as the store knows them, with answers from a script. */
export function createScriptedQuestions(
  store: Store,
  now: () => string,
  script: Script,
): Questions {
  async function begin(
    caller: Caller,
    conversation_id: string,
    body: Parameters<Questions['whole']>[2],
    streamed: boolean,
  ) {
    const begun = await store.turns.begin(
      caller,
      conversation_id,
      {
        id: newId(),
        answer_id: newId(),
        text: body.text,
        idempotency_key: body.idempotency_key ?? null,
        metadata: body.metadata ?? {},
        streamed,
      },
      now(),
    )
    if (!begun) throw new ServiceError('not_found', 'Conversation not found.')
    return begun
  }

  return {
    async whole(caller, conversation_id, body) {
      const begun = await begin(caller, conversation_id, body, false)
      const ended =
        begun.kind === 'finished'
          ? begun.turn
          : await store.turns.end(caller.organization_id, begun.answer_id, answered, now())
      if (!ended) throw new ServiceError('not_found', 'Conversation not found.')
      const { conversation, question, answer } = ended
      return { conversation, question, answer }
    },

    async stream(caller, conversation_id, body, signal) {
      const begun = await begin(caller, conversation_id, body, true)
      if (begun.kind === 'finished') throw new Error('Replays are not scripted.')
      const { question, answer_id } = begun
      const turn = {
        conversation_id,
        user_message_id: question.id,
        answer_message_id: answer_id,
      }
      const { organization_id } = caller
      return ending(script(turn, signal), () =>
        store.turns.end(organization_id, answer_id, answered, now()),
      )
    },

    async leave() {},

    async tryOut({ assistant }) {
      const { text, citations, links, abstained, abstention_reason, finish_reason, trace } =
        answered
      return {
        answer: { text, citations, links, abstained, abstention_reason, finish_reason },
        trace: { ...trace, model: assistant.model },
      }
    },

    async *streamTrial({ assistant }) {
      yield { type: 'answer.delta', data: { text: answered.text } }
      yield { type: 'answer.trace', data: { trace: { ...answered.trace, model: assistant.model } } }
      const { abstained, abstention_reason, finish_reason } = answered
      const ended = { status: 'answered', abstained, abstention_reason, finish_reason } as const
      yield { type: 'answer.completed', data: { answer_message_id: assistant.id, ...ended } }
    },

    answeredFrom: async () => true,

    async suggestFollowUps(caller, conversation_id, message_id) {
      const own = await store.conversations.findOwn(caller, conversation_id)
      const message =
        own &&
        (await store.conversations.message(caller.organization_id, conversation_id, message_id))
      if (!message) throw new ServiceError('not_found', 'Message not found.')
      return { follow_ups: [] }
    },
  }
}

async function* ending<Event>(events: AsyncIterable<Event>, end: () => Promise<unknown>) {
  try {
    yield* events
  } finally {
    await end()
  }
}
