import type { Answer } from '../answer.ts'
import type { Strings } from '../strings.ts'

/** What is to be said of how an answer ended; nothing where it ended well. */
export function noticeOf(answer: Answer, strings: Strings): string {
  const { state, code, reason, finish_reason } = answer
  if (state === 'failed') return strings.failure(code)
  if (state === 'interrupted') return reason === 'stopped' ? strings.stopped : strings.interrupted
  return state === 'answered' && finish_reason === 'length' ? strings.cutOff : ''
}

/** What is to be said of an answer that is none, for the reasons that a visitor is told (contract §6, rule 13). */
export function adviceOf({ abstention_reason }: Answer, strings: Strings): string {
  return abstention_reason === 'withdrawn' ? strings.withdrawn : strings.abstainedHint
}
