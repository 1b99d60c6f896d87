import { CURATED_MODEL } from '../../contract/curated-answer.ts'
import type { Channel } from '../../contract/usage.ts'
import type { Ending } from '../ports/turns.ts'

/** The dimensions of a count. */
export interface Counted {
  organization_id: string
  assistant_id: string
  channel: Channel
  model: string
}

/** The columns that are counted. */
export const COUNTERS = [
  'questions',
  'answers',
  'abstained',
  'small_talk',
  'clarifications',
  'curated',
  'interrupted',
  'failed',
  'follow_ups',
  'opened',
  'input_tokens',
  'output_tokens',
  'ratings_up',
  'ratings_down',
] as const

type Counter = (typeof COUNTERS)[number]

/** Counters (docs/behaviour.md#usage); absent ones stay unchanged. */
export type Counts = Partial<Record<Counter, number>>

export const NOTHING_COUNTED = Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Record<
  Counter,
  number
>

/** What a turn that was kept counts: one question, and how it ended. */
export function countsOf(ending: Ending): Counts {
  const { input_tokens, output_tokens } = ending
  const curated = ending.model === CURATED_MODEL ? 1 : 0
  return { questions: 1, [counterOf(ending)]: 1, curated, input_tokens, output_tokens }
}

/** The counter of an ending: small talk and a question asked back are no refusals. */
function counterOf({ status, abstained, abstention_reason }: Ending): Counter {
  if (status !== 'complete') return status
  if (!abstained) return 'answers'
  if (abstention_reason === 'no_question') return 'small_talk'
  return abstention_reason === 'needs_clarification' ? 'clarifications' : 'abstained'
}

/** Whether an ending shows a gap in the knowledge (docs/behaviour.md#usage). */
export function isUnanswered(ending: Ending): boolean {
  return counterOf(ending) === 'abstained'
}
