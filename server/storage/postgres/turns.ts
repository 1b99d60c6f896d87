import type { Outcome } from '../../contract/inbox.ts'
import type { Channel } from '../../contract/usage.ts'
import type { Asker } from '../ports/conversations.ts'
import type { Begun, EndedTurn, Ending, NewQuestion, Turns } from '../ports/turns.ts'
import {
  type AskerRow,
  CONVERSATION_COLUMNS,
  type ConversationRow,
  toAskerRow,
  toConversation,
} from '../rows/conversations.ts'
import { MESSAGE_COLUMNS, type MessageRow, toMessage } from '../rows/messages.ts'
import {
  type Asked,
  answerRow,
  endedTurn,
  fromLive,
  LIVE_COLUMNS,
  type LiveTurn,
  questionRow,
} from '../rows/turns.ts'
import { isLeftBehind, type Lease, leaseUntil } from '../rules/leases.ts'
import {
  outcomeOf,
  requireAskable,
  requireRepetition,
  stillAnswering,
  takenTurn,
  titleFor,
} from '../rules/turns.ts'
import { isUnanswered } from '../rules/usage.ts'
import { IS_OWN } from './conversations.ts'
import type { Database, Transaction } from './database.ts'
import { addToGap } from './gap-grouping.ts'
import { eraseKeptQuestions } from './kept-questions.ts'
import { sql } from './statement.ts'
import { addTranscript } from './transcripts.ts'
import { countTurn } from './usage-counts.ts'

interface Place {
  organization_id: string
  conversation_id: string
}

type Answer = Pick<LiveTurn, 'organization_id' | 'answer_id'>

// Who begins, ends or drops a turn of a conversation waits here for the others, and decides by what
// they have left.
const lockOwn = sql<AskerRow & { id: string }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE ${IS_OWN} FOR UPDATE
`)
const groundOf = sql<
  Place & { assistant_id: string; idempotency_key: string | null },
  Asked & { last_sequence: number; is_repeated: 0 | 1 }
>(`
  SELECT model,
         status = 'active' AND EXISTS (
           SELECT 1 FROM assistant_collections
            WHERE assistant_collections.organization_id = :organization_id
              AND assistant_collections.assistant_id = :assistant_id) AS answerable,
         (SELECT coalesce(max(sequence), 0) FROM messages
           WHERE messages.organization_id = :organization_id
             AND conversation_id = :conversation_id) AS last_sequence,
         EXISTS (SELECT 1 FROM messages
                  WHERE messages.organization_id = :organization_id
                    AND conversation_id = :conversation_id
                    AND idempotency_key = :idempotency_key) AS is_repeated
    FROM assistants
   WHERE organization_id = :organization_id AND id = :assistant_id
`)
const keyed = sql<Place & { idempotency_key: string | null }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND idempotency_key = :idempotency_key
`)
const answerTo = sql<Place & { sequence: number }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND sequence = :sequence + 1
`)
const INSERT_MESSAGE = `
    INSERT INTO messages (organization_id, id, conversation_id, role, sequence, status, text,
                          citations, links, abstained, created_at, model, finish_reason,
                          idempotency_key, metadata, abstention_reason, error_code, error_message,
                          input_tokens, output_tokens)
    VALUES (:organization_id, :id, :conversation_id, :role, :sequence, :status, :text,
            :citations, :links, :abstained, :created_at, :model, :finish_reason,
            :idempotency_key, :metadata, :abstention_reason, :error_code, :error_message,
            :input_tokens, :output_tokens)`
const claim = sql<
  MessageRow & {
    organization_id: string
    answer_id: string
    streamed: 0 | 1
    answering: string
    named: string | null
    owner: string
    lease_until: string
  },
  ConversationRow
>(`
  WITH asked AS (${INSERT_MESSAGE}
  ), live AS (
    INSERT INTO live_turns (organization_id, answer_id, conversation_id, question_id, streamed,
                            model, named, text, citations, claimed_at, owner, lease_until)
    VALUES (:organization_id, :answer_id, :conversation_id, :id, :streamed,
            :answering, :named, '', '[]', :created_at, :owner, :lease_until)
  )
  UPDATE conversations
     SET turn_state = 'awaiting_answer', message_count = message_count + 1,
         title = coalesce(:named, title), updated_at = :created_at
   WHERE organization_id = :organization_id AND id = :conversation_id
  RETURNING ${CONVERSATION_COLUMNS}
`)
const progress = sql<Answer & { text: string; citations: string; until: string }>(`
  UPDATE live_turns
     SET text = :text, citations = :citations, lease_until = :until
   WHERE organization_id = :organization_id AND answer_id = :answer_id
`)
const LOCKED = `
    SELECT live_turns.*
      FROM conversations
      JOIN live_turns
        ON live_turns.organization_id = :organization_id AND conversation_id = conversations.id
     WHERE conversations.organization_id = :organization_id AND answer_id = :answer_id
       FOR UPDATE`
const lockLive = sql<Answer, LiveTurn>(`
  SELECT ${LIVE_COLUMNS} FROM (${LOCKED}) AS locked
`)
const takeLive = sql<Answer, LiveTurn & { question: MessageRow; earlier_words: string | null }>(`
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
const leases = sql<object, Answer & Lease>(`
  SELECT organization_id, answer_id, owner, lease_until FROM live_turns
`)
const free = sql<
  MessageRow & {
    organization_id: string
    outcome: Outcome
    trace: string | null
    cited: string[]
  },
  ConversationRow & { channel: Channel }
>(`
  WITH freed AS (
    UPDATE conversations
       SET turn_state = 'idle', message_count = message_count + 1, updated_at = :created_at,
           last_outcome = :outcome, handled = 0
     WHERE organization_id = :organization_id AND id = :conversation_id
    RETURNING ${CONVERSATION_COLUMNS}, channel
  ), unhandled AS (
    DELETE FROM handlings
     WHERE organization_id = :organization_id AND conversation_id = :conversation_id
  ), answered AS (${INSERT_MESSAGE}
  ), traced AS (
    INSERT INTO traces (organization_id, answer_id, created_at, trace)
    SELECT :organization_id, :id, :created_at, :trace WHERE :trace::text IS NOT NULL
  ), cited AS (
    INSERT INTO cited_documents (organization_id, document_id, answer_id, assistant_id,
                                 conversation_id, answered_at)
    SELECT :organization_id, document_id, :id, assistant_id, :conversation_id, :created_at
      FROM freed, unnest(:cited::text[]) AS listed (document_id)
    ON CONFLICT DO NOTHING
  )
  SELECT * FROM freed
`)
const insertUnanswered = sql<{
  organization_id: string
  question_id: string
  asked_at: string
  abstention_reason: string | null
  nearest: string
}>(`
  INSERT INTO unanswered (organization_id, question_id, asked_at, abstention_reason, nearest)
  VALUES (:organization_id, :question_id, :asked_at, :abstention_reason, :nearest)
`)
const freeUnasked = sql<LiveTurn & { now: string }>(`
  WITH erased AS (
    DELETE FROM messages WHERE organization_id = :organization_id AND id = :question_id
  )
  UPDATE conversations
     SET turn_state = 'idle', message_count = message_count - 1, updated_at = :now,
         title = CASE WHEN title = :named THEN '' ELSE title END
   WHERE organization_id = :organization_id AND id = :conversation_id
`)

/**
 * As in the port. A row of live_turns exists exactly while a conversation is awaiting_answer;
 * whoever takes a turn over deletes its row, so that the earlier owner finds nothing to write to.
 */
export function createTurns(db: Database, owner: string): Turns {
  /** Takes a turn over, if its lease has ended by the time that its conversation is locked. */
  const takeOver = (left: Answer, now: string) =>
    db.step(async (transaction) => {
      const live = await lockLive.get(transaction, left)
      if (!live || !isLeftBehind(live, owner, now)) return 0
      const ending = takenTurn(fromLive(live))
      if (ending) await end(transaction, live, ending, now)
      else await drop(transaction, live, now)
      return 1
    }, 'read committed')

  return {
    begin: (asker, id, question, now) =>
      db.step(
        (transaction) => begin(transaction, { asker, id, owner }, question, now),
        'read committed',
      ),

    async progress(organization_id, answer_id, { text, citations }, now) {
      const grown = { text, citations: JSON.stringify(citations), until: leaseUntil(now) }
      await progress.run(db, { organization_id, answer_id, ...grown })
    },

    end: (organization_id, answer_id, ending, now) =>
      db.step(
        (transaction) => end(transaction, { organization_id, answer_id }, ending, now),
        'read committed',
      ),

    drop: (organization_id, answer_id, now) =>
      db.step(
        (transaction) => drop(transaction, { organization_id, answer_id }, now),
        'read committed',
      ),

    async recover(now) {
      let taken = 0
      for (const live of await leases.all(db, {})) {
        if (isLeftBehind(live, owner, now)) taken += await takeOver(live, now)
      }
      return taken
    },
  }
}

async function begin(
  transaction: Transaction,
  { asker, id, owner }: { asker: Asker; id: string; owner: string },
  question: NewQuestion,
  now: string,
): Promise<Begun | null> {
  const conversation = await lockOwn.get(transaction, { ...toAskerRow(asker), id })
  if (!conversation) return null
  const place = { organization_id: asker.organization_id, conversation_id: id }
  const { assistant_id } = conversation
  const { idempotency_key } = question
  const ground = await groundOf.get(transaction, { ...place, assistant_id, idempotency_key })
  if (ground?.is_repeated === 1) return repeated(transaction, conversation, place, question)
  requireAskable(conversation, { answerable: ground?.answerable === 1 })
  if (!ground) return null
  const row = questionRow(id, question, ground.last_sequence + 1, now)
  const claimed = await claim.get(transaction, {
    ...row,
    organization_id: place.organization_id,
    answer_id: question.answer_id,
    streamed: question.streamed ? 1 : 0,
    answering: ground.model,
    named: titleFor(conversation, question),
    owner,
    lease_until: leaseUntil(now),
  })
  tellOf(transaction, place)
  return {
    kind: 'begun',
    conversation: toConversation(claimed as ConversationRow),
    question: toMessage(row),
    answer_id: question.answer_id,
  }
}

/** The earlier turn of an idempotency key. */
async function repeated(
  transaction: Transaction,
  conversation: ConversationRow,
  place: Place,
  question: NewQuestion,
): Promise<Begun> {
  const { idempotency_key } = question
  const asked = (await keyed.get(transaction, { ...place, idempotency_key })) as MessageRow
  requireRepetition(toMessage(asked), question)
  const answer = await answerTo.get(transaction, { ...place, sequence: asked.sequence })
  if (!answer) throw stillAnswering()
  return { kind: 'finished', turn: endedTurn(conversation, asked, answer) }
}

async function end(
  transaction: Transaction,
  answer: Answer,
  ending: Ending,
  now: string,
): Promise<EndedTurn | null> {
  const live = await takeLive.get(transaction, answer)
  if (!live) return null
  const { question, earlier_words } = live
  const { organization_id } = live
  const row = answerRow(live.answer_id, question, ending, now)
  const cited = ending.trace?.passages.filter((passage) => passage.cited) ?? []
  const freed = await free.get(transaction, {
    ...row,
    organization_id,
    outcome: outcomeOf(ending),
    trace: ending.trace ? JSON.stringify(ending.trace) : null,
    cited: cited.map(({ document_id }) => document_id),
  })
  const { channel, ...conversation } = freed as ConversationRow & { channel: Channel }
  const turn = { question: question.text, answer: ending.text }
  await addTranscript(transaction, live, earlier_words, turn)
  const { assistant_id } = conversation
  if (isUnanswered(ending)) {
    await group(transaction, { organization_id, assistant_id }, question, ending)
  }
  tellOf(transaction, live)
  const counted = { organization_id, assistant_id, channel, model: ending.model }
  await countTurn(transaction, counted, now, ending)
  return endedTurn(conversation, question, row)
}

/** Keeps a question without an answer, with what was near it, and adds it to the gaps. */
async function group(
  transaction: Transaction,
  place: { organization_id: string; assistant_id: string },
  { id: question_id, text, created_at: asked_at }: MessageRow,
  { abstention_reason, nearest = [] }: Ending,
): Promise<void> {
  const { organization_id } = place
  const asked = { organization_id, question_id, asked_at }
  const found = { abstention_reason, nearest: JSON.stringify(nearest) }
  await insertUnanswered.run(transaction, { ...asked, ...found })
  await addToGap(transaction, { ...place, question_id, text, asked_at })
}

async function drop(transaction: Transaction, answer: Answer, now: string): Promise<void> {
  const live = await takeLive.get(transaction, answer)
  if (!live) return
  await eraseKeptQuestions(transaction, live.organization_id, [live.question_id])
  await freeUnasked.run(transaction, { ...live, now })
  tellOf(transaction, live)
}

function tellOf(transaction: Transaction, { organization_id, conversation_id: id }: Place): void {
  transaction.tell({ organization_id, kind: 'conversation', id, revision: null })
}
