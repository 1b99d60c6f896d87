import type { Questions } from '../resources/questions.ts'
import { createAnsweredFrom } from './answered-from.ts'
import { type AskNeeds, createAsk } from './ask.ts'
import { createFollowUps, type FollowUpNeeds } from './follow-ups.ts'
import { createInFlight } from './in-flight.ts'
import { createStreamTrial, resultOf } from './trials.ts'
import { SERVER_SHUTDOWN, settle } from './turn.ts'

export interface Answering extends Questions {
  /**
   * Waits up to `drainMs` for the turns in flight, then interrupts those that are left and waits up
   * to `saveMs` for their ends to be stored.
   */
  stop(patience: { drainMs: number; saveMs: number }): Promise<void>
}

/** Asking, whole and streamed, the follow-ups, and their shutdown. */
export function createAnswering(
  needs: Omit<AskNeeds, 'inFlight' | 'shutdown'> & Omit<FollowUpNeeds, 'answeredFrom'>,
): Answering {
  const inFlight = createInFlight()
  const shutdown = new AbortController()
  const ask = createAsk({ ...needs, inFlight, shutdown: shutdown.signal })

  const trial = createStreamTrial(needs)
  const answeredFrom = createAnsweredFrom(needs)
  const streamTrial: Questions['streamTrial'] = (tried, signal) =>
    trial(tried, AbortSignal.any([signal, shutdown.signal]))

  return {
    async whole(caller, conversation_id, body) {
      const asked = { asker: caller, conversation_id, body, streamed: false }
      const { conversation, question, answer } = await settle(await ask(asked, shutdown.signal))
      return { conversation, question, answer }
    },

    async stream(caller, conversation_id, body, signal, onReading) {
      const asked = { asker: caller, conversation_id, body, streamed: true, onReading }
      return (await ask(asked, AbortSignal.any([signal, shutdown.signal]))).events()
    },

    leave: inFlight.leave,

    tryOut: (tried, signal) => resultOf(streamTrial(tried, signal)),
    streamTrial,

    answeredFrom,

    suggestFollowUps: createFollowUps({
      ...needs,
      store: suggesting(needs.store),
      answeredFrom,
    }),

    async stop({ drainMs, saveMs }) {
      await inFlight.drained(drainMs)
      shutdown.abort(SERVER_SHUTDOWN)
      await inFlight.drained(saveMs)
    },
  }
}

/**
 * The store without the assistants whose behaviour is to suggest no follow-ups
 * (docs/behaviour.md#behaviour-of-an-assistant).
 */
function suggesting(store: AskNeeds['store'] & FollowUpNeeds['store']): FollowUpNeeds['store'] {
  return {
    ...store,
    assistants: {
      ...store.assistants,
      async find(organization_id, id) {
        const behaviour = await store.behaviours.find(organization_id, id)
        return behaviour?.follow_ups ? store.assistants.find(organization_id, id) : null
      },
    },
  }
}
