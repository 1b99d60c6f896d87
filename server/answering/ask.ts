import type { AskQuestion } from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Asker } from '../storage/ports/conversations.ts'
import type { NewQuestion } from '../storage/ports/turns.ts'
import type { Store } from '../storage/store.ts'
import { type AnswerNeeds, createAnswer } from './answer.ts'
import type { ClaimedQuestion } from './claimed-question.ts'
import type { InFlight } from './in-flight.ts'
import { replayTurn } from './replay.ts'
import { type OpenTurn, openTurn } from './turn.ts'
import { createUntilStored } from './until-stored.ts'

export interface AskNeeds extends AnswerNeeds {
  store: AnswerNeeds['store'] & Pick<Store, 'turns'>
  now: () => string
  newId: () => string
  inFlight: InFlight
  /** Aborted when the service stops. */
  shutdown: AbortSignal
  /** Receives failures to store a turn, which is tried again. */
  reportUnstored: (error: unknown) => void
  /**
   * Interval at which a growing answer is stored, in milliseconds; by default 1000
   * (docs/behaviour.md#turns).
   */
  progressMs?: number
  /**
   * How long a reader waits while the end of a turn cannot be stored, in milliseconds; by default
   * 5000.
   */
  heldMs?: number
}

export interface Ask {
  asker: Asker
  conversation_id: string
  body: AskQuestion
  streamed: boolean
  onReading?: ClaimedQuestion['onReading']
}

/**
 * The only way from a question to an answer: claims the turn, or finds the one that was answered
 * before under the same key. The promise resolves once the turn is claimed, so that all refusals
 * come before a byte is sent: `not_found`, `validation_error`, `conflict`. The turn must then be
 * read to its end or left; `signal` interrupts it (see `SERVER_SHUTDOWN`).
 */
export function createAsk(needs: AskNeeds) {
  const { store, now, newId, inFlight, progressMs = 1000, heldMs = 5000 } = needs
  const answer = createAnswer(needs)
  const untilStored = createUntilStored({ ...needs, report: needs.reportUnstored, heldMs })
  const turnNeeds = { ...needs, answer, turns: store.turns, untilStored, progressMs }

  return async function ask(
    { asker, conversation_id, body, streamed, onReading }: Ask,
    signal: AbortSignal,
  ): Promise<OpenTurn> {
    const question = toQuestion(body, streamed)
    const begun = await store.turns.begin(asker, conversation_id, question, now())
    if (!begun) throw new ServiceError('not_found', 'Conversation not found.')
    if (begun.kind === 'finished') return replayTurn(begun.turn)
    const { organization_id, visitor_id } = asker
    const shows_links = visitor_id !== null
    const claimed = { ...begun, organization_id, streamed, shows_links, onReading }
    const turn = openTurn(claimed, turnNeeds, signal)
    inFlight.trackTurn(conversation_id, turn)
    return turn
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
