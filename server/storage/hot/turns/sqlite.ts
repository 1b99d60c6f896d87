/**
 * The steps of a turn in SQLite, which has no statement that changes several tables; a statement
 * costs it microseconds.
 */
import type { Channel } from '../../../contract/usage.ts'
import {
  type AskerRow,
  CONVERSATION_COLUMNS,
  type ConversationRow,
} from '../../rows/conversations.ts'
import { MESSAGE_COLUMNS, type MessageRow } from '../../rows/messages.ts'
import { LIVE_COLUMNS, type LiveTurn } from '../../rows/turns.ts'
import { IS_OWN } from '../../sql/conversations.ts'
import { type Step, sql, tell } from '../../sql/step.ts'
import { WRITE_TRANSCRIPT, WRITE_WORDS, type WrittenTranscript } from '../../sql/transcripts.ts'
import { COUNT_USAGE } from '../../sql/usage-counts.ts'
import { GROW } from './statements.ts'
import type { Answer, Claim, Freed, TurnSteps } from './steps.ts'

interface Place {
  organization_id: string
  conversation_id: string
}

const own = sql<AskerRow & { id: string }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE ${IS_OWN}
`)
const assistantOf = sql<
  { organization_id: string; assistant_id: string },
  { model: string; answerable: 0 | 1 }
>(`
  SELECT model,
         status = 'active' AND EXISTS (
           SELECT 1 FROM assistant_collections
            WHERE assistant_collections.organization_id = :organization_id
              AND assistant_collections.assistant_id = :assistant_id) AS answerable
    FROM assistants
   WHERE organization_id = :organization_id AND id = :assistant_id
`)
const lastSequence = sql<Place, { last: number }>(`
  SELECT coalesce(max(sequence), 0) AS last
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
`)
const keyed = sql<Place & { idempotency_key: string | null }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND idempotency_key = :idempotency_key
`)
const messageAt = sql<Place & { sequence: number }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
     AND sequence = :sequence
`)
const messageOf = sql<{ organization_id: string; id: string }, MessageRow>(`
  SELECT ${MESSAGE_COLUMNS}
    FROM messages
   WHERE organization_id = :organization_id AND id = :id
`)
const conversationOf = sql<Place, ConversationRow & { channel: Channel }>(`
  SELECT ${CONVERSATION_COLUMNS}, channel
    FROM conversations
   WHERE organization_id = :organization_id AND id = :conversation_id
`)
const claimIdle = sql<Claim, ConversationRow>(`
  UPDATE conversations
     SET turn_state = 'awaiting_answer', message_count = message_count + 1,
         title = coalesce(:named, title), updated_at = :created_at
   WHERE organization_id = :organization_id AND id = :conversation_id
     AND status = 'active' AND turn_state = 'idle'
  RETURNING ${CONVERSATION_COLUMNS}
`)
const insertMessage = sql<MessageRow & { organization_id: string }>(`
  INSERT INTO messages (organization_id, id, conversation_id, role, sequence, status, text,
                        citations, links, abstained, created_at, model, finish_reason,
                        idempotency_key, metadata, abstention_reason, error_code, error_message,
                        input_tokens, output_tokens)
  VALUES (:organization_id, :id, :conversation_id, :role, :sequence, :status, :text,
          :citations, :links, :abstained, :created_at, :model, :finish_reason,
          :idempotency_key, :metadata, :abstention_reason, :error_code, :error_message,
          :input_tokens, :output_tokens)
`)
const insertLive = sql<Claim>(`
  INSERT INTO live_turns (organization_id, answer_id, conversation_id, question_id, streamed,
                          model, named, text, citations, claimed_at, owner, lease_until)
  VALUES (:organization_id, :answer_id, :conversation_id, :id, :streamed,
          :answering, :named, '', '[]', :created_at, :owner, :lease_until)
`)
const overwrites = sql<object, { secure_delete: 0 | 1 }>('PRAGMA secure_delete')
const overwriteDeleted = sql<object>('PRAGMA secure_delete = on')
const leaveDeleted = sql<object>('PRAGMA secure_delete = off')
const grow = sql<Answer & { text: string; citations: string; until: string }>(GROW)
const eraseLive = sql<Answer, LiveTurn>(`
  DELETE FROM live_turns
   WHERE organization_id = :organization_id AND answer_id = :answer_id
  RETURNING ${LIVE_COLUMNS}
`)
const wordsOf = sql<Place, { words: string }>(`
  SELECT words
    FROM transcripts
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
`)
const idle = sql<Freed, ConversationRow & { assistant_id: string }>(`
  UPDATE conversations
     SET turn_state = 'idle', message_count = message_count + 1, updated_at = :created_at,
         last_outcome = :outcome, handled = 0
   WHERE organization_id = :organization_id AND id = :conversation_id
  RETURNING ${CONVERSATION_COLUMNS}
`)
const eraseHandling = sql<Place>(`
  DELETE FROM handlings
   WHERE organization_id = :organization_id AND conversation_id = :conversation_id
`)
const insertTrace = sql<Freed>(`
  INSERT INTO traces (organization_id, answer_id, created_at, trace)
  VALUES (:organization_id, :id, :created_at, :trace)
`)
const insertCited = sql<Freed & { assistant_id: string }>(`
  INSERT INTO cited_documents (organization_id, document_id, answer_id, assistant_id,
                               conversation_id, answered_at)
  SELECT :organization_id, value, :id, :assistant_id, :conversation_id, :created_at
    FROM EACH (:cited) AS listed
   WHERE true
  ON CONFLICT DO NOTHING
`)
const insertCitedPassages = sql<Freed>(`
  INSERT INTO cited_passages (organization_id, answer_id, passage_id)
  SELECT :organization_id, :id, value FROM EACH (:cited_passages) AS listed WHERE true
  ON CONFLICT DO NOTHING
`)
const writeTranscript = sql<Place & WrittenTranscript>(WRITE_TRANSCRIPT)
const writeWords = sql<Place & WrittenTranscript>(WRITE_WORDS)
const countUsage = sql<{ counted: string }>(COUNT_USAGE)

export const turnSteps: TurnSteps = {
  begins: 'step',

  *ground({ idempotency_key, ...asked }) {
    const conversation = yield* own.get(asked)
    if (!conversation) return undefined
    const { organization_id, id: conversation_id } = asked
    const place = { organization_id, conversation_id }
    const earlier =
      idempotency_key === null ? undefined : yield* keyed.get({ ...place, idempotency_key })
    const answer = earlier && (yield* messageAt.get({ ...place, sequence: earlier.sequence + 1 }))
    const { assistant_id } = conversation
    const assistant = yield* assistantOf.get({ organization_id, assistant_id })
    return {
      ...conversation,
      model: assistant?.model ?? null,
      answerable: assistant?.answerable ?? 0,
      last_sequence: (yield* lastSequence.get(place))?.last ?? 0,
      asked: earlier ?? null,
      answer: answer ?? null,
    }
  },

  *claim(claimed) {
    const conversation = yield* claimIdle.get(claimed)
    if (!conversation) return undefined
    yield* insertMessage.run(claimed)
    yield* insertLive.run(claimed)
    yield* tellOf(claimed)
    return conversation
  },

  // The background thread does this, whose connection is faster because it does not overwrite.
  *grow(grown) {
    const overwriting = (yield* overwrites.get({}))?.secure_delete === 1
    if (!overwriting) yield* overwriteDeleted.get({})
    try {
      yield* grow.run(grown)
    } finally {
      if (!overwriting) yield* leaveDeleted.get({})
    }
  },

  *take(answer) {
    const live = yield* eraseLive.get(answer)
    if (!live) return undefined
    const conversation = yield* conversationOf.get(live)
    const { organization_id, question_id: id } = live
    const question = yield* messageOf.get({ organization_id, id })
    if (!conversation || !question) return undefined
    const { assistant_id, channel } = conversation
    const earlier_words = (yield* wordsOf.get(live))?.words ?? null
    return { ...live, assistant_id, channel, question, earlier_words }
  },

  *free(freed) {
    const conversation = yield* idle.get(freed)
    if (!conversation) return undefined
    yield* eraseHandling.run(freed)
    yield* insertMessage.run(freed)
    if (freed.trace !== null) yield* insertTrace.run(freed)
    if (freed.cited.length > 0) {
      yield* insertCited.run({ ...freed, assistant_id: conversation.assistant_id })
    }
    if (freed.cited_passages.length > 0) yield* insertCitedPassages.run(freed)
    yield* writeTranscript.run(freed)
    yield* writeWords.run(freed)
    yield* countUsage.run(freed)
    yield* tellOf(freed)
    return conversation
  },

  *ended({ organization_id, answer_id: id }) {
    const answer = yield* messageOf.get({ organization_id, id })
    if (answer?.role !== 'assistant') return undefined
    const { conversation_id, sequence } = answer
    const place = { organization_id, conversation_id }
    const question = yield* messageAt.get({ ...place, sequence: sequence - 1 })
    const found = yield* conversationOf.get(place)
    if (!question || !found) return undefined
    const { channel: _, ...conversation } = found
    return { conversation, question, answer }
  },
}

function* tellOf({ organization_id, conversation_id: id }: Place): Step<void> {
  yield* tell({ organization_id, kind: 'conversation', id, revision: null })
}
