import type { Rating, RatingValue } from '../../contract/conversation.ts'
import type { Asker } from './conversations.ts'

export interface Ratings {
  put(
    asker: Asker,
    message_id: string,
    rating: { rating: RatingValue; note: string | null },
    now: string,
  ): Promise<Rating>
  find(asker: Asker, message_id: string): Promise<Rating | null>
  clear(asker: Asker, message_id: string): Promise<void>
}
