import { type Signal, signal } from '@preact/signals'
import type { StreamEvent } from '../server/contract/events.ts'
import type { Trace } from '../server/contract/trace.ts'
import type { Trial } from '../server/contract/trial.ts'
import { type Answer, applyReply, isFinished, waiting } from '../widget/answer.ts'
import { readEvents } from '../widget/event-stream.ts'
import { Failure, openStream } from './client.ts'

/** Settings in place of the saved ones. */
export type Overrides = Partial<Trial['overrides']>

/** One answer that is being tried. */
export interface Attempt {
  answer: Signal<Answer>
  trace: Signal<Trace | null>
  /** Why it could not be asked. */
  failure: Signal<Failure | null>
  isStopped: Signal<boolean>
}

/** A question with its answer under each of the settings that are compared. */
export interface Turn {
  question: string
  attempts: Attempt[]
}

const MAX_HISTORY = 6

export type Conversation = ReturnType<typeof createConversation>

/** Questions to an assistant that are stored nowhere but in this page. */
export function createConversation() {
  const turns = signal<Turn[]>([])
  const isAsking = signal(false)
  let leaving = new AbortController()

  async function run(attempt: Attempt, assistant_id: string, body: Trial, abort: AbortSignal) {
    const opening = openStream('streamTrial', { params: { assistant_id }, body }, abort)
    try {
      for await (const events of readEvents(opening, { setTimeout, nextFrame })) {
        for (const event of events)
          if (event.type === 'answer.trace') attempt.trace.value = event.data.trace
        attempt.answer.value = events.reduce<Answer>(applyReply, attempt.answer.value)
      }
      if (!isFinished(attempt.answer.value))
        attempt.answer.value = applyReply(attempt.answer.value, CUT)
    } catch (error) {
      attempt.isStopped.value = abort.aborted
      if (abort.aborted) attempt.answer.value = applyReply(attempt.answer.value, CUT)
      else if (error instanceof Failure) attempt.failure.value = error
      else throw error
    }
  }

  return {
    turns,
    isAsking,

    /** Asks under each of the settings at the same time. */
    async ask(assistant_id: string, question: string, settings: Overrides[]): Promise<void> {
      if (isAsking.value) return
      isAsking.value = true
      leaving = new AbortController()
      const attempts = settings.map(newAttempt)
      const earlier = turns.value.slice(-MAX_HISTORY)
      turns.value = [...turns.value, { question, attempts }]
      await Promise.all(
        attempts.map((attempt, at) => {
          const history = earlier.map((turn) => ({
            question: turn.question,
            answer: (turn.attempts[at] ?? turn.attempts[0])?.answer.value.text ?? '',
          }))
          const body = { question, history, overrides: settings[at] ?? {} } as Trial
          return run(attempt, assistant_id, body, leaving.signal)
        }),
      )
      isAsking.value = false
    },

    stop: () => leaving.abort(),

    clear() {
      leaving.abort()
      turns.value = []
    },
  }
}

function newAttempt(): Attempt {
  return {
    answer: signal(waiting),
    trace: signal(null),
    failure: signal(null),
    isStopped: signal(false),
  }
}

/** The end of an answer whose stream ended before it. */
const CUT: StreamEvent = {
  type: 'answer.interrupted',
  data: { answer_message_id: '', reason: 'incomplete_stream' },
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
