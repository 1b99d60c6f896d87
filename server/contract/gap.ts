import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'
import { Day, NearPassage } from './usage.ts'

export const gapStates = ['open', 'answered', 'dismissed'] as const
export const GapState = z.enum(gapStates, { error: 'must be open, answered or dismissed' })
export type GapState = z.infer<typeof GapState>

export const MAX_GAP_QUESTIONS = 5
export const MAX_GAP_DAYS = 30
export const MAX_GAP_TEXT_CHARS = 500

/** Questions that are alike and had no good answer (docs/behaviour.md#gaps). */
export const Gap = z.strictObject({
  /** That of the first question. */
  id: z.uuid(),
  /** The first question. */
  label: z.string(),
  count: z.int(),
  first_asked_at: Timestamp,
  last_asked_at: Timestamp,
  /** The newest UTC days on which it was asked, the latest first. */
  days: z.array(z.strictObject({ day: z.iso.date(), count: z.int() })).max(MAX_GAP_DAYS),
  /** The newest ones; long ones are cut. */
  questions: z.array(z.string()).max(MAX_GAP_QUESTIONS),
  /** The passages near the newest question. */
  nearest: z.array(NearPassage),
  state: GapState,
})
export type Gap = z.infer<typeof Gap>

export const ListGaps = ListQuery.extend({
  /** UTC days, both inclusive. */
  from: Day.optional(),
  to: Day.optional(),
  assistant_id: z.string().optional(),
  state: GapState.default('open'),
})
export type ListGaps = z.infer<typeof ListGaps>

export const SetGapState = z.strictObject({ state: GapState })
export type SetGapState = z.infer<typeof SetGapState>

export const listGaps = operation({
  rule: 'behaviour.md#gaps',
  summary: 'List gaps in the knowledge',
  description: 'Unanswered questions and answers rated down, grouped by likeness, largest first.',
  method: 'get',
  path: '/usage/gaps',
  access: 'usage.read',
  query: ListGaps,
  status: 200,
  reply: page(Gap),
})

export const setGapState = operation({
  rule: 'behaviour.md#gaps',
  summary: 'Change the state of a gap',
  method: 'put',
  path: '/usage/gaps/{gap_id}',
  access: 'curated.manage',
  body: SetGapState,
  status: 200,
  audit: { action: 'gap.updated' },
  reply: Gap,
})
