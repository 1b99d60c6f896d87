import { z } from 'zod'
import { CHANGES_NOTHING, operation } from './operation.ts'
import { shownText } from './text.ts'

export const OrganizationName = shownText(1, 200)

const DAYS = { error: 'must be a whole number from 1 to 3650, or null' }
/** Days after its last change until a conversation is erased; null: never. */
export const RetentionDays = z.int(DAYS).min(1, DAYS).max(3650, DAYS).nullable()

const TOKENS = { error: 'must be a whole number from 0 to 1000000000000, or null' }
/** Tokens of configured models in a UTC day; null: without a limit. */
export const DailyModelTokens = z.int(TOKENS).min(0, TOKENS).max(1e12, TOKENS).nullable()

/** What applies to a whole organization (docs/behaviour.md#organization). */
export const Organization = z.strictObject({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  retention_days: RetentionDays,
  daily_model_tokens: DailyModelTokens,
  revision: z.int(),
})
export type Organization = z.infer<typeof Organization>

export const UpdateOrganization = z
  .strictObject({
    revision: z.int(),
    name: OrganizationName.optional(),
    retention_days: RetentionDays.optional().describe(
      'Conversations that were not touched for so many days are erased; `null`: never.',
    ),
    daily_model_tokens: DailyModelTokens.optional().describe(
      'Bounds what configured models may use in a UTC day; `null`: no limit.',
    ),
  })
  .refine((body) => Object.keys(body).some((field) => field !== 'revision'), {
    error: CHANGES_NOTHING,
  })
export type UpdateOrganization = z.infer<typeof UpdateOrganization>

export const getOrganization = operation({
  rule: 'behaviour.md#organization',
  summary: 'Read the organization',
  method: 'get',
  path: '/organization',
  access: 'organization.manage',
  status: 200,
  reply: Organization,
})

export const updateOrganization = operation({
  rule: 'behaviour.md#organization',
  summary: 'Change the organization',
  description: 'An outdated `revision` is 409.',
  method: 'patch',
  path: '/organization',
  access: 'organization.manage',
  body: UpdateOrganization,
  status: 200,
  audit: { action: 'organization.updated' },
  reply: Organization,
})

export const exportOrganization = operation({
  rule: 'behaviour.md#export-and-import',
  summary: 'Export the organization',
  description:
    'A `.tar.gz` of everything that it holds, without secrets. `svc import FILE --org SLUG` reads it into an empty organization. `HEAD` tells whether it would be sent, and makes none.',
  method: 'get',
  path: '/organization/export',
  access: 'organization.export',
  person: true,
  confirmed: 'always',
  status: 200,
  audit: { action: 'export.created', target: 'organization' },
  replyAs: 'download',
})
