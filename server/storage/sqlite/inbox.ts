import type { Database } from 'better-sqlite3'
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
  MAX_FOUND,
  toAnswerEnding,
  toHandler,
  toHandling,
  toInboxConversation,
  toPasses,
} from '../rows/inbox.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'
import { createTranscriptSearches, type TranscriptQuery } from './transcript-search.ts'

const PASSES = `
       organization_id = :organization_id AND status = :status
       AND created_at >= :from AND created_at < :until
       AND (:channel IS NULL OR channel = :channel)
       AND (:deployment_id IS NULL OR (owner_id = :deployment_id AND channel = 'widget'))
       AND (:assistant_id IS NULL OR assistant_id = :assistant_id)
       AND (:outcome IS NULL OR last_outcome = :outcome)
       AND (:rating IS NULL OR iif(:rating = 'up', ratings_up, ratings_down) > 0)
       AND (:handled IS NULL OR handled = :handled)
       AND (:document_id IS NULL OR conversations.id IN (
             SELECT conversation_id FROM cited_documents WHERE document_id = :document_id))`

const SHOWN = `
    SELECT ${CONVERSATION_COLUMNS}, channel, visitor_id, last_outcome, ratings_up, ratings_down,
           (SELECT text
              FROM messages
             WHERE messages.conversation_id = conversations.id
             ORDER BY sequence
             LIMIT 1) AS first_question,
           ${HANDLING_COLUMNS}`

/** Sorts before every conversation: the most relevant first, among equals the newest. */
const MOST_RELEVANT = { score: Number.MAX_SAFE_INTEGER, number: Number.MAX_SAFE_INTEGER }

export function createInbox(db: Database): Sync<Inbox> {
  return { ...listOf(db), ...searchOf(db), ...openingOf(db), ...handlingOf(db) }
}

function listOf(db: Database): Pick<Sync<Inbox>, 'list'> {
  // The inner statement reads the index alone, however many conversations the filter leaves out.
  const page = db.prepare<InboxPasses & { rows: number } & typeof NEWEST, InboxRow>(`
      WITH listed AS MATERIALIZED (
        SELECT id
          FROM conversations INDEXED BY conversations_listed
         WHERE ${PASSES}
           AND (created_at, id) < (:created_at, :id)
         ORDER BY created_at DESC, id DESC
         LIMIT :rows
      )
      ${SHOWN}
        FROM listed
        JOIN conversations USING (id)
        LEFT JOIN handlings ON conversation_id = id
       ORDER BY created_at DESC, id DESC
  `)

  return {
    list(organization_id, filter, paging) {
      const passes = toPasses(organization_id, filter)
      return readPage(
        paging,
        { list: ['inbox', passes], start: NEWEST },
        (range) => page.all({ ...passes, ...startingBefore(range, 'created_at', passes.until) }),
        toInboxConversation,
      )
    },
  }
}

function searchOf(db: Database): Pick<Sync<Inbox>, 'search'> {
  const planSearch = createTranscriptSearches(db)

  // CROSS JOIN, or every word of the organization would be read for each that is searched.
  const found = db.prepare<
    InboxPasses & TranscriptQuery & { rows: number } & typeof MOST_RELEVANT,
    InboxRow & typeof MOST_RELEVANT
  >(`
      WITH others AS MATERIALIZED (
        SELECT value ->> 0 AS place, value ->> 1 AS word FROM json_each(:others)
      ), holding AS MATERIALIZED (
        SELECT transcript, sum(weight) AS weight
          FROM json_each(:rarest) AS searched
         CROSS JOIN transcript_words
            ON organization_id = :organization_id
           AND word = searched.value ->> 0
           AND transcript BETWEEN searched.value ->> 1 AND searched.value ->> 2
         GROUP BY transcript
      ), matched AS MATERIALIZED (
        SELECT holding.transcript AS number,
               holding.weight + coalesce(sum(transcript_words.weight), 0) AS score
          FROM holding
          LEFT JOIN others
          LEFT JOIN transcript_words
            ON transcript_words.organization_id = :organization_id
           AND transcript_words.word = others.word
           AND transcript_words.transcript = holding.transcript
         GROUP BY holding.transcript
        HAVING count(DISTINCT iif(transcript_words.word IS NULL, NULL, place)) = :count
         ORDER BY score DESC, number DESC
         LIMIT ${MAX_FOUND}
      ), listed AS MATERIALIZED (
        SELECT conversations.id, number, score
          FROM matched
         CROSS JOIN transcripts USING (number)
         CROSS JOIN conversations ON conversations.id = conversation_id
         WHERE ${PASSES.replace('organization_id', 'conversations.organization_id')}
           AND (score, number) < (:score, :number)
         ORDER BY score DESC, number DESC
         LIMIT :rows
      )
      ${SHOWN}, score, number
        FROM listed
        JOIN conversations USING (id)
        LEFT JOIN handlings ON conversation_id = id
       ORDER BY score DESC, number DESC
  `)

  return {
    search(organization_id, q, filter, paging) {
      const passes = toPasses(organization_id, filter)
      const ranges = searchedWords(q)
      const search = planSearch(passes, ranges)
      return readPage<typeof MOST_RELEVANT, InboxRow & typeof MOST_RELEVANT, InboxConversation>(
        paging,
        { list: ['inbox', passes, ranges], start: MOST_RELEVANT },
        (range) => found.all({ ...passes, ...search, ...range }),
        toInboxConversation,
      )
    },
  }
}

function openingOf(db: Database): Pick<Sync<Inbox>, 'open'> {
  const byId = db.prepare<
    { organization_id: string; id: string; channel: string | null },
    InboxRow
  >(`
    ${SHOWN}
      FROM conversations
      LEFT JOIN handlings ON handlings.organization_id = conversations.organization_id
                         AND conversation_id = id
     WHERE id = :id AND conversations.organization_id = :organization_id
       AND (:channel IS NULL OR channel = :channel)
  `)
  const endings = db.prepare<{ id: string }, EndingRow>(`
    SELECT id AS message_id, abstention_reason, error_code, rating, note
      FROM messages
      LEFT JOIN ratings ON message_id = id
     WHERE conversation_id = :id AND role = 'assistant'
     ORDER BY sequence
     LIMIT ${MAX_SHOWN_ENDINGS}
  `)

  return {
    open(organization_id, id, channel) {
      const row = byId.get({ organization_id, id, channel: channel ?? null })
      return row
        ? { ...toInboxConversation(row), answers: endings.all({ id }).map(toAnswerEnding) }
        : null
    },
  }
}

function handlingOf(db: Database): Pick<Sync<Inbox>, 'setHandling'> {
  const mark = db.prepare<{
    organization_id: string
    id: string
    channel: string | null
    handled: 0 | 1
  }>(`
    UPDATE conversations
       SET handled = :handled
     WHERE id = :id AND organization_id = :organization_id
       AND (:channel IS NULL OR channel = :channel)
  `)
  const erase = db.prepare<{ id: string }>('DELETE FROM handlings WHERE conversation_id = :id')
  const insert = db.prepare<
    {
      organization_id: string
      id: string
      at: string
      by_type: string
      by_id: string
      note: string | null
    },
    HandlingRow
  >(`
    INSERT INTO handlings (organization_id, conversation_id, at, by_type, by_id, by_name, note)
    VALUES (:organization_id, :id, :at, :by_type, :by_id,
            CASE :by_type
              WHEN 'api_key' THEN (SELECT name FROM api_keys
                                    WHERE id = :by_id AND organization_id = :organization_id)
              ELSE (SELECT name FROM users WHERE id = :by_id)
            END,
            :note)
    RETURNING ${HANDLING_COLUMNS}
  `)

  const setHandling = db.transaction<Sync<Inbox>['setHandling']>(
    (organization_id, id, { handled, note, by, at }, channel) => {
      const row = { organization_id, id, channel: channel ?? null }
      const marked = mark.run({ ...row, handled: handled ? 1 : 0 })
      if (marked.changes === 0) return null
      erase.run({ id })
      return toHandling(
        handled ? insert.get({ organization_id, id, at, note, ...toHandler(by) }) : undefined,
      )
    },
  )

  return {
    setHandling: (...values) => setHandling.immediate(...values),
  }
}
