import type { RatingValue } from '../server/contract/conversation.ts'
import type { Api } from './api.ts'
import { amend, type Conversation, type Turn } from './conversation.ts'
import type { ChatEvent } from './send.ts'

/**
 * Returns a function that rates an answer; the same rating again takes it back. One request of an
 * answer is sent at a time, and the latest rating wins.
 */
export function createRatings(
  api: Api,
  { rated }: Conversation,
  emit: (...event: ChatEvent) => void,
) {
  const requests = new Map<Turn, Promise<RatingValue | null>>()

  /** Sends the rating unless a later one took its place; resolves with the one that is stored. */
  async function store(turn: Turn, rating: RatingValue | null, before: RatingValue | null) {
    const { id, rating: latest } = turn.answer.peek()
    if (latest !== rating) return before
    try {
      await api.rate(id, rating)
      emit('rating', { rating })
      return rating
    } catch {
      if (turn.answer.peek().rating === rating) amend(turn, { rating: before })
      return before
    }
  }

  return async (turn: Turn, value: RatingValue) => {
    const { rating: before } = turn.answer.peek()
    const rating = before === value ? null : value
    amend(turn, { rating })
    rated.value = rating === 'down' ? turn : null
    const stored = requests.get(turn) ?? Promise.resolve(before)
    const request = stored.then((earlier) => store(turn, rating, earlier))
    requests.set(turn, request)
    await request
  }
}
