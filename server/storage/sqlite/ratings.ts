import type { Database } from 'better-sqlite3'
import type { Rating, RatingValue } from '../../contract/conversation.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { Asker } from '../ports/conversations.ts'
import type { Ratings } from '../ports/ratings.ts'
import { type AskerRow, toAskerRow } from '../rows/conversations.ts'
import type { Counted } from '../rules/usage.ts'
import type { GapQuestion, Grouping } from './gaps.ts'
import type { Outbox } from './outbox.ts'
import type { Sync } from './promised.ts'
import type { UsageCounts } from './usage.ts'

/** An answer in one of the asker's conversations, with what its usage is counted under. */
interface Answer extends Counted {
  answered_at: string
  conversation_id: string
  sequence: number
}

export function createRatings(
  db: Database,
  { usage, grouping, outbox }: { usage: UsageCounts; grouping: Grouping; outbox: Outbox },
): Sync<Ratings> {
  const ownAnswer = db.prepare<AskerRow & { message_id: string }, Answer>(`
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
    INSERT INTO ratings (message_id, rating, note, created_at, updated_at)
    VALUES (:message_id, :rating, :note, :now, :now)
    ON CONFLICT (message_id) DO UPDATE
       SET rating = excluded.rating, note = excluded.note, updated_at = excluded.updated_at
    RETURNING message_id, rating, note, created_at, updated_at
  `)
  const countInConversation = db.prepare<{ conversation_id: string; up: number; down: number }>(`
    UPDATE conversations
       SET ratings_up = ratings_up + :up, ratings_down = ratings_down + :down
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

  function answerOf(asker: Asker, message_id: string): Answer | undefined {
    return ownAnswer.get({ ...toAskerRow(asker), message_id })
  }

  function count(answer: Answer, rating: RatingValue, by: 1 | -1): void {
    const { answered_at, conversation_id, sequence: _, ...counted } = answer
    usage.add(counted, answered_at, { [`ratings_${rating}`]: by })
    const change = rating === 'up' ? { up: by, down: 0 } : { up: 0, down: by }
    countInConversation.run({ conversation_id, ...change })
  }

  /** The question of an answer rated down is a gap in the knowledge (docs/behaviour.md#gaps). */
  function regroup(answer: Answer, rating: RatingValue | null): void {
    const question = questionOf.get(answer)
    if (!question) return
    const { organization_id, assistant_id } = answer
    if (rating === 'down') grouping.add({ ...question, organization_id, assistant_id })
    else grouping.remove(question.question_id)
  }

  const put = db.transaction<Sync<Ratings>['put']>((asker, message_id, { rating, note }, now) => {
    const answer = answerOf(asker, message_id)
    if (!answer) throw new ServiceError('not_found', 'Message not found.')
    const earlier = byMessage.get({ message_id })
    if (earlier) count(answer, earlier.rating, -1)
    count(answer, rating, 1)
    regroup(answer, rating)
    const hasNewNote = rating === 'down' && note !== null && note !== earlier?.note
    if (hasNewNote) tellNote(answer, message_id, now)
    return upsert.get({ message_id, rating, note, now }) as Rating
  })

  function tellNote(answer: Answer, message_id: string, now: string): void {
    const { organization_id, conversation_id, assistant_id, channel } = answer
    const data = { conversation_id, message_id, assistant_id, channel }
    const key = `${message_id} ${now}`
    outbox.tell({ organization_id, event: 'answer.rated_down', key, data }, now)
  }

  const clear = db.transaction<Sync<Ratings>['clear']>((asker, message_id) => {
    const answer = answerOf(asker, message_id)
    const cleared = answer && erase.get({ message_id })
    if (!cleared) return
    count(answer, cleared.rating, -1)
    regroup(answer, null)
  })

  return {
    put: (...values) => put.immediate(...values),
    find: (asker, message_id) =>
      answerOf(asker, message_id) ? (byMessage.get({ message_id }) ?? null) : null,
    clear: (asker, message_id) => clear.immediate(asker, message_id),
  }
}
