/**
 * A turn waits for each round trip to PostgreSQL, so each of its steps is one statement there: a
 * full turn makes 9 round trips, and 27 with the statements of `sqlite.ts`.
 */
import { v7 as newId } from 'uuid'
import {
  type AskerRow,
  CONVERSATION_COLUMNS,
  type ConversationRow,
} from '../../rows/conversations.ts'
import { IS_OWN } from '../../sql/conversations.ts'
import { sql } from '../../sql/step.ts'
import { WRITE_TRANSCRIPT, WRITE_WORDS } from '../../sql/transcripts.ts'
import { COUNT_USAGE } from '../../sql/usage-counts.ts'
import { GROW, LOCKED } from './statements.ts'
import type { Answer, Claim, Ended, Freed, Ground, Taken, TurnSteps } from './steps.ts'

// What decides whether a question may be asked, of one moment; `asked` and `answer` are the earlier
// ones under its key. The conversation is claimed only while it is still as it was read here.
const ground = sql<AskerRow & { id: string; idempotency_key: string | null }, Ground>(`
  SELECT own.*, assistants.model,
         coalesce(assistants.status, '') = 'active' AND EXISTS (
           SELECT 1 FROM assistant_collections
            WHERE assistant_collections.organization_id = :organization_id
              AND assistant_collections.assistant_id = own.assistant_id) AS answerable,
         (SELECT coalesce(max(sequence), 0) FROM messages
           WHERE messages.organization_id = :organization_id
             AND conversation_id = :id) AS last_sequence,
         to_jsonb(asked) AS asked, to_jsonb(answer) AS answer
    FROM (SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE ${IS_OWN}) AS own
    LEFT JOIN assistants
      ON assistants.organization_id = :organization_id AND assistants.id = own.assistant_id
    LEFT JOIN messages AS asked
      ON asked.organization_id = :organization_id AND asked.conversation_id = own.id
     AND asked.idempotency_key = :idempotency_key
    LEFT JOIN messages AS answer
      ON answer.organization_id = :organization_id AND answer.conversation_id = own.id
     AND answer.sequence = asked.sequence + 1
`)
const claim = sql<Claim & { told: string }, ConversationRow>(`
  WITH claimed AS (
    UPDATE conversations
       SET turn_state = 'awaiting_answer', message_count = message_count + 1,
           title = coalesce(:named, title), updated_at = :created_at
     WHERE organization_id = :organization_id AND id = :conversation_id
       AND status = 'active' AND turn_state = 'idle' AND message_count = :seen
       AND (title = '' OR :named::text IS NULL)
    RETURNING ${CONVERSATION_COLUMNS}
  ), asked AS (${insertMessage('claimed')}
  ), live AS (
    INSERT INTO live_turns (organization_id, answer_id, conversation_id, question_id, streamed,
                            model, named, text, citations, claimed_at, owner, lease_until)
    SELECT :organization_id, :answer_id, :conversation_id, :id, :streamed,
           :answering, :named, '', '[]', :created_at, :owner, :lease_until
      FROM claimed
  ), told AS (${tellOfConversation('claimed')}
  )
  SELECT * FROM claimed
`)
const grow = sql<Answer & { text: string; citations: string; until: string }>(GROW)
const take = sql<Answer, Taken>(`
  WITH locked AS MATERIALIZED (${LOCKED}
  ), taken AS (
    DELETE FROM live_turns
     USING locked
     WHERE live_turns.organization_id = locked.organization_id
       AND live_turns.answer_id = locked.answer_id
    RETURNING locked.*
  )
  SELECT taken.*, to_jsonb(messages) AS question, words AS earlier_words
    FROM taken
    JOIN messages
      ON messages.organization_id = :organization_id AND messages.id = taken.question_id
    LEFT JOIN transcripts
      ON transcripts.organization_id = :organization_id
     AND transcripts.conversation_id = taken.conversation_id
`)
const free = sql<Freed & { told: string }, ConversationRow>(`
  WITH freed AS (
    UPDATE conversations
       SET turn_state = 'idle', message_count = message_count + 1, updated_at = :created_at,
           last_outcome = :outcome, handled = 0
     WHERE organization_id = :organization_id AND id = :conversation_id
    RETURNING ${CONVERSATION_COLUMNS}
  ), unhandled AS (
    DELETE FROM handlings
     WHERE organization_id = :organization_id AND conversation_id = :conversation_id
  ), answered AS (${insertMessage('freed')}
  ), traced AS (
    INSERT INTO traces (organization_id, answer_id, created_at, trace)
    SELECT :organization_id, :id, :created_at, :trace WHERE :trace::text IS NOT NULL
  ), cited AS (
    INSERT INTO cited_documents (organization_id, document_id, answer_id, assistant_id,
                                 conversation_id, answered_at)
    SELECT :organization_id, document_id, :id, assistant_id, :conversation_id, :created_at
      FROM freed, unnest(:cited::text[]) AS listed (document_id)
    ON CONFLICT DO NOTHING
  ), kept AS (
    INSERT INTO cited_passages (organization_id, answer_id, passage_id)
    SELECT :organization_id, :id, passage_id
      FROM freed, unnest(:cited_passages::text[]) AS listed (passage_id)
    ON CONFLICT DO NOTHING
  ), written AS (${WRITE_TRANSCRIPT}
  ), searchable AS (${WRITE_WORDS}
  ), counted AS (${COUNT_USAGE}
  ), told AS (${tellOfConversation('freed')}
  )
  SELECT * FROM freed
`)
const ended = sql<Answer, Ended>(`
  SELECT to_jsonb(place) AS conversation, to_jsonb(question) AS question,
         to_jsonb(answer) AS answer
    FROM messages AS answer
    JOIN messages AS question
      ON question.organization_id = :organization_id
     AND question.conversation_id = answer.conversation_id
     AND question.sequence = answer.sequence - 1
    JOIN (SELECT ${CONVERSATION_COLUMNS}
            FROM conversations
           WHERE organization_id = :organization_id) AS place
      ON place.id = answer.conversation_id
   WHERE answer.organization_id = :organization_id AND answer.id = :answer_id
     AND answer.role = 'assistant'
`)

export const turnSteps: TurnSteps = {
  begins: 'run',
  ground: (asked) => ground.get(asked),
  claim: (claimed) => claim.get({ ...claimed, told: newId() }),
  *grow(grown) {
    yield* grow.run(grown)
  },
  take: (answer) => take.get(answer),
  free: (freed) => free.get({ ...freed, told: newId() }),
  ended: (answer) => ended.get(answer),
}

/** SQL that stores a message beside a row. */
function insertMessage(beside: string): string {
  return `
    INSERT INTO messages (organization_id, id, conversation_id, role, sequence, status, text,
                          citations, links, abstained, created_at, model, finish_reason,
                          idempotency_key, metadata, abstention_reason, error_code, error_message,
                          input_tokens, output_tokens)
    SELECT :organization_id, :id, :conversation_id, :role, :sequence, :status, :text,
           :citations, :links, :abstained, :created_at, :model, :finish_reason,
           :idempotency_key, :metadata, :abstention_reason, :error_code, :error_message,
           :input_tokens, :output_tokens
      FROM ${beside}`
}

/** SQL that tells of a conversation beside a row. */
function tellOfConversation(beside: string): string {
  return `
    INSERT INTO changes (organization_id, id, kind, thing)
    SELECT :organization_id, :told, 'conversation', :conversation_id
      FROM ${beside}`
}
