import { z } from 'zod'
import { ListQuery, operation, page } from './operation.ts'
import { Timestamp } from './text.ts'
import { Day } from './usage.ts'

/** How long an entry is kept, in days (docs/behaviour.md#audit-log). */
export const AUDIT_DAYS = 400

/**
 * Who did something; `id` and `name` are null for somebody unknown, as after a failed sign-in, and
 * for the operator, who works in the shell or by a provisioning file.
 */
export const Actor = z.strictObject({
  type: z
    .enum(['user', 'api_key', 'staff', 'operator'])
    .describe('`operator` stands for the shell and the provisioning file.'),
  id: z.uuid().nullable(),
  name: z.string().nullable(),
})

/** What was changed; `name` is what it was called at that time. */
const Target = z.strictObject({
  type: z.string(),
  id: z.string().nullable(),
  name: z.string().nullable(),
})

/** A role, a state, a switch or a list of names; never a text that somebody wrote. */
const Told = z.union([z.string(), z.boolean(), z.array(z.string()), z.null()])
export type Told = z.infer<typeof Told>

/** The values of a field before and after; `from` is null for something new. */
export const ValueChange = z.strictObject({ field: z.string(), from: Told, to: Told })
export type ValueChange = z.infer<typeof ValueChange>

/**
 * What somebody changed in the organization. `action` is `{noun}.{participle}`, an open list;
 * `details.fields` names the fields of the request, `details.changes` tells the values of some.
 */
export const AuditEntry = z.strictObject({
  id: z.uuid(),
  at: Timestamp,
  actor: Actor,
  action: z.string(),
  target: Target.nullable(),
  details: z.strictObject({
    fields: z.array(z.string()).optional(),
    changes: z
      .array(ValueChange)
      .optional()
      .describe(
        'The values of roles, states, support access and events before and after, `from` is `null` for something new; of other fields only the names are told.',
      ),
  }),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const ListAudit = ListQuery.extend({
  actor: z.string().optional().describe('Id of a person or API key.'),
  action: z
    .string()
    .regex(/^[a-z_]+\.([a-z_]+|\*)$/, {
      error: 'must be an action such as member.invited, or member.* for all of members',
    })
    .optional()
    .describe('One action, or all of a noun: `member.*`.'),
  from: Day.optional().describe('UTC day, inclusive.'),
  to: Day.optional().describe('UTC day, inclusive.'),
})
export type ListAudit = z.infer<typeof ListAudit>

export const listAudit = operation({
  rule: 'behaviour.md#audit-log',
  summary: 'List who changed what',
  description: `Newest first, for ${AUDIT_DAYS} days.`,
  method: 'get',
  path: '/audit',
  access: 'audit.read',
  query: ListAudit,
  status: 200,
  reply: page(AuditEntry),
})
