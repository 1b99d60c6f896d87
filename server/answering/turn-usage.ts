import type { Trace } from '../contract/trace.ts'
import type { NearPassage } from '../contract/usage.ts'

/** Facts about a turn that are not in its events; filled in while it is answered. */
export interface TurnUsage {
  /** Selector of the model that answers. */
  model: string
  input_tokens: number
  output_tokens: number
  /**
   * The passages that retrieval ranked highest: stored with an abstention, to show gaps in the
   * knowledge.
   */
  nearest: NearPassage[]
  /** What happened so far, for the trace. */
  steps: Omit<Trace, 'model' | 'input_tokens' | 'output_tokens' | 'timings_ms'>
  timings_ms: Omit<Trace['timings_ms'], 'total'>
  /** The start of the turn, as `performance.now()` tells time. */
  started: number
}

export function startUsage(): TurnUsage {
  return {
    model: '',
    input_tokens: 0,
    output_tokens: 0,
    nearest: [],
    steps: {
      question_as_searched: null,
      language: null,
      confidence: null,
      threshold: null,
      passages: [],
      removed: [],
    },
    timings_ms: { search: null, first_token: null },
    started: performance.now(),
  }
}

/** Milliseconds since the turn began. */
export function elapsed({ started }: TurnUsage): number {
  return Math.round(performance.now() - started)
}

/** The trace of a turn that ends now (docs/behaviour.md#traces). */
export function traceOf(usage: TurnUsage): Trace {
  const { steps, model, input_tokens, output_tokens, timings_ms } = usage
  const total = elapsed(usage)
  return { ...steps, model, input_tokens, output_tokens, timings_ms: { ...timings_ms, total } }
}
