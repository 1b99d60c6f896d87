import type { Citation } from '../contract/conversation.ts'
import { ServiceError } from '../contract/errors.ts'
import { type InterruptionReason, isTerminal, type StreamEvent } from '../contract/events.ts'
import type { NearPassage } from '../contract/usage.ts'
import type { EndedTurn, Ending, Turns } from '../storage/store.ts'
import { markersIn } from './cited/markers.ts'
import { IncompleteStream } from './generate.ts'
import { until } from './until.ts'
import type { UntilStored } from './until-stored.ts'

/** The events of a turn; what they return is the turn as it was stored. */
export type TurnEvents = AsyncGenerator<StreamEvent, EndedTurn>

/** The reason to abort a turn's signal with when the server stops. Any other reason means that the client left. */
export const SERVER_SHUTDOWN = 'server_shutdown' satisfies InterruptionReason

/** What is known of a turn beside its events; filled in while it is answered. */
export interface Meter {
  /** Selector of the assistant's model. */
  model: string
  input_tokens: number
  output_tokens: number
  /** What retrieval found, nearest first: kept of an abstention, to show what the knowledge lacks. */
  nearest: NearPassage[]
}

export interface Recording {
  turns: Turns
  untilStored: UntilStored
  answer_id: string
  /** A streamed turn is kept however it ends; a whole one only when it completes (docs/behaviour.md#turns). */
  streamed: boolean
  meter: Meter
  now: () => string
  /** Hears of failures that reach the client as events only. */
  report: (error: unknown) => void
  /** How often a streamed text is kept in case of a crash, in milliseconds. */
  progressMs: number
}

/**
 * Passes a turn's events on and stores how it ends, before its terminal event is passed on: whoever has
 * read that may ask again at once. awaiting_answer → idle in every case (docs/behaviour.md#turns): the
 * answer completes, fails, is interrupted by `signal` or by a reader that leaves. A whole turn that does
 * not complete is dropped, and its failure thrown.
 *
 * An end that cannot be stored for some seconds goes on being stored in the background. A streamed turn
 * then tells its reader `service_unavailable` as the terminal event and throws when read on; a whole one
 * is dropped instead and throws at once. Throws `not_found` when the conversation was erased meanwhile.
 */
export async function* record(
  events: AsyncIterable<StreamEvent>,
  recording: Recording,
  signal: AbortSignal,
): TurnEvents {
  const { turns, untilStored, answer_id, streamed, meter, now } = recording
  const draft: Draft = { text: '', citations: [], cited: 0 }
  const stopSaving = streamed ? saveProgress(draft, recording) : () => {}
  let ending = false
  let ended: EndedTurn | null = null
  const end = async (event: StreamEvent) => {
    stopSaving()
    ending = true
    const endedAt = now()
    const store = () => turns.end(answer_id, endingOf(event, draft, meter), endedAt)
    const drop = () => turns.drop(answer_id, endedAt)
    ended = await untilStored.inTime(store, streamed ? store : drop)
  }
  try {
    for await (const event of conclude(events, draft, recording, signal)) {
      apply(draft, event)
      if (isTerminal(event)) {
        try {
          await end(event)
        } catch (error) {
          if (streamed) yield failure(error, draft, answer_id)
          throw error
        }
      }
      yield event
    }
  } finally {
    stopSaving()
    if (!ending) {
      const left = interruption('client_disconnected', draft, meter)
      const endedAt = now()
      await untilStored.eventually(() =>
        streamed ? turns.end(answer_id, left, endedAt) : turns.drop(answer_id, endedAt),
      )
    }
  }
  if (!ended) throw new ServiceError('not_found', 'Conversation not found.')
  return ended
}

/** The turn that events come to, read to their end. Throws what they throw. */
export async function settle(events: TurnEvents): Promise<EndedTurn> {
  for (;;) {
    const { done, value } = await events.next()
    if (done) return value
  }
}

/** A stored turn as a stream, without asking the model again (contract §6, rule 11; completions 7). */
export async function* replay(turn: EndedTurn): TurnEvents {
  const { conversation, question, answer, ending } = turn
  const { text, citations, abstained } = ending
  const sources: StreamEvent = { type: 'answer.sources', data: { citations } }
  yield {
    type: 'message.created',
    data: {
      conversation_id: conversation.id,
      user_message_id: question.id,
      answer_message_id: answer.id,
    },
  }
  yield { type: 'answer.started', data: { answer_message_id: answer.id } }
  if (citations.length > 0) yield sources
  if (text !== '') yield { type: 'answer.delta', data: { text } }
  if (citations.length > 0 || abstained) yield sources
  yield terminalOf(answer.id, ending)
  return turn
}

/** The text and sources that a client has, from the events it was sent. */
interface Draft {
  text: string
  citations: Citation[]
  /** The text cites the sources with the ordinals up to this one; ordinals have no gaps. */
  cited: number
}

/** Costs what the event's own text does: an answer may come in tens of thousands of deltas. */
function apply(draft: Draft, event: StreamEvent): void {
  if (event.type === 'answer.sources') draft.citations = event.data.citations
  if (event.type === 'answer.delta') {
    draft.text += event.data.text
    // Sources are announced with the delta that cites them.
    draft.cited = draft.citations.length
  }
  if (event.type === 'answer.replaced') {
    draft.text = event.data.text
    draft.cited = Math.max(0, ...new Set(markersIn(draft.text).map(({ ordinal }) => ordinal)))
  }
}

/** The events up to the terminal one; when they fail or are left, one that says so. A whole turn throws instead. */
async function* conclude(
  events: AsyncIterable<StreamEvent>,
  draft: Draft,
  { answer_id, streamed, report }: Recording,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  try {
    for await (const event of until(events, signal)) {
      yield event
      if (isTerminal(event)) return
    }
    if (!signal.aborted) throw new Error('An answer ended without a terminal event.')
  } catch (error) {
    if (!streamed && !signal.aborted) throw error
    if (!signal.aborted) {
      report(error)
      yield failure(error, draft, answer_id)
      return
    }
  }
  if (!streamed) {
    throw new ServiceError('service_unavailable', 'The service is shutting down; ask again.')
  }
  const reason = signal.reason === SERVER_SHUTDOWN ? SERVER_SHUTDOWN : 'client_disconnected'
  yield { type: 'answer.interrupted', data: { answer_message_id: answer_id, reason } }
}

/** Before any text a failure is an error, after some an interruption (contract §6, rules 7 and 9). */
function failure(error: unknown, draft: Draft, answer_message_id: string): StreamEvent {
  const { code, message } =
    error instanceof ServiceError
      ? error
      : { code: 'internal_error', message: 'The service could not complete the answer.' }
  if (draft.text === '') return { type: 'answer.error', data: { code, message } }
  const reason = error instanceof IncompleteStream ? 'incomplete_stream' : code
  return { type: 'answer.interrupted', data: { answer_message_id, reason } }
}

/** Keeps the text so far at every interval in which it grew. Returns what stops it. */
function saveProgress(
  draft: Draft,
  { turns, answer_id, progressMs, report }: Recording,
): () => void {
  let saved = ''
  const timer = setInterval(() => {
    if (draft.text === saved) return
    saved = draft.text
    turns.progress(answer_id, draft.text, citedIn(draft)).catch(report)
  }, progressMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Sources are announced before the text that cites them, which a reader who leaves may not get. */
function citedIn({ citations, cited }: Draft): Citation[] {
  return citations.filter(({ ordinal }) => ordinal <= cited)
}

function endingOf(event: StreamEvent, draft: Draft, meter: Meter): Ending {
  switch (event.type) {
    case 'answer.completed': {
      const { abstained, finish_reason, abstention_reason } = event.data
      const completed = { status: 'complete', abstained, finish_reason, abstention_reason } as const
      const missed = abstained ? { nearest: meter.nearest } : {}
      const { text, citations } = draft
      return { ...incomplete, ...spent(meter), text, citations, ...completed, ...missed }
    }
    case 'answer.error': {
      const { code, message } = event.data
      const failed = { status: 'failed', error_code: code, error_message: message } as const
      return { ...incomplete, ...spent(meter), text: '', citations: [], ...failed }
    }
    case 'answer.interrupted':
      return interruption(event.data.reason, draft, meter)
    default:
      throw new Error(`${event.type} ends no turn.`)
  }
}

function interruption(reason: string, draft: Draft, meter: Meter): Ending {
  return {
    ...incomplete,
    ...spent(meter),
    text: draft.text,
    citations: citedIn(draft),
    status: 'interrupted',
    error_code: reason,
  }
}

function spent({ model, input_tokens, output_tokens }: Meter) {
  return { model, input_tokens, output_tokens }
}

const incomplete = {
  abstained: false,
  finish_reason: null,
  abstention_reason: null,
  error_code: null,
  error_message: null,
}

function terminalOf(answer_message_id: string, ending: Ending): StreamEvent {
  const { status, abstained, finish_reason, abstention_reason, error_code, error_message } = ending
  switch (status) {
    case 'complete':
      return {
        type: 'answer.completed',
        data: {
          answer_message_id,
          status: abstained ? 'abstained' : 'answered',
          abstained,
          finish_reason,
          abstention_reason,
        },
      }
    case 'interrupted':
      return { type: 'answer.interrupted', data: { answer_message_id, reason: error_code ?? '' } }
    case 'failed':
      return {
        type: 'answer.error',
        data: { code: error_code ?? 'internal_error', message: error_message ?? '' },
      }
  }
}
