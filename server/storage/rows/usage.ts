import type { Channel, UnansweredQuestion } from '../../contract/usage.ts'
import { COUNTERS, type Counted, type Counts, NOTHING_COUNTED } from '../rules/usage.ts'

/** The start of a list of cited documents, the most cited first. */
export const MOST_CITED = { answers: Number.MAX_SAFE_INTEGER, document_id: '~' }

/** The start of a list of unanswered questions, the newest first. */
export const LATEST_ASKED = { asked_at: '~', message_id: '~' }

/** Sums of every counter, each under its name. */
export const SUMS = COUNTERS.map((name) => `sum(${name}) AS ${name}`).join(', ')

/** Days, both included; `assistant_id` null: of all assistants. */
export interface Span {
  organization_id: string
  from: string
  to: string
  assistant_id: string | null
}

/** `except_channel` null: of all channels. */
export interface ReportSpan extends Span {
  except_channel: Channel | null
}

/** Counts of the UTC day of `at`. */
export function toUsageRow(
  counted: Counted,
  at: string,
  counts: Counts,
): Counted & Required<Counts> & { day: string } {
  return { ...NOTHING_COUNTED, ...counts, ...counted, day: at.slice(0, 10) }
}

/** `nearest` is JSON text. */
export type UnansweredRow = Omit<UnansweredQuestion, 'nearest'> & { nearest: string }

export function toUnanswered({ nearest, ...row }: UnansweredRow): UnansweredQuestion {
  return { ...row, nearest: JSON.parse(nearest) as UnansweredQuestion['nearest'] }
}

/** What sorts after every time of a UTC day, and before those of the next one. */
export function endOf(day: string): string {
  return `${day}~`
}
