import type { Database } from 'better-sqlite3'
import type { Rating, RatingValue } from '../../contract/conversation.ts'
import type { Asker } from '../ports/conversations.ts'
import type { Ratings } from '../ports/ratings.ts'
import { type AskerRow, toAskerRow } from '../rows/conversations.ts'
import { type GapQuestion, type GapWords, readGapWords } from '../rules/gaps.ts'
import {
  countsOfRating,
  isPoor,
  noteOf,
  type RateableAnswer,
  requireAnswer,
} from '../rules/ratings.ts'
import type { Grouping } from './gap-grouping.ts'
import type { Outbox } from './outbox.ts'
import type { Sync } from './promised.ts'
import type { UsageCounts } from './usage.ts'

export function createRatings(
  db: Database,
  { usage, grouping, outbox }: { usage: UsageCounts; grouping: Grouping; outbox: Outbox },
): Sync<Ratings> {
  const ownAnswer = db.prepare<AskerRow & { message_id: string }, RateableAnswer>(`
    SELECT conversations.organization_id, assistant_id, channel, model,
           messages.created_at AS answered_at, conversation_id, sequence
      FROM messages JOIN conversations ON conversations.id = conversation_id
     WHERE messages.id = :message_id AND role = 'assistant'
       AND conversations.organization_id = :organization_id
       AND owner_type = :owner_type AND owner_id = :owner_id AND visitor_id IS :visitor_id
  `)
  const byMessage = db.prepare<{ message_id: string }, Rating>(`
    SELECT message_id, rating, note, created_at, updated_at
      FROM ratings
     WHERE message_id = :message_id
  `)
  const upsert = db.prepare<
    { message_id: string; rating: RatingValue; note: string | null; now: string },
    Rating
  >(`
    INSERT INTO ratings (organization_id, message_id, rating, note, created_at, updated_at)
    SELECT organization_id, id, :rating, :note, :now, :now FROM messages WHERE id = :message_id
    ON CONFLICT (organization_id, message_id) DO UPDATE
       SET rating = excluded.rating, note = excluded.note, updated_at = excluded.updated_at
    RETURNING message_id, rating, note, created_at, updated_at
  `)
  const countInConversation = db.prepare<
    { conversation_id: string } & ReturnType<typeof countsOfRating>
  >(`
    UPDATE conversations
       SET ratings_up = ratings_up + :ratings_up,
           ratings_down = ratings_down + :ratings_down
     WHERE id = :conversation_id
  `)
  const questionOf = db.prepare<
    { conversation_id: string; sequence: number },
    Pick<GapQuestion, 'question_id' | 'text' | 'asked_at'>
  >(`
    SELECT id AS question_id, text, created_at AS asked_at
      FROM messages
     WHERE conversation_id = :conversation_id AND sequence = :sequence - 1
  `)
  const erase = db.prepare<{ message_id: string }, { rating: RatingValue }>(`
    DELETE FROM ratings WHERE message_id = :message_id RETURNING rating
  `)

  function answerOf(asker: Asker, message_id: string): RateableAnswer | undefined {
    return ownAnswer.get({ ...toAskerRow(asker), message_id })
  }

  function count(
    answer: RateableAnswer,
    rating: RatingValue | null,
    earlier: RatingValue | null,
  ): void {
    const { answered_at, conversation_id, sequence: _, ...counted } = answer
    const counts = countsOfRating(rating, earlier)
    usage.add(counted, answered_at, counts)
    countInConversation.run({ conversation_id, ...counts })
  }

  /** The words of the question of an answer that is rated down. */
  function readAsked(asker: Asker, message_id: string, rating: RatingValue): GapWords | null {
    const answer = isPoor(rating) ? answerOf(asker, message_id) : undefined
    const question = answer && questionOf.get(answer)
    return question ? readGapWords(question.text) : null
  }

  /** The question of an answer rated down is a gap in the knowledge (docs/behaviour.md#gaps). */
  function regroup(answer: RateableAnswer, read: GapWords | null): void {
    const question = questionOf.get(answer)
    if (!question) return
    const { question_id, asked_at } = question
    const { organization_id, assistant_id } = answer
    if (read) grouping.add({ question_id, asked_at, organization_id, assistant_id, read })
    else grouping.remove(question_id)
  }

  const put = db.transaction<
    (read: GapWords | null, ...rated: Parameters<Sync<Ratings>['put']>) => Rating
  >((read, asker, message_id, { rating, note }, now) => {
    const answer = requireAnswer(answerOf(asker, message_id))
    const earlier = byMessage.get({ message_id })
    count(answer, rating, earlier?.rating ?? null)
    regroup(answer, read)
    const fact = noteOf(answer, { message_id, rating, note }, earlier, now)
    if (fact) outbox.tell(fact, now)
    return upsert.get({ message_id, rating, note, now }) as Rating
  })

  const clear = db.transaction<Sync<Ratings>['clear']>((asker, message_id) => {
    const answer = answerOf(asker, message_id)
    const cleared = answer && erase.get({ message_id })
    if (!cleared) return
    count(answer, null, cleared.rating)
    regroup(answer, null)
  })

  return {
    put: (asker, message_id, rated, now) => {
      const read = readAsked(asker, message_id, rated.rating)
      return put.immediate(read, asker, message_id, rated, now)
    },
    find: (asker, message_id) =>
      answerOf(asker, message_id) ? (byMessage.get({ message_id }) ?? null) : null,
    clear: (asker, message_id) => clear.immediate(asker, message_id),
  }
}
