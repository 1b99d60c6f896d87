import type { Rating, RatingValue } from '../../contract/conversation.ts'
import type { Asker } from '../ports/conversations.ts'
import type { Ratings } from '../ports/ratings.ts'
import { type AskerRow, toAskerRow } from '../rows/conversations.ts'
import { citationsIn } from '../rows/messages.ts'
import { type GapQuestion, type GapWords, readGapWords } from '../rules/gaps.ts'
import {
  countsOfRating,
  isPoor,
  noteOf,
  type RateableAnswer,
  requireAnswer,
} from '../rules/ratings.ts'
import { addToGap, removeFromGap } from './gap-grouping.ts'
import { tellWebhook } from './outbox.ts'
import { hideRated, showRated } from './question-showing.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { countUsage } from './usage-counts.ts'

interface Place {
  organization_id: string
  message_id: string
}

type Earlier = Pick<Rating, 'rating' | 'note'>

const OWN_ANSWER = `
    FROM messages
    JOIN conversations
      ON conversations.organization_id = :organization_id AND conversations.id = conversation_id
   WHERE messages.organization_id = :organization_id AND messages.id = :message_id
     AND role = 'assistant'
     AND owner_type = :owner_type AND owner_id = :owner_id
     AND visitor_id IS NOT DISTINCT FROM :visitor_id`

// Ratings of a conversation come one after another, so that its counts are those of its ratings.
const lockAnswer = sql<AskerRow & { message_id: string }, RateableAnswer>(`
  SELECT conversations.organization_id, assistant_id, channel, model,
         messages.created_at AS answered_at, conversation_id, sequence, citations
  ${OWN_ANSWER}
     FOR UPDATE OF conversations
`)
const own = sql<AskerRow & { message_id: string }, Rating>(`
  SELECT message_id, rating, note, created_at, updated_at
    FROM ratings
   WHERE organization_id = :organization_id AND message_id = :message_id
     AND EXISTS (SELECT 1 ${OWN_ANSWER})
`)
const byMessage = sql<Place, Earlier>(`
  SELECT rating, note
    FROM ratings
   WHERE organization_id = :organization_id AND message_id = :message_id
`)
const upsert = sql<Place & Earlier & { now: string }, Rating>(`
  INSERT INTO ratings (organization_id, message_id, rating, note, created_at, updated_at)
  VALUES (:organization_id, :message_id, :rating, :note, :now, :now)
  ON CONFLICT (organization_id, message_id) DO UPDATE
     SET rating = excluded.rating, note = excluded.note, updated_at = excluded.updated_at
  RETURNING message_id, rating, note, created_at, updated_at
`)
const countInConversation = sql<
  Pick<RateableAnswer, 'organization_id' | 'conversation_id'> & ReturnType<typeof countsOfRating>
>(`
  UPDATE conversations
     SET ratings_up = ratings_up + :ratings_up, ratings_down = ratings_down + :ratings_down
   WHERE organization_id = :organization_id AND id = :conversation_id
`)
const ownQuestion = sql<AskerRow & { message_id: string }, { text: string }>(`
  SELECT text
    FROM messages AS question
    JOIN (SELECT conversation_id, sequence ${OWN_ANSWER}) AS answer
      ON question.conversation_id = answer.conversation_id
     AND question.sequence = answer.sequence - 1
   WHERE question.organization_id = :organization_id
`)
const questionOf = sql<RateableAnswer, Pick<GapQuestion, 'question_id' | 'asked_at'>>(`
  SELECT id AS question_id, created_at AS asked_at
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND sequence = :sequence - 1
`)
const erase = sql<Place, { rating: RatingValue }>(`
  DELETE FROM ratings
   WHERE organization_id = :organization_id AND message_id = :message_id
  RETURNING rating
`)

export function createRatings(db: Driver): Ratings {
  return {
    async put(asker, message_id, { rating, note }, now) {
      const owned = { ...toAskerRow(asker), message_id }
      const asked = isPoor(rating) ? await db.run(() => ownQuestion.get(owned)) : undefined
      const read = asked ? readGapWords(asked.text) : null
      return db.step(function* () {
        const answer = requireAnswer(yield* lockAnswer.get(owned))
        const place = { organization_id: asker.organization_id, message_id }
        const earlier = yield* byMessage.get(place)
        const stored = yield* upsert.get({ ...place, rating, note, now })
        yield* regroup(answer, read)
        yield* count(answer, countsOfRating(rating, earlier?.rating ?? null))
        if (rating !== earlier?.rating) {
          yield* show(asker, answer, { message_id, rating, now })
        }
        const fact = noteOf(answer, { message_id, rating, note }, earlier, now)
        if (fact) yield* tellWebhook(fact, now)
        return stored as Rating
      }, 'read committed')
    },

    find: (asker, message_id) =>
      db.run(function* () {
        return (yield* own.get({ ...toAskerRow(asker), message_id })) ?? null
      }),

    clear: (asker, message_id) =>
      db.step(function* () {
        const answer = yield* lockAnswer.get({ ...toAskerRow(asker), message_id })
        const place = { organization_id: asker.organization_id, message_id }
        const cleared = answer && (yield* erase.get(place))
        if (!cleared) return
        yield* regroup(answer, null)
        yield* hideRated(asker.organization_id, message_id)
        yield* count(answer, countsOfRating(null, cleared.rating))
      }, 'read committed'),
  }
}

function* count(answer: RateableAnswer, counts: ReturnType<typeof countsOfRating>): Step<void> {
  const { answered_at, conversation_id, sequence: _, citations: __, ...counted } = answer
  const { organization_id } = counted
  yield* countInConversation.run({ organization_id, conversation_id, ...counts })
  yield* tell({ organization_id, kind: 'conversation', id: conversation_id, revision: null })
  yield* countUsage(counted, answered_at, counts)
}

/** Counts an answer that is rated up for its sections (docs/behaviour.md#questions-of-sections). */
function* show(
  { organization_id, visitor_id }: Asker,
  { conversation_id, citations }: RateableAnswer,
  { message_id, rating, now }: { message_id: string; rating: RatingValue; now: string },
): Step<void> {
  yield* hideRated(organization_id, message_id)
  if (rating !== 'up' || visitor_id === null) return
  const answer = { organization_id, answer_id: message_id, conversation_id, visitor_id }
  yield* showRated(answer, citationsIn(citations), now)
}

/** The question of an answer rated down is a gap in the knowledge (docs/behaviour.md#gaps). */
function* regroup(answer: RateableAnswer, read: GapWords | null): Step<void> {
  const question = yield* questionOf.get(answer)
  if (!question) return
  const { organization_id, assistant_id } = answer
  if (read) yield* addToGap({ ...question, organization_id, assistant_id, read })
  else yield* removeFromGap(organization_id, question.question_id)
}
