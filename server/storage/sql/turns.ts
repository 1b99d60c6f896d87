import { LOCKED } from '../hot/turns/statements.ts'
import type { Answer, TurnSteps } from '../hot/turns/steps.ts'
import type { Asker } from '../ports/conversations.ts'
import type { Begun, EndedTurn, Ending, NewQuestion, Turns } from '../ports/turns.ts'
import { type ConversationRow, toAskerRow, toConversation } from '../rows/conversations.ts'
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
import { toJsonRows } from './json-rows.ts'
import { eraseKeptQuestions } from './kept-questions.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { writtenTranscript } from './transcripts.ts'
import { keepUnanswered } from './unanswered.ts'

interface Place {
  organization_id: string
  conversation_id: string
}

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
const leases = sql<object, Answer & Lease>(`
  SELECT organization_id, answer_id, owner, lease_until FROM live_turns
`)
const eraseQuestion = sql<LiveTurn>(`
  DELETE FROM messages WHERE organization_id = :organization_id AND id = :question_id
`)
const freeUnasked = sql<LiveTurn & { now: string }>(`
  UPDATE conversations
     SET turn_state = 'idle', message_count = message_count - 1, updated_at = :now,
         title = CASE WHEN title = :named THEN '' ELSE title END
   WHERE organization_id = :organization_id AND id = :conversation_id
`)

/**
 * As in the port. A row of live_turns exists exactly while a conversation is awaiting_answer;
 * whoever takes a turn over deletes its row, so that the earlier owner finds nothing to write to.
 */
export function createTurns(db: Driver, owner: string, steps: TurnSteps): Turns {
  const { begin, end, drop } = stepsOf(owner, steps)

  /** Takes a turn over, if its lease has ended by the time that its conversation is locked. */
  const takeOver = async (left: Answer, now: string) => {
    const seen = await db.run(() => liveOf.get(left))
    if (!seen) return 0
    const ending = takenTurn(fromLive(seen))
    const read = ending && readTurn(seen.asked, ending)
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
    begin: (asker, id, question, now) =>
      db[steps.begins](() => begin({ asker, id }, question, now)),

    progress: (organization_id, answer_id, { text, citations }, now) => {
      const grown = { text, citations: JSON.stringify(citations), until: leaseUntil(now) }
      return db.run(() => steps.grow({ organization_id, answer_id, ...grown }))
    },

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

/** What becomes of a turn, by the steps of an engine. */
function stepsOf(owner: string, steps: TurnSteps) {
  /** Decides by what it reads, and begins again when that has changed before it claims. */
  function* begin(
    { asker, id }: { asker: Asker; id: string },
    question: NewQuestion,
    now: string,
  ): Step<Begun | null> {
    const { organization_id } = asker
    const { answer_id, idempotency_key, streamed } = question
    for (;;) {
      const ground = yield* steps.ground({ ...toAskerRow(asker), id, idempotency_key })
      if (!ground) return null
      const { model, answerable, last_sequence, asked, answer, ...conversation } = ground
      if (asked) return repeated({ conversation, asked, answer }, question)
      requireAskable(conversation, { answerable: answerable === 1 })
      const row = questionRow(id, question, last_sequence + 1, now)
      const claimed = yield* steps.claim({
        ...row,
        organization_id,
        answer_id,
        streamed: streamed ? 1 : 0,
        answering: model,
        named: titleFor(conversation, question),
        owner,
        lease_until: leaseUntil(now),
        seen: conversation.message_count,
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

  function* end(
    { read, ...answer }: Answer & { read: ReadTurn | null },
    ending: Ending,
    now: string,
  ): Step<EndedTurn | null> {
    const live = read ? yield* steps.take(answer) : undefined
    if (!live || !read) return yield* findEnded(answer)
    const { question, earlier_words, organization_id, assistant_id, channel } = live
    if (read.gap) {
      const place = { organization_id, assistant_id, read: read.gap }
      yield* keepUnanswered(place, question, ending)
    }
    const row = answerRow(live.answer_id, question, ending, now)
    const cited = ending.trace?.passages.filter((passage) => passage.cited) ?? []
    const used = { organization_id, assistant_id, channel, model: ending.model }
    const freed = yield* steps.free({
      ...row,
      ...writtenTranscript(earlier_words, read.transcript),
      organization_id,
      outcome: outcomeOf(ending),
      trace: ending.trace ? JSON.stringify(ending.trace) : null,
      cited: cited.map(({ document_id }) => document_id),
      cited_passages: ending.citations.map(({ source_id }) => source_id),
      counted: toJsonRows([toUsageRow(used, now, countsOf(ending))]),
    })
    return endedTurn(freed as ConversationRow, question, row)
  }

  function* findEnded(answer: Answer): Step<EndedTurn | null> {
    const found = yield* steps.ended(answer)
    return found ? endedTurn(found.conversation, found.question, found.answer) : null
  }

  function* drop(answer: Answer, now: string): Step<void> {
    const live = yield* steps.take(answer)
    if (!live) return
    yield* eraseKeptQuestions(live.organization_id, [live.question_id])
    yield* eraseQuestion.run(live)
    yield* freeUnasked.run({ ...live, now })
    yield* tellOf(live)
  }

  return { begin, end, drop }
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

function* tellOf({ organization_id, conversation_id: id }: Place): Step<void> {
  yield* tell({ organization_id, kind: 'conversation', id, revision: null })
}
