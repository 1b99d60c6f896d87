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
  id: z.uuid().describe('That of the first question.'),
  assistant_id: z.uuid().describe('The assistant that was asked.'),
  label: z.string().describe('The first question.'),
  count: z.int(),
  first_asked_at: Timestamp,
  last_asked_at: Timestamp,
  days: z
    .array(z.strictObject({ day: z.iso.date(), count: z.int() }))
    .max(MAX_GAP_DAYS)
    .describe('The newest 30 UTC days on which it was asked, the latest first.'),
  questions: z
    .array(z.string())
    .max(MAX_GAP_QUESTIONS)
    .describe('The five newest; long ones are cut.'),
  nearest: z.array(NearPassage).describe('The passages near the newest question.'),
  state: GapState,
})
export type Gap = z.infer<typeof Gap>

export const ListGaps = ListQuery.extend({
  from: Day.optional().describe('UTC day, inclusive.'),
  to: Day.optional().describe('UTC day, inclusive.'),
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
  description:
    'A gap becomes `answered` by itself once a sync or a curated answer has what its questions lack.',
  method: 'put',
  path: '/usage/gaps/{gap_id}',
  access: 'curated.manage',
  body: SetGapState,
  status: 200,
  audit: { action: 'gap.updated' },
  reply: Gap,
})
