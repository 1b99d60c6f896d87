import { z } from 'zod'
import { operation } from './operation.ts'
import { Timestamp } from './text.ts'

/** What somebody should look at, the most pressing first (docs/behaviour.md#problems). */
export const problemKinds = [
  'sync_failed',
  'deletions_withheld',
  'budget_spent',
  'origin_refused',
  'deployment_expiring',
  'api_key_expiring',
  'new_gaps',
  'passages_outdated',
] as const

/** How many problems of a kind are told. */
export const MAX_PROBLEMS = 50
/** How long before and after its end a deployment or a key is told of, in days. */
export const EXPIRY_DAYS = 14
/** How long a gap is new, in days. */
export const NEW_GAP_DAYS = 7

export const Problem = z.strictObject({
  kind: z.enum(problemKinds),
  /** When it happened; of what expires, when it does. */
  at: Timestamp,
  /** null: it is of the organization. */
  target: z
    .strictObject({
      type: z.enum(['source', 'deployment', 'api_key']),
      id: z.uuid(),
      name: z.string(),
    })
    .nullable(),
  /** The error code of a job, or why an origin was refused. */
  reason: z.string().nullable(),
  /** The refused one. */
  origin: z.string().nullable(),
  /** Refusals, withheld deletions, gaps, passages, or percent of the day's tokens; 1 of others. */
  count: z.int(),
})
export type Problem = z.infer<typeof Problem>

export const listProblems = operation({
  rule: 'behaviour.md#problems',
  summary: 'List what needs somebody',
  description:
    'Failed syncs, withheld deletions, a spent budget, refused origins, what expires soon, new gaps, passages to be read again after an upgrade. Keys are told only to persons who manage them.',
  method: 'get',
  path: '/usage/problems',
  access: 'usage.read',
  status: 200,
  reply: z.strictObject({ data: z.array(Problem) }),
})
