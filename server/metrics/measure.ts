import { ServiceError } from '../contract/errors.ts'
import type { StreamEvent } from '../contract/events.ts'
import type { Channel } from '../contract/usage.ts'
import type { Questions } from '../resources/questions.ts'
import type { Retrieve } from '../retrieval/retrieval.ts'
import type { Metrics, Outcome } from './metrics.ts'

/** Counts every question by how it ended. A request that is refused before is not counted. */
export function measureQuestions(questions: Questions, metrics: Metrics): Questions {
  async function* count(events: AsyncIterable<StreamEvent>, channel: Channel) {
    // A client that disconnects interrupts the answer.
    let outcome: Outcome = 'interrupted'
    metrics.streamOpened()
    try {
      for await (const event of events) {
        outcome = outcomeOf(event) ?? outcome
        yield event
      }
    } finally {
      metrics.streamClosed()
      metrics.question(channel, outcome)
    }
  }

  return {
    async whole(caller, conversation_id, body) {
      try {
        const turn = await questions.whole(caller, conversation_id, body)
        const { status, abstained } = turn.answer
        metrics.question(caller.channel, status === 'complete' ? completed(abstained) : status)
        return turn
      } catch (error) {
        if (isFailure(error)) metrics.question(caller.channel, 'failed')
        throw error
      }
    },

    async stream(caller, ...question) {
      return count(await questions.stream(caller, ...question), caller.channel)
    },

    leave: questions.leave,
    tryOut: questions.tryOut,
    streamTrial: questions.streamTrial,
    answeredFrom: questions.answeredFrom,
    suggestFollowUps: questions.suggestFollowUps,
  }
}

/** Measures the duration of every retrieval. */
export function measureRetrieve(retrieve: Retrieve, metrics: Metrics): Retrieve {
  return async (request, signal) => {
    const start = performance.now()
    try {
      return await retrieve(request, signal)
    } finally {
      metrics.retrieval((performance.now() - start) / 1000)
    }
  }
}

/** null for an event that does not end the answer. */
function outcomeOf(event: StreamEvent): Outcome | null {
  switch (event.type) {
    case 'answer.completed':
      return completed(event.data.abstained)
    case 'answer.interrupted':
      return 'interrupted'
    case 'answer.error':
      return 'failed'
    case 'message.created':
    case 'answer.started':
    case 'answer.delta':
    case 'answer.sources':
    case 'answer.replaced':
    case 'answer.links':
    case 'answer.trace':
      return null
  }
}

function completed(abstained: boolean): Outcome {
  return abstained ? 'abstained' : 'answered'
}

/** An answer that failed: 502, 503 or a bug. All other errors are refusals before it began. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true
  return error.code === 'provider_failure' || error.code === 'retrieval_failure'
}
