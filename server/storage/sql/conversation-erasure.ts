import { eraseFromGaps } from './gap-grouping.ts'
import { eraseKeptQuestions } from './kept-questions.ts'
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
   WHERE organization_id = :organization_id AND id = ANY (:ids)
   ORDER BY id
     FOR UPDATE
`)
const questionsOf = sql<Erased, { id: string }>(`
  SELECT id
    FROM messages
   WHERE organization_id = :organization_id AND conversation_id = ANY (:ids) AND role = 'user'
`)
const eraseWords = sql<Erased>(`
  DELETE FROM transcript_words
   USING (SELECT organization_id, conversation_id, jsonb_object_keys(words::jsonb) AS word
            FROM transcripts
           WHERE organization_id = :organization_id AND conversation_id = ANY (:ids)) AS held
   WHERE transcript_words.organization_id = held.organization_id
     AND transcript_words.word = held.word
     AND transcript_words.conversation_id = held.conversation_id
`)
// Messages and what belongs to them, and an answer in progress, are deleted with the row.
const erase = sql<Erased>(`
  DELETE FROM conversations WHERE organization_id = :organization_id AND id = ANY (:ids)
`)

/** Erases conversations of an organization with all that was made of them. */
export function* eraseConversations(organization_id: string, ids: string[]): Step<void> {
  if (ids.length === 0) return
  const erased = { organization_id, ids }
  yield* lock.run(erased)
  const questions = (yield* questionsOf.all(erased)).map(({ id }) => id)
  yield* eraseFromGaps(organization_id, questions)
  yield* eraseKeptQuestions(organization_id, questions)
  yield* eraseWords.run(erased)
  yield* erase.run(erased)
  for (const id of ids) {
    yield* tell({ organization_id, kind: 'conversation', id, revision: null })
  }
}
