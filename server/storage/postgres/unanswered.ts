import type { Ending } from '../ports/turns.ts'
import type { MessageRow } from '../rows/messages.ts'
import type { GapWords } from '../rules/gaps.ts'
import type { Transaction } from './database.ts'
import { addToGap } from './gap-grouping.ts'
import { sql } from './statement.ts'

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

/** Keeps a question without an answer, with what was near it, and adds it to the gaps. */
export async function keepUnanswered(
  transaction: Transaction,
  place: { organization_id: string; assistant_id: string; read: GapWords },
  { id: question_id, created_at: asked_at }: MessageRow,
  { abstention_reason, nearest = [] }: Ending,
): Promise<void> {
  const { organization_id } = place
  const asked = { organization_id, question_id, asked_at }
  const found = { abstention_reason, nearest: JSON.stringify(nearest) }
  await insertUnanswered.run(transaction, { ...asked, ...found })
  await addToGap(transaction, { ...place, question_id, asked_at })
}
