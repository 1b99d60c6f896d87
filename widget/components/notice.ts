import type { Answer } from '../answer.ts'
import type { Strings } from '../strings.ts'

/** Notice of a failed, interrupted or truncated answer; empty for others. */
export function noticeOf(answer: Answer, strings: Strings): string {
  const { state, code, reason, finish_reason } = answer
  if (state === 'failed') return strings.failure(code)
  if (state === 'interrupted') return reason === 'stopped' ? strings.stopped : strings.interrupted
  return state === 'answered' && finish_reason === 'length' ? strings.cutOff : ''
}

/** Said beside a withdrawn answer; empty for others (docs/behaviour.md#abstention). */
export function adviceOf({ abstention_reason }: Answer, strings: Strings): string {
  return abstention_reason === 'withdrawn' ? strings.withdrawn : ''
}
