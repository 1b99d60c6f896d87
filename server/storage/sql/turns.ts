import { v7 as newId } from 'uuid'
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
import { type MessageRow, toMessage } from '../rows/messages.ts'
import {
  answerRow,
  endedTurn,
  fromLive,
  LIVE_COLUMNS,
  type LiveTurn,
  questionRow,
} from '../rows/turns.ts'
import { toUsageRow } from '../rows/usage.ts'
import { isLeftBehind, type Lease, leaseUntil } from '../rules/leases.ts'
import { type ReadTurn, readTurn } from '../rules/read-turn.ts'
import {
  outcomeOf,
  requireAskable,
  requireRepetition,
  stillAnswering,
  takenTurn,
  titleFor,
} from '../rules/turns.ts'
import { countsOf } from '../rules/usage.ts'
import { IS_OWN } from './conversations.ts'
import { toJsonRows } from './json-rows.ts'
import { eraseKeptQuestions } from './kept-questions.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import {
  WRITE_TRANSCRIPT,
  WRITE_WORDS,
  type WrittenTranscript,
  writtenTranscript,
} from './transcripts.ts'
import { keepUnanswered } from './unanswered.ts'
import { COUNT_USAGE } from './usage-counts.ts'

interface Place {
  organization_id: string
  conversation_id: string
}

type Answer = Pick<LiveTurn, 'organization_id' | 'answer_id'>

/** What a question is put to. */
type Ground = ConversationRow & {
  model: string | null
  answerable: 0 | 1
  last_sequence: number
  asked: MessageRow | null
  answer: MessageRow | null
}

/** A turn whose conversation is locked and whose row is deleted. */
type Taken = LiveTurn & {
  assistant_id: string
  channel: Channel
  question: MessageRow
  earlier_words: string | null
}

// What decides whether a question may be asked, of one moment; `asked` and `answer` are the earlier
// ones under its key. The conversation is claimed only while it is still as it was read here.
const groundOf = sql<AskerRow & { id: string; idempotency_key: string | null }, Ground>(`
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
const claim = sql<
  MessageRow & {
    organization_id: string
    answer_id: string
    streamed: 0 | 1
    answering: string | null
    named: string | null
    owner: string
    lease_until: string
    seen: number
    told: string
  },
  ConversationRow
>(`
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
const progress = sql<Answer & { text: string; citations: string; until: string }>(`
  UPDATE live_turns
     SET text = :text, citations = :citations, lease_until = :until
   WHERE organization_id = :organization_id AND answer_id = :answer_id
`)
const LOCKED = `
    SELECT live_turns.*, assistant_id, channel
      FROM conversations
      JOIN live_turns
        ON live_turns.organization_id = :organization_id AND conversation_id = conversations.id
     WHERE conversations.organization_id = :organization_id AND answer_id = :answer_id
       FOR UPDATE`
const lockLive = sql<Answer, LiveTurn>(`
  SELECT ${LIVE_COLUMNS} FROM (${LOCKED}) AS locked
`)
const liveOf = sql<Answer, LiveTurn & { asked: string }>(`
  SELECT ${LIVE_COLUMNS},
         (SELECT text
            FROM messages
           WHERE messages.organization_id = :organization_id AND id = question_id) AS asked
    FROM live_turns
   WHERE organization_id = :organization_id AND answer_id = :answer_id
`)
const takeLive = sql<Answer, Taken>(`
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
    counted: string
    told: string
  } & WrittenTranscript,
  ConversationRow
>(`
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
  ), written AS (${WRITE_TRANSCRIPT}
  ), searchable AS (${WRITE_WORDS}
  ), counted AS (${COUNT_USAGE}
  ), told AS (${tellOfConversation('freed')}
  )
  SELECT * FROM freed
`)
const ended = sql<
  Answer,
  { conversation: ConversationRow; question: MessageRow; answer: MessageRow }
>(`
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
export function createTurns(db: Driver, owner: string): Turns {
  /** Takes a turn over, if its lease has ended by the time that its conversation is locked. */
  const takeOver = async (left: Answer, now: string) => {
    const { asked, ...seen } = (await db.run(() => liveOf.get(left))) ?? {}
    const ending = asked === undefined ? null : takenTurn(fromLive(seen as LiveTurn))
    const read = ending && readTurn(asked as string, ending)
    return db.step(function* () {
      const live = yield* lockLive.get(left)
      // Had the answer grown since it was read, its lease would be renewed.
      if (!live || !isLeftBehind(live, owner, now)) return 0
      if (ending) yield* end({ ...left, read }, ending, now)
      else yield* drop(live, now)
      return 1
    }, 'read committed')
  }

  return {
    begin: (asker, id, question, now) => db.run(() => begin({ asker, id, owner }, question, now)),

    progress: (organization_id, answer_id, { text, citations }, now) =>
      db.run(function* () {
        const grown = { text, citations: JSON.stringify(citations), until: leaseUntil(now) }
        yield* progress.run({ organization_id, answer_id, ...grown })
      }),

    async end(organization_id, answer_id, ending, now) {
      const answer = { organization_id, answer_id }
      const live = await db.run(() => liveOf.get(answer))
      const read = live ? readTurn(live.asked, ending) : null
      return db.step(() => end({ ...answer, read }, ending, now), 'read committed')
    },

    drop: (organization_id, answer_id, now) =>
      db.step(() => drop({ organization_id, answer_id }, now), 'read committed'),

    async recover(now) {
      let taken = 0
      for (const live of await db.run(() => leases.all({}))) {
        if (isLeftBehind(live, owner, now)) taken += await takeOver(live, now)
      }
      return taken
    },
  }
}

/** Decides by what it reads, and begins again when that has changed before the claim. */
function* begin(
  { asker, id, owner }: { asker: Asker; id: string; owner: string },
  question: NewQuestion,
  now: string,
): Step<Begun | null> {
  const { organization_id } = asker
  const { answer_id, idempotency_key, streamed } = question
  for (;;) {
    const ground = yield* groundOf.get({ ...toAskerRow(asker), id, idempotency_key })
    if (!ground) return null
    const { model, answerable, last_sequence, asked, answer, ...conversation } = ground
    if (asked) return repeated({ conversation, asked, answer }, question)
    requireAskable(conversation, { answerable: answerable === 1 })
    const row = questionRow(id, question, last_sequence + 1, now)
    const claimed = yield* claim.get({
      ...row,
      organization_id,
      answer_id,
      streamed: streamed ? 1 : 0,
      answering: model,
      named: titleFor(conversation, question),
      owner,
      lease_until: leaseUntil(now),
      seen: conversation.message_count,
      told: newId(),
    })
    if (!claimed) continue
    return {
      kind: 'begun',
      conversation: toConversation(claimed),
      question: toMessage(row),
      answer_id,
    }
  }
}

/** The earlier turn of an idempotency key. */
function repeated(
  earlier: { conversation: ConversationRow; asked: MessageRow; answer: MessageRow | null },
  question: NewQuestion,
): Begun {
  const { conversation, asked, answer } = earlier
  requireRepetition(toMessage(asked), question)
  if (!answer) throw stillAnswering()
  return { kind: 'finished', turn: endedTurn(conversation, asked, answer) }
}

function* end(
  { read, ...answer }: Answer & { read: ReadTurn | null },
  ending: Ending,
  now: string,
): Step<EndedTurn | null> {
  const live = read ? yield* takeLive.get(answer) : undefined
  if (!live || !read) return yield* findEnded(answer)
  const { question, earlier_words, organization_id, assistant_id, channel } = live
  if (read.gap) {
    const place = { organization_id, assistant_id, read: read.gap }
    yield* keepUnanswered(place, question, ending)
  }
  const row = answerRow(live.answer_id, question, ending, now)
  const cited = ending.trace?.passages.filter((passage) => passage.cited) ?? []
  const used = { organization_id, assistant_id, channel, model: ending.model }
  const freed = yield* free.get({
    ...row,
    ...writtenTranscript(earlier_words, read.transcript),
    organization_id,
    outcome: outcomeOf(ending),
    trace: ending.trace ? JSON.stringify(ending.trace) : null,
    cited: cited.map(({ document_id }) => document_id),
    counted: toJsonRows([toUsageRow(used, now, countsOf(ending))]),
    told: newId(),
  })
  return endedTurn(freed as ConversationRow, question, row)
}

function* findEnded(answer: Answer): Step<EndedTurn | null> {
  const found = yield* ended.get(answer)
  return found ? endedTurn(found.conversation, found.question, found.answer) : null
}

function* drop(answer: Answer, now: string): Step<void> {
  const live = yield* takeLive.get(answer)
  if (!live) return
  yield* eraseKeptQuestions(live.organization_id, [live.question_id])
  yield* freeUnasked.run({ ...live, now })
  yield* tellOf(live)
}

function* tellOf({ organization_id, conversation_id: id }: Place): Step<void> {
  yield* tell({ organization_id, kind: 'conversation', id, revision: null })
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

/** SQL that tells of a conversation beside a row, which `transaction.tell` takes a step for. */
function tellOfConversation(beside: string): string {
  return `
    INSERT INTO changes (organization_id, id, kind, thing)
    SELECT :organization_id, :told, 'conversation', :conversation_id
      FROM ${beside}`
}
