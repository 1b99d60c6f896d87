import { type InboxConversation, MAX_SHOWN_ENDINGS } from '../../contract/inbox.ts'
import { searchedWords } from '../../text/transcript.ts'
import { NEWEST, startingBefore } from '../paging.ts'
import type { Inbox } from '../ports/inbox.ts'
import { CONVERSATION_COLUMNS } from '../rows/conversations.ts'
import {
  type EndingRow,
  HANDLING_COLUMNS,
  type HandlingRow,
  type InboxPasses,
  type InboxRow,
  type OpenedRow,
  toAnswerEnding,
  toHandler,
  toHandling,
  toInboxConversation,
  toPasses,
} from '../rows/inbox.ts'
import type { TranscriptSearch } from '../rules/transcript-search.ts'
import { readPage } from './paging.ts'
import { type Driver, sql, tell } from './step.ts'
import { planTranscriptSearch } from './transcript-search.ts'

interface Place {
  organization_id: string
  id: string
}

const PASSES = `
         organization_id = :organization_id AND status = :status
         AND created_at >= :from AND created_at < :until
         AND (:channel::text IS NULL OR channel = :channel)
         AND (:deployment_id::text IS NULL OR (owner_id = :deployment_id AND channel = 'widget'))
         AND (:assistant_id::text IS NULL OR assistant_id = :assistant_id)
         AND (:outcome::text IS NULL OR last_outcome = :outcome)
         AND (:rating::text IS NULL
              OR CASE WHEN :rating = 'up' THEN ratings_up ELSE ratings_down END > 0)
         AND (:handled::integer IS NULL OR handled = :handled)
         AND (:document_id::text IS NULL OR id IN (
               SELECT conversation_id FROM cited_documents
                WHERE organization_id = :organization_id AND document_id = :document_id))`

const SHOWN = `
  SELECT ${CONVERSATION_COLUMNS}, channel, visitor_id, last_outcome, ratings_up, ratings_down,
         (SELECT text
            FROM messages
           WHERE messages.organization_id = :organization_id
             AND messages.conversation_id = conversations.id
           ORDER BY sequence
           LIMIT 1) AS first_question,
         ${HANDLING_COLUMNS}`

const WITH_HANDLING = `
    LEFT JOIN handlings
      ON handlings.organization_id = :organization_id AND handlings.conversation_id = id`

/** Sorts before every conversation: the most relevant first, among equals the newest. */
const MOST_RELEVANT = { score: Number.MAX_SAFE_INTEGER, id: '~' }

// The inner statement reads the index alone, however many conversations the filter leaves out.
const page = sql<InboxPasses & { rows: number } & typeof NEWEST, InboxRow>(`
  WITH listed AS MATERIALIZED (
    SELECT id
      FROM conversations
     WHERE ${PASSES}
       AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  )
  ${SHOWN}
    FROM listed
    JOIN conversations USING (id)
    ${WITH_HANDLING}
   WHERE conversations.organization_id = :organization_id
   ORDER BY created_at DESC, id DESC
`)
/**
 * A search in the inbox; `matched` is SQL of its conversations, a list of tables of which the last
 * is `matched (conversation_id, score)`. CROSS JOIN, or SQLite would read all conversations of the
 * days.
 */
export function foundBy(matched: string) {
  return sql<
    InboxPasses & TranscriptSearch & { rows: number } & typeof MOST_RELEVANT,
    InboxRow & typeof MOST_RELEVANT
  >(`
  WITH ${matched}, listed AS MATERIALIZED (
    SELECT id, score
      FROM matched
     CROSS JOIN conversations
     WHERE id = conversation_id AND ${PASSES}
       AND (score, id) < (:score, :id)
     ORDER BY score DESC, id DESC
     LIMIT :rows
  )
  ${SHOWN}, score
    FROM listed
    JOIN conversations USING (id)
    ${WITH_HANDLING}
   WHERE conversations.organization_id = :organization_id
   ORDER BY score DESC, id DESC
`)
}
const byId = sql<Place & { channel: string | null }, InboxRow>(`
  ${SHOWN}
    FROM conversations
    ${WITH_HANDLING}
   WHERE conversations.organization_id = :organization_id AND id = :id
     AND (:channel::text IS NULL OR channel = :channel)
`)
const endings = sql<Place, EndingRow>(`
  SELECT id AS message_id, abstention_reason, error_code, rating, note
    FROM messages
    LEFT JOIN ratings ON ratings.organization_id = :organization_id AND message_id = id
   WHERE messages.organization_id = :organization_id AND conversation_id = :id
     AND role = 'assistant'
   ORDER BY sequence
   LIMIT ${MAX_SHOWN_ENDINGS}
`)
const openings = sql<Place, OpenedRow>(`
  SELECT answer_id, kind, place
    FROM openings
    JOIN messages
      ON messages.organization_id = :organization_id AND messages.id = answer_id
   WHERE openings.organization_id = :organization_id AND conversation_id = :id
   ORDER BY place
`)
const mark = sql<Place & { channel: string | null; handled: 0 | 1 }>(`
  UPDATE conversations
     SET handled = :handled
   WHERE organization_id = :organization_id AND id = :id
     AND (:channel::text IS NULL OR channel = :channel)
`)
const erase = sql<Place>(`
  DELETE FROM handlings WHERE organization_id = :organization_id AND conversation_id = :id
`)
const insert = sql<
  Place & { at: string; by_type: string; by_id: string; note: string | null },
  HandlingRow
>(`
  INSERT INTO handlings (organization_id, conversation_id, at, by_type, by_id, by_name, note)
  VALUES (:organization_id, :id, :at, :by_type, :by_id,
          CASE WHEN :by_type = 'api_key' THEN (SELECT name FROM api_keys
                                  WHERE organization_id = :organization_id AND id = :by_id)
            ELSE (SELECT name FROM users WHERE id = :by_id)
          END,
          :note)
  RETURNING ${HANDLING_COLUMNS}
`)

export function createInbox(db: Driver, found: ReturnType<typeof foundBy>): Inbox {
  return {
    list(organization_id, filter, paging) {
      const passes = toPasses(organization_id, filter)
      return db.run(() =>
        readPage(
          paging,
          { list: ['inbox', passes], start: NEWEST },
          (range) => page.all({ ...passes, ...startingBefore(range, 'created_at', passes.until) }),
          toInboxConversation,
        ),
      )
    },

    search: (organization_id, q, filter, paging) =>
      db.run(function* () {
        const passes = toPasses(organization_id, filter)
        const ranges = searchedWords(q)
        const search = yield* planTranscriptSearch(organization_id, ranges)
        return yield* readPage<
          typeof MOST_RELEVANT,
          InboxRow & typeof MOST_RELEVANT,
          InboxConversation
        >(
          paging,
          { list: ['inbox', passes, ranges], start: MOST_RELEVANT },
          (range) => found.all({ ...passes, ...search, ...range }),
          toInboxConversation,
        )
      }),

    open: (organization_id, id, channel) =>
      db.snapshot(function* () {
        const row = yield* byId.get({ organization_id, id, channel: channel ?? null })
        if (!row) return null
        const answers = yield* endings.all({ organization_id, id })
        const opened = Map.groupBy(
          yield* openings.all({ organization_id, id }),
          ({ answer_id }) => answer_id,
        )
        return {
          ...toInboxConversation(row),
          answers: answers.map((answer) =>
            toAnswerEnding(answer, opened.get(answer.message_id) ?? []),
          ),
        }
      }),

    setHandling: (organization_id, id, { handled, note, by, at }, channel) =>
      db.step(function* () {
        const place = { organization_id, id }
        const marked = { ...place, channel: channel ?? null, handled: handled ? 1 : 0 } as const
        if ((yield* mark.run(marked)) === 0) return null
        yield* erase.run(place)
        yield* tell({ organization_id, kind: 'conversation', id, revision: null })
        const handling = { ...place, at, note, ...toHandler(by) }
        return toHandling(handled ? yield* insert.get(handling) : undefined)
      }, 'read committed'),
  }
}
