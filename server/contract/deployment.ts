import { z } from 'zod'
import { sized } from './bounded.ts'
import { CHANGES_NOTHING, changesSomething, ListQuery, operation, page } from './operation.ts'
import { SentTimestamp, shownText, Timestamp } from './text.ts'

/** Contract §2.4, with the snippet to paste (completions 10). */
export const Deployment = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  widget_key: z.string(),
  assistant_id: z.uuid(),
  status: z.enum(['active', 'revoked', 'expired']),
  allowed_origins: z.array(z.string()),
  created_at: Timestamp,
  created_by: z.uuid().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  snippet: z.string(),
})
export type Deployment = z.infer<typeof Deployment>

/**
 * Exactly `scheme://host` or `scheme://host:port` (contract §4.4, rule 5), matched before any URL
 * parser sees it, because parsers rewrite hosts and drop user names; stored in the one spelling that
 * a browser sends: lower case, no default port (completions 10).
 */
export const Origin = z
  .string()
  .max(300)
  .transform((text, context) => {
    const origin = normalizeOrigin(text)
    if (origin) return origin
    context.addIssue(
      'must be scheme://host or scheme://host:port with http or https, an ASCII host and no path',
    )
    return z.NEVER
  })

const ORIGIN =
  /^(https?):\/\/((?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?|\[[0-9a-f:.]+\])(?::([1-9]\d{0,4}))?$/i

/** The stored spelling of an origin, or null when it is not one. A host that a URL parser would rewrite is none. */
export function normalizeOrigin(text: string): string | null {
  // Matched before its letters are made small, which would make the Kelvin sign a plain k.
  const parts = ORIGIN.exec(text)?.slice(1) ?? []
  const [scheme, host, port] = parts.map((part) => part?.toLowerCase())
  if (!scheme || !host || Number(port ?? 0) > 65_535) return null
  const url = URL.parse(`${scheme}://${host}${port ? `:${port}` : ''}`)
  return url?.hostname === host ? url.origin : null
}

const Name = shownText(1, 120)
const AllowedOrigins = sized(
  z
    .array(Origin)
    .max(20)
    .transform((origins) => [...new Set(origins)].sort()),
  { max: 20, error: 'must hold at most 20 origins' },
)

export const CreateDeployment = z.strictObject({
  name: Name,
  assistant_id: z.string(),
  allowed_origins: AllowedOrigins,
  expires_at: SentTimestamp.nullish(),
})
export type CreateDeployment = z.infer<typeof CreateDeployment>

export const UpdateDeployment = z
  .strictObject({ name: Name.nullish(), allowed_origins: AllowedOrigins.nullish() })
  .refine(changesSomething, { error: CHANGES_NOTHING })
export type UpdateDeployment = z.infer<typeof UpdateDeployment>

/** Why a page was refused, for the owner only (completions 10). */
export const refusalReasons = ['origin_not_allowed', 'revoked', 'expired', 'rate_limited'] as const
export type RefusalReason = (typeof refusalReasons)[number]
export const Refusal = z.strictObject({
  origin: z.string(),
  reason: z.enum(refusalReasons),
  count: z.int(),
  last_at: Timestamp,
})
export type Refusal = z.infer<typeof Refusal>

export const listDeployments = operation({
  section: '4.4',
  summary: 'List widget deployments of every status',
  method: 'get',
  path: '/widget-deployments',
  access: 'widget.read',
  query: ListQuery,
  status: 200,
  reply: page(Deployment),
})

export const createDeployment = operation({
  section: 'completions 10',
  summary: 'Embed an assistant in websites',
  method: 'post',
  path: '/widget-deployments',
  access: 'assistant.publish',
  body: CreateDeployment,
  status: 201,
  reply: Deployment,
})

export const getDeployment = operation({
  section: 'completions 10',
  summary: 'Read a widget deployment',
  method: 'get',
  path: '/widget-deployments/{deployment_id}',
  access: 'widget.read',
  status: 200,
  reply: Deployment,
})

export const updateDeployment = operation({
  section: '4.4',
  summary: 'Rename a widget deployment or replace its origins',
  method: 'patch',
  path: '/widget-deployments/{deployment_id}',
  access: 'assistant.publish',
  body: UpdateDeployment,
  status: 200,
  reply: Deployment,
})

export const revokeDeployment = operation({
  section: '4.4',
  summary: 'Revoke a widget deployment for good',
  method: 'delete',
  path: '/widget-deployments/{deployment_id}',
  access: 'assistant.publish',
  status: 200,
  reply: Deployment,
})

export const listRefusals = operation({
  section: 'completions 10',
  summary: 'List the refused bootstraps of the last 24 hours',
  method: 'get',
  path: '/widget-deployments/{deployment_id}/refusals',
  access: 'widget.read',
  query: ListQuery,
  status: 200,
  reply: page(Refusal),
})
