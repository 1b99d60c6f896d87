import { ServiceError } from '../contract/errors.ts'
import {
  type InterruptionReason,
  isTerminal,
  type StreamEvent,
  type TerminalEvent,
} from '../contract/events.ts'
import type { EndedTurn, Turns } from '../storage/ports/turns.ts'
import type { ClaimedQuestion } from './claimed-question.ts'
import {
  apply,
  citedIn,
  type Draft,
  endingOf,
  failure,
  interruption,
  terminalOf,
} from './ending.ts'
import { startUsage, type TurnUsage } from './turn-usage.ts'
import { until } from './until.ts'
import type { UntilStored } from './until-stored.ts'

/**
 * The reason to abort a turn's signal with when the server stops. Any other reason means that the
 * client left.
 */
export const SERVER_SHUTDOWN = 'server_shutdown' satisfies InterruptionReason

/**
 * A claimed turn. Its conversation takes no other question until this one has ended
 * (docs/behaviour.md#turns).
 */
export interface OpenTurn {
  /**
   * The events, to be read once; `return` leaves the turn. Those of a turn that is not streamed may
   * throw.
   */
  events(): TurnEvents
  /**
   * Ends the turn for a reader that reads no further (before the first event, between two, or after
   * the last), or for one whose conversation is erased: unstreamed, that one gets `not_found`.
   */
  leave(): Promise<void>
  /**
   * The turn as it was stored, once it has been read to its end or left. null: interrupted by the
   * reader, dropped, not stored yet, or erased meanwhile. Never rejects.
   */
  ended: Promise<EndedTurn | null>
}

export interface TurnEvents extends AsyncIterableIterator<StreamEvent, void> {
  return(): Promise<IteratorResult<StreamEvent, void>>
}

export interface OpenTurnNeeds {
  answer: (
    claimed: ClaimedQuestion,
    usage: TurnUsage,
    stop: AbortSignal,
  ) => AsyncIterable<StreamEvent>
  turns: Turns
  untilStored: UntilStored
  now: () => string
  /** Receives failures that reach the client as events only. */
  report: (error: unknown) => void
  /** Receives failures to store a growing text, which is tried again. */
  reportUnstored: (error: unknown) => void
  /** Interval at which a growing text is stored, in milliseconds. */
  progressMs: number
}

/**
 * Answers a claimed question. The end is stored before the terminal event is passed on, so that a
 * client that has read it may ask again at once. A streamed turn is stored however it ends:
 * completed, failed, interrupted by `signal` or by a reader that leaves. One that is not streamed
 * is stored when it completes; otherwise it is dropped, and reading it throws the failure.
 *
 * An end that cannot be stored in time goes on being stored in the background; the reader of a
 * streamed turn then gets `service_unavailable` as the terminal event, and a turn that is not
 * streamed is dropped instead.
 */
export function openTurn(
  claimed: ClaimedQuestion & { streamed: boolean },
  { answer, turns, untilStored, now, report, reportUnstored, progressMs }: OpenTurnNeeds,
  signal: AbortSignal,
): OpenTurn {
  const { organization_id, answer_id, streamed } = claimed
  const usage = startUsage()
  const draft: Draft = { text: '', citations: [], links: [], cited: 0 }
  const leaving = new AbortController()
  const stop = AbortSignal.any([signal, leaving.signal])
  const answering = until(answer(claimed, usage, stop), stop)
  const progress = streamed ? setInterval(storeProgress, progressMs).unref() : undefined
  const ended = Promise.withResolvers<EndedTurn | null>()
  let progressed = ''
  let isProgressing = false
  /** Set once the turn is ending, however it does. */
  let stored: Promise<EndedTurn | null> | undefined

  async function next(): Promise<IteratorResult<StreamEvent, void>> {
    if (stored) return close()
    try {
      const event = await nextEvent()
      apply(draft, event)
      return { done: false, value: isTerminal(event) ? await end(event) : event }
    } catch (error) {
      await leave()
      throw error
    }
  }

  /**
   * Of an answer that fails or is stopped, the terminal event that says so. Throws if it is not
   * streamed.
   */
  async function nextEvent(): Promise<StreamEvent> {
    try {
      const { done, value } = await answering.next()
      if (!done) return value
      if (!stop.aborted) throw new Error('An answer ended without a terminal event.')
    } catch (error) {
      if (!stop.aborted) {
        if (!streamed) throw error
        report(error)
        return failure(error, draft, answer_id)
      }
    }
    if (!streamed) {
      if (leaving.signal.aborted) throw erased()
      throw new ServiceError('service_unavailable', 'The service is shutting down; ask again.')
    }
    const isShutdown = stop.reason === SERVER_SHUTDOWN
    return interruption(isShutdown ? SERVER_SHUTDOWN : 'client_disconnected', answer_id)
  }

  /**
   * Stores the end and returns the event to pass on: of an answer that another process has taken
   * over how that one ended it, and a failure if the end cannot be stored in time.
   */
  async function end(event: TerminalEvent): Promise<TerminalEvent> {
    if (stored) return event
    stopWork()
    const store = storing(event)
    const inTime = untilStored.inTime(store, streamed ? store : dropping())
    stored = inTime.catch(() => null)
    try {
      const turn = await inTime
      return turn ? terminalOf(answer_id, turn.ending) : event
    } catch (error) {
      if (!streamed) throw error
      return failure(error, draft, answer_id)
    }
  }

  async function leave(): Promise<void> {
    stored ??= abandon()
    ended.resolve(await stored)
  }

  /** Ends a turn that has no terminal event to pass on: its reader left, or gets an exception. */
  async function abandon(): Promise<null> {
    leaving.abort('left')
    stopWork()
    const left = interruption('client_disconnected', answer_id)
    await untilStored.eventually(streamed ? storing(left) : dropping())
    return null
  }

  function stopWork(): void {
    clearInterval(progress)
    void answering.return()
  }

  function storing(event: TerminalEvent): () => Promise<EndedTurn | null> {
    const ending = endingOf(event, draft, usage)
    const endedAt = now()
    return () => turns.end(organization_id, answer_id, ending, endedAt)
  }

  function dropping(): () => Promise<void> {
    const endedAt = now()
    return () => turns.drop(organization_id, answer_id, endedAt)
  }

  /**
   * One write at a time, of the newest text: writes queued for a store slower than the interval
   * would keep the text that visitors see from being stored before a crash.
   */
  async function storeProgress(): Promise<void> {
    if (isProgressing || draft.text === progressed) return
    isProgressing = true
    const { text } = draft
    try {
      await turns.progress(organization_id, answer_id, { text, citations: citedIn(draft) }, now())
      progressed = text
    } catch (error) {
      if (!stored) reportUnstored(error)
    } finally {
      isProgressing = false
    }
  }

  async function close(): Promise<IteratorResult<StreamEvent, void>> {
    await leave()
    return { done: true, value: undefined }
  }

  const events: TurnEvents = { next, return: close, [Symbol.asyncIterator]: () => events }
  return { events: () => events, leave, ended: ended.promise }
}

/**
 * Reads a turn to its end. Throws what its events throw, and `not_found` when it was erased
 * meanwhile.
 */
export async function settle(turn: OpenTurn): Promise<EndedTurn> {
  const events = turn.events()
  while (!(await events.next()).done);
  const ended = await turn.ended
  if (!ended) throw erased()
  return ended
}

function erased(): ServiceError {
  return new ServiceError('not_found', 'Conversation not found.')
}
