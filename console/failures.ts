import type { Failure } from './client.ts'
import { fill, shownSeconds, texts } from './strings.ts'

/** Texts for error codes that a screen explains in its own words. */
export type OwnFailures = Partial<Record<string, string>>

/** A failure as a sentence for the reader. */
export function shownFailure(
  { code, message, retryAfterSeconds }: Failure,
  own: OwnFailures = {},
): string {
  const { failures } = texts.value
  const text = own[code] ?? failures[code] ?? failures.other
  return fill(text, { message, time: shownSeconds(retryAfterSeconds ?? 60) })
}
