import type { Transaction } from './database.ts'
import { eraseFromGaps } from './gap-grouping.ts'
import { eraseKeptQuestions } from './kept-questions.ts'
import { sql } from './statement.ts'

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
export async function eraseConversations(
  transaction: Transaction,
  organization_id: string,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const erased = { organization_id, ids }
  await lock.run(transaction, erased)
  const questions = (await questionsOf.all(transaction, erased)).map(({ id }) => id)
  await eraseFromGaps(transaction, organization_id, questions)
  await eraseKeptQuestions(transaction, organization_id, questions)
  await eraseWords.run(transaction, erased)
  await erase.run(transaction, erased)
  for (const id of ids) {
    transaction.tell({ organization_id, kind: 'conversation', id, revision: null })
  }
}
