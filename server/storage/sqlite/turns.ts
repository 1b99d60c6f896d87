import type { Database } from 'better-sqlite3'
import type { Outcome } from '../../contract/inbox.ts'
import type { Trace } from '../../contract/trace.ts'
import type { Channel } from '../../contract/usage.ts'
import type { Begun, EndedTurn, Ending, NewQuestion, Turns } from '../ports/turns.ts'
import {
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
import type { GapWords } from '../rules/gaps.ts'
import { isLeftBehind, leaseUntil } from '../rules/leases.ts'
import { type ReadTurn, readTurn } from '../rules/read-turn.ts'
import {
  outcomeOf,
  requireAskable,
  requireRepetition,
  stillAnswering,
  takenTurn,
  titleFor,
} from '../rules/turns.ts'
import { prepareOwn } from './conversations.ts'
import { overwriteDeleted } from './database.ts'
import type { Grouping } from './gap-grouping.ts'
import type { Sync } from './promised.ts'
import { createTranscripts } from './transcripts.ts'
import type { UsageCounts } from './usage.ts'

/** Statements that several steps need. */
type Shared = ReturnType<typeof prepareShared>

interface Place {
  organization_id: string
  assistant_id: string
}

/**
 * turn_state (docs/behaviour.md#turns): idle → awaiting_answer when a question of the owner is
 * accepted in an active conversation; awaiting_answer → idle when the answer completes, is
 * interrupted or fails, whether it is stored (`end`) or not (`drop`). A row of live_turns exists
 * exactly while a conversation is awaiting_answer; whoever takes a turn over deletes its row, so
 * that the earlier owner finds nothing to write to.
 */
export function createTurns(
  db: Database,
  owner: string,
  parts: { usage: UsageCounts; grouping: Grouping },
): Sync<Turns> {
  const shared = prepareShared(db)
  const begin = prepareBegin(db, owner, shared)
  const progress = prepareProgress(db)
  const readEnd = prepareReadEnd(db)
  const end = prepareEnd(db, shared, parts)
  const drop = prepareDrop(db, shared)
  const allLive = db.prepare<[], LiveTurn>(`SELECT ${LIVE_COLUMNS} FROM live_turns`)

  const leftBehind = (now: string) => allLive.all().filter((row) => isLeftBehind(row, owner, now))

  const recover = db.transaction((left: TakenTurn[], now: string) => {
    for (const { organization_id, answer_id, ending, read } of left) {
      if (ending) end(organization_id, answer_id, ending, now, read)
      else drop(organization_id, answer_id, now)
    }
    return left.length
  })

  function readLeft(live: LiveTurn): TakenTurn {
    const { organization_id, answer_id } = live
    const ending = takenTurn(fromLive(live))
    const read = ending && readEnd(organization_id, answer_id, ending)
    return { organization_id, answer_id, ending, read }
  }

  return {
    progress,
    begin: (...values) => begin.immediate(...values),
    end: (organization_id, answer_id, ending, now) => {
      const read = readEnd(organization_id, answer_id, ending)
      return end.immediate(organization_id, answer_id, ending, now, read)
    },
    drop: (...values) => drop.immediate(...values),

    // Looked for first: a transaction that writes nothing waits for the write lock too.
    recover(now) {
      const left = leftBehind(now).map(readLeft)
      return left.length === 0 ? 0 : recover.immediate(left, now)
    },
  }
}

function prepareShared(db: Database) {
  const insertMessage = db.prepare<MessageRow & { organization_id: string }>(`
    INSERT INTO messages (id, organization_id, conversation_id, role, sequence, status, text, citations,
                          links, abstained, created_at, model, finish_reason, idempotency_key, metadata,
                          abstention_reason, error_code, error_message, input_tokens, output_tokens)
    VALUES (:id, :organization_id, :conversation_id, :role, :sequence, :status, :text, :citations,
            :links, :abstained, :created_at, :model, :finish_reason, :idempotency_key, :metadata,
            :abstention_reason, :error_code, :error_message, :input_tokens, :output_tokens)
  `)
  const takeLive = db.prepare<Pick<LiveTurn, 'organization_id' | 'answer_id'>, LiveTurn>(`
    DELETE FROM live_turns
     WHERE answer_id = :answer_id AND organization_id = :organization_id
    RETURNING ${LIVE_COLUMNS}
  `)
  return { insertMessage, takeLive }
}

function prepareBegin(db: Database, owner: string, { insertMessage }: Shared) {
  const own = prepareOwn(db)

  const keyed = db.prepare<{ conversation_id: string; idempotency_key: string }, MessageRow>(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE conversation_id = :conversation_id AND idempotency_key = :idempotency_key
  `)
  const answerTo = db.prepare<{ conversation_id: string; sequence: number }, MessageRow>(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE conversation_id = :conversation_id AND sequence = :sequence + 1
  `)
  const assistantOf = db.prepare<Pick<ConversationRow, 'assistant_id'>, Asked>(`
    SELECT model,
           status = 'active' AND EXISTS (
             SELECT 1 FROM assistant_collections
              WHERE assistant_collections.organization_id = assistants.organization_id
                AND assistant_collections.assistant_id = assistants.id
           ) AS answerable
      FROM assistants
     WHERE id = :assistant_id
  `)

  // With a bare parameter, `max` would be replanned at every call; with a subquery it is not.
  const lastSequence = db
    .prepare<{ id: string }, number>(`
      SELECT coalesce(max(sequence), 0) FROM messages WHERE conversation_id = (SELECT :id)
    `)
    .pluck()

  const claim = db.prepare<{ id: string; now: string; named: string | null }, ConversationRow>(`
    UPDATE conversations
       SET turn_state = 'awaiting_answer', message_count = message_count + 1,
           title = coalesce(:named, title), updated_at = :now
     WHERE id = :id AND turn_state = 'idle' AND status = 'active'
    RETURNING ${CONVERSATION_COLUMNS}
  `)
  const insertLive = db.prepare<Omit<LiveTurn, 'text' | 'citations'> & { now: string }>(`
    INSERT INTO live_turns (answer_id, organization_id, conversation_id, question_id, streamed, model,
                            named, text, citations, claimed_at, owner, lease_until)
    VALUES (:answer_id, :organization_id, :conversation_id, :question_id, :streamed, :model,
            :named, '', '[]', :now, :owner, :lease_until)
  `)

  /** The earlier turn of an idempotency key, or null when the key is new. */
  function repeated(conversation: ConversationRow, question: NewQuestion): Begun | null {
    const { idempotency_key } = question
    if (idempotency_key === null) return null
    const asked = keyed.get({ conversation_id: conversation.id, idempotency_key })
    if (!asked) return null
    requireRepetition(toMessage(asked), question)
    const answer = answerTo.get(asked)
    if (!answer) throw stillAnswering()
    return { kind: 'finished', turn: endedTurn(conversation, asked, answer) }
  }

  return db.transaction<Sync<Turns>['begin']>((asker, id, question, now) => {
    const conversation = own.get({ ...toAskerRow(asker), id })
    if (!conversation) return null
    const finished = repeated(conversation, question)
    if (finished) return finished
    const assistant = assistantOf.get({ assistant_id: conversation.assistant_id })
    requireAskable(conversation, { answerable: assistant?.answerable === 1 })
    const named = titleFor(conversation, question)
    const claimed = claim.get({ id, now, named })
    if (!claimed || !assistant) return null
    const row = questionRow(id, question, (lastSequence.get({ id }) ?? 0) + 1, now)
    insertMessage.run({ ...row, organization_id: asker.organization_id })
    insertLive.run({
      answer_id: question.answer_id,
      organization_id: asker.organization_id,
      conversation_id: id,
      question_id: question.id,
      streamed: question.streamed ? 1 : 0,
      model: assistant.model,
      named,
      now,
      owner,
      lease_until: leaseUntil(now),
    })
    return {
      kind: 'begun',
      conversation: toConversation(claimed),
      question: toMessage(row),
      answer_id: question.answer_id,
    }
  })
}

function prepareProgress(db: Database): Sync<Turns>['progress'] {
  const progress = db.prepare<
    Pick<LiveTurn, 'organization_id' | 'answer_id' | 'text' | 'citations'> & { until: string }
  >(`
    UPDATE live_turns
       SET text = :text, citations = :citations, lease_until = :until
     WHERE answer_id = :answer_id AND organization_id = :organization_id
  `)

  return (organization_id, answer_id, { text, citations }, now) => {
    const grown = { text, citations: JSON.stringify(citations), until: leaseUntil(now) }
    // The background thread does this, whose connection is faster because it does not overwrite.
    const overwrites = db.pragma('secure_delete', { simple: true }) === 1
    overwriteDeleted(db, true)
    try {
      progress.run({ organization_id, answer_id, ...grown })
    } finally {
      overwriteDeleted(db, overwrites)
    }
  }
}

/** Reads the words of a turn, before the step that ends it. */
function prepareReadEnd(db: Database) {
  const questionOf = db
    .prepare<{ organization_id: string; answer_id: string }, string>(`
      SELECT messages.text
        FROM live_turns JOIN messages ON messages.id = question_id
       WHERE answer_id = :answer_id AND live_turns.organization_id = :organization_id
    `)
    .pluck()

  return (organization_id: string, answer_id: string, ending: Ending): ReadTurn | null => {
    const question = questionOf.get({ organization_id, answer_id })
    return question === undefined ? null : readTurn(question, ending)
  }
}

/** A turn that is taken over: null, where nothing of it is kept. */
type TakenTurn = Pick<LiveTurn, 'organization_id' | 'answer_id'> & {
  ending: Ending | null
  read: ReadTurn | null
}

function prepareEnd(
  db: Database,
  { insertMessage, takeLive }: Shared,
  { usage, grouping }: { usage: UsageCounts; grouping: Grouping },
) {
  const findEnded = prepareFindEnded(db)
  const transcripts = createTranscripts(db)
  const keepTrace = prepareKeepTrace(db)
  const group = prepareGroup(db, grouping)
  const questionOf = db.prepare<{ question_id: string }, MessageRow>(`
    SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id = :question_id
  `)
  const free = db.prepare<
    { conversation_id: string; now: string; outcome: Outcome },
    ConversationRow & { channel: Channel }
  >(`
    UPDATE conversations
       SET turn_state = 'idle', message_count = message_count + 1, updated_at = :now,
           last_outcome = :outcome, handled = 0
     WHERE id = :conversation_id AND turn_state = 'awaiting_answer'
    RETURNING ${CONVERSATION_COLUMNS}, channel
  `)
  const eraseHandling = db.prepare<{ conversation_id: string }>(`
    DELETE FROM handlings WHERE conversation_id = :conversation_id
  `)

  return db.transaction<
    (...end: [...Parameters<Sync<Turns>['end']>, read: ReadTurn | null]) => EndedTurn | null
  >((organization_id, answer_id, ending, now, read) => {
    const live = takeLive.get({ organization_id, answer_id })
    if (!live || !read) return findEnded(organization_id, answer_id)
    const question = questionOf.get(live)
    if (!question) return null
    const { conversation_id } = live
    const freed = free.get({ conversation_id, now, outcome: outcomeOf(ending) })
    if (!freed) return null
    const { channel, ...conversation } = freed
    const place = { organization_id, assistant_id: conversation.assistant_id }
    eraseHandling.run({ conversation_id })
    transcripts.add(live, read.transcript)
    const answer = answerRow(answer_id, question, ending, now)
    insertMessage.run({ ...answer, organization_id })
    if (ending.trace) keepTrace({ ...place, conversation_id, answer_id, now }, ending.trace)
    if (read.gap) group({ ...place, read: read.gap }, question, ending)
    usage.turn({ ...place, channel, model: ending.model }, now, ending)
    return endedTurn(conversation, question, answer)
  })
}

function prepareFindEnded(db: Database) {
  const answerOf = db.prepare<{ organization_id: string; answer_id: string }, MessageRow>(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE id = :answer_id AND organization_id = :organization_id AND role = 'assistant'
  `)
  const questionTo = db.prepare<MessageRow, MessageRow>(`
    SELECT ${MESSAGE_COLUMNS}
      FROM messages
     WHERE conversation_id = :conversation_id AND sequence = :sequence - 1
  `)
  const conversationOf = db.prepare<MessageRow, ConversationRow>(`
    SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE id = :conversation_id
  `)

  return (organization_id: string, answer_id: string): EndedTurn | null => {
    const answer = answerOf.get({ organization_id, answer_id })
    const question = answer && questionTo.get(answer)
    const conversation = answer && conversationOf.get(answer)
    return question && conversation ? endedTurn(conversation, question, answer) : null
  }
}

function prepareKeepTrace(db: Database) {
  const insertTrace = db.prepare<{
    answer_id: string
    organization_id: string
    now: string
    trace: string
  }>(`
    INSERT INTO traces (answer_id, organization_id, created_at, trace)
    VALUES (:answer_id, :organization_id, :now, :trace)
  `)
  const insertCited = db.prepare<{
    document_id: string
    answer_id: string
    organization_id: string
    assistant_id: string
    conversation_id: string
    now: string
  }>(`
    INSERT OR IGNORE INTO cited_documents (document_id, answer_id, organization_id, assistant_id,
                                           conversation_id, answered_at)
    VALUES (:document_id, :answer_id, :organization_id, :assistant_id, :conversation_id, :now)
  `)

  return (
    answered: Place & { conversation_id: string; answer_id: string; now: string },
    trace: Trace,
  ): void => {
    const { answer_id, organization_id, now } = answered
    insertTrace.run({ answer_id, organization_id, now, trace: JSON.stringify(trace) })
    for (const { document_id, cited } of trace.passages) {
      if (cited) insertCited.run({ ...answered, document_id })
    }
  }
}

/** Keeps a question without an answer, with what was near it, and adds it to the gaps. */
function prepareGroup(db: Database, grouping: Grouping) {
  const insertUnanswered = db.prepare<{
    question_id: string
    organization_id: string
    asked_at: string
    abstention_reason: string | null
    nearest: string
  }>(`
    INSERT INTO unanswered (question_id, organization_id, asked_at, abstention_reason, nearest)
    VALUES (:question_id, :organization_id, :asked_at, :abstention_reason, :nearest)
  `)

  return (
    place: Place & { read: GapWords },
    { id: question_id, created_at: asked_at }: MessageRow,
    { abstention_reason, nearest = [] }: Ending,
  ): void => {
    const { organization_id } = place
    const found = { abstention_reason, nearest: JSON.stringify(nearest) }
    insertUnanswered.run({ question_id, organization_id, asked_at, ...found })
    grouping.add({ ...place, question_id, asked_at })
  }
}

function prepareDrop(db: Database, { takeLive }: Shared) {
  const freeUnasked = db.prepare<{ conversation_id: string; now: string; named: string | null }>(`
    UPDATE conversations
       SET turn_state = 'idle', message_count = message_count - 1, updated_at = :now,
           title = CASE WHEN title = :named THEN '' ELSE title END
     WHERE id = :conversation_id AND turn_state = 'awaiting_answer'
  `)
  const eraseQuestion = db.prepare<{ question_id: string }>(`
    DELETE FROM messages WHERE id = :question_id
  `)

  return db.transaction<Sync<Turns>['drop']>((organization_id, answer_id, now) => {
    const live = takeLive.get({ organization_id, answer_id })
    if (!live) return
    freeUnasked.run({ ...live, now })
    eraseQuestion.run(live)
  })
}
