import type { Ending } from '../ports/turns.ts'
import type { MessageRow } from '../rows/messages.ts'
import type { GapWords } from '../rules/gaps.ts'
import { addToGap } from './gap-grouping.ts'
import { type Step, sql } from './step.ts'

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
export function* keepUnanswered(
  place: { organization_id: string; assistant_id: string; read: GapWords },
  { id: question_id, created_at: asked_at }: MessageRow,
  { abstention_reason, nearest = [] }: Ending,
): Step<void> {
  const { organization_id } = place
  const asked = { organization_id, question_id, asked_at }
  const found = { abstention_reason, nearest: JSON.stringify(nearest) }
  yield* insertUnanswered.run({ ...asked, ...found })
  yield* addToGap({ ...place, question_id, asked_at })
}
