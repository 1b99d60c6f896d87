import { eraseFromGaps } from './gap-grouping.ts'
import { eraseKeptQuestions } from './kept-questions.ts'
import { citedIn, forgetUncited } from './past-passages.ts'
import { learntFrom, settleLearnt } from './question-showing.ts'
import { type Step, sql, tell } from './step.ts'

interface Erased {
  organization_id: string
  ids: string[]
}

// In the order in which a turn locks them, so that neither ever waits for the other: conversations,
// then gaps.
const lock = sql<Erased>(`
  SELECT 1
    FROM conversations
   WHERE organization_id = :organization_id AND id AMONG (:ids)
   ORDER BY id
     FOR UPDATE
`)
const questionsOf = sql<Erased, { id: string }>(`
  SELECT id
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id AMONG (:ids) AND role = 'user'
`)
const transcripts = sql<Erased, { conversation_id: string; words: string }>(`
  SELECT conversation_id, words
    FROM transcripts
   WHERE organization_id = :organization_id AND conversation_id AMONG (:ids)
`)
const eraseWords = sql<{ organization_id: string; conversation_id: string; words: string[] }>(`
  DELETE FROM transcript_words
   WHERE organization_id = :organization_id AND word AMONG (:words)
     AND conversation_id = :conversation_id
`)
// Messages and what belongs to them, and an answer in progress, are deleted with the row.
const erase = sql<Erased>(`
  DELETE FROM conversations WHERE organization_id = :organization_id AND id AMONG (:ids)
`)

/** Erases conversations of an organization with all that was made of them. */
export function* eraseConversations(organization_id: string, ids: string[]): Step<void> {
  if (ids.length === 0) return
  const erased = { organization_id, ids }
  yield* lock.run(erased)
  const questions = (yield* questionsOf.all(erased)).map(({ id }) => id)
  yield* eraseFromGaps(organization_id, questions)
  yield* eraseKeptQuestions(organization_id, questions)
  for (const { conversation_id, words } of yield* transcripts.all(erased)) {
    const held = Object.keys(JSON.parse(words) as Record<string, number>)
    yield* eraseWords.run({ organization_id, conversation_id, words: held })
  }
  const cited = yield* citedIn(organization_id, ids)
  const learnt = yield* learntFrom(organization_id, ids)
  yield* erase.run(erased)
  yield* settleLearnt(organization_id, learnt)
  yield* forgetUncited(organization_id, cited)
  for (const id of ids) {
    yield* tell({ organization_id, kind: 'conversation', id, revision: null })
  }
}
