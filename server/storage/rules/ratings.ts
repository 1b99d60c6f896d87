import type { RatingValue } from '../../contract/conversation.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { Fact } from './outbox.ts'
import type { Counted } from './usage.ts'

/** An answer in one of the asker's conversations, with what its usage is counted under. */
export interface RateableAnswer extends Counted {
  answered_at: string
  conversation_id: string
  sequence: number
  /** JSON. */
  citations: string
}

interface Rated {
  rating: RatingValue
  note: string | null
}

/** Throws `not_found` when there is no such answer in the asker's conversations. */
export function requireAnswer(answer: RateableAnswer | undefined): RateableAnswer {
  if (!answer) throw new ServiceError('not_found', 'Message not found.')
  return answer
}

/** Whether a rating makes the answer's question one of a gap (docs/behaviour.md#gaps). */
export function isPoor(rating: RatingValue | null): boolean {
  return rating === 'down'
}

/** What a rating adds to counts in place of an earlier one; null: there is none. */
export function countsOfRating(rating: RatingValue | null, earlier: RatingValue | null) {
  const by = (value: RatingValue) => Number(rating === value) - Number(earlier === value)
  return { ratings_up: by('up'), ratings_down: by('down') }
}

/** What a webhook is told of: a note with a rating that says what is wrong with the answer. */
export function noteOf(
  { organization_id, conversation_id, assistant_id, channel }: RateableAnswer,
  { message_id, rating, note }: Rated & { message_id: string },
  earlier: Rated | undefined,
  now: string,
): Fact | null {
  const isNew = rating === 'down' && note !== null && note !== earlier?.note
  if (!isNew) return null
  const data = { conversation_id, message_id, assistant_id, channel }
  return { organization_id, event: 'answer.rated_down', key: `${message_id} ${now}`, data }
}
