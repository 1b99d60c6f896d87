import type { AskQuestion } from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Asker, NewQuestion, Store } from '../storage/store.ts'
import { type AnswerNeeds, createAnswer } from './answer.ts'
import type { InFlight } from './in-flight.ts'
import { type Meter, record, replay, type TurnEvents } from './turn.ts'
import { createUntilStored } from './until-stored.ts'

export interface AskNeeds extends AnswerNeeds {
  store: Pick<Store, 'assistants' | 'conversations' | 'turns'>
  now: () => string
  newId: () => string
  inFlight: InFlight
  /** Aborted when the service stops. */
  shutdown: AbortSignal
  /** Hears of failures that the asker is told in the stream. */
  report: (error: unknown) => void
  /** How often a growing answer is kept in case of a crash, in milliseconds; a second unless told (docs/behaviour.md#turns). */
  progressMs?: number
  /** How long a reader is held while the end of a turn cannot be stored, in milliseconds; 5 seconds unless told. */
  heldMs?: number
}

export interface Ask {
  asker: Asker
  conversation_id: string
  body: AskQuestion
  streamed: boolean
}

/**
 * The turn, the same for every way in: claim, answer, record, or replay what was answered before. The
 * promise resolves once the turn is claimed, so that whatever is refused is refused before a byte is
 * sent (contract §4.5, rule 8): `not_found`, `validation_error`, `conflict`. Events must then be read
 * to their end or returned; `signal` interrupts them (see `SERVER_SHUTDOWN`).
 */
export function createAsk(needs: AskNeeds) {
  const { store, now, newId, inFlight, report, progressMs = 1000, heldMs = 5000 } = needs
  const answer = createAnswer(needs)
  const untilStored = createUntilStored({ ...needs, heldMs })

  return async function ask(
    { asker, conversation_id, body, streamed }: Ask,
    signal: AbortSignal,
  ): Promise<TurnEvents> {
    const question = toQuestion(body, streamed)
    const begun = await store.turns.begin(asker, conversation_id, question, now())
    if (!begun) throw new ServiceError('not_found', 'Conversation not found.')
    if (begun.kind === 'finished') return replay(begun.turn)

    const meter: Meter = { model: '', input_tokens: 0, output_tokens: 0, nearest: [] }
    const { organization_id } = asker
    const { answer_id } = begun
    // What the reader's leaving must stop as well: the model's work.
    const stopping = new AbortController()
    const stop = AbortSignal.any([signal, stopping.signal])
    const events = answer({ organization_id, ...begun }, meter, stop)
    const { turns } = store
    const recording = { turns, untilStored, answer_id, streamed, meter, now, report, progressMs }
    return begin(inFlight.count(record(events, recording, stop)), stopping)
  }

  function toQuestion(body: AskQuestion, streamed: boolean): NewQuestion {
    return {
      id: newId(),
      answer_id: newId(),
      text: body.text,
      idempotency_key: body.idempotency_key ?? null,
      metadata: body.metadata ?? {},
      streamed,
    }
  }
}

/**
 * Runs a generator up to its first event. One that was never run skips its `finally` when it is
 * returned, and the conversation of a reader who left at once would wait for an answer for ever.
 */
function begin(events: TurnEvents, stopping: AbortController): TurnEvents {
  const first = events.next()
  let begun = false
  return {
    next() {
      if (begun) return events.next()
      begun = true
      return first
    },
    return(value) {
      stopping.abort()
      return events.return(value)
    },
    throw: (error) => events.throw(error),
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      await events[Symbol.asyncDispose]()
    },
  }
}
