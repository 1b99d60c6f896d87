import { z } from 'zod'
import { SentAppearance } from './appearance.ts'
import { sized } from './bounded.ts'
import { CHANGES_NOTHING, changesSomething, ListQuery, operation, page } from './operation.ts'
import { SentTimestamp, shownText, Timestamp } from './text.ts'

/** A widget deployment, with the script tag to paste as `snippet`. */
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
 * Exactly `scheme://host` or `scheme://host:port` (docs/behaviour.md#origins-and-preflights),
 * matched before URL parsing, which rewrites hosts and drops user names. Stored as browsers send
 * it: in lower case without a default port.
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

/**
 * The normalized origin, or null when invalid; a host that a URL parser would rewrite is invalid.
 */
export function normalizeOrigin(text: string): string | null {
  // Matched before lower-casing, which turns the Kelvin sign into a plain k.
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
  { max: 20, error: 'must contain at most 20 origins' },
)

export const CreateDeployment = z.strictObject({
  name: Name,
  assistant_id: z.string(),
  allowed_origins: AllowedOrigins,
  expires_at: SentTimestamp.nullish(),
  appearance: SentAppearance.nullish(),
})
export type CreateDeployment = z.infer<typeof CreateDeployment>

export const UpdateDeployment = z
  .strictObject({ name: Name.nullish(), allowed_origins: AllowedOrigins.nullish() })
  .refine(changesSomething, { error: CHANGES_NOTHING })
export type UpdateDeployment = z.infer<typeof UpdateDeployment>

/** Why a page was refused, which only the owner may read. */
export const refusalReasons = ['origin_not_allowed', 'revoked', 'expired', 'rate_limited'] as const
export type RefusalReason = (typeof refusalReasons)[number]
export const Refusal = z.strictObject({
  origin: z.string(),
  reason: z.enum(refusalReasons),
  count: z.int(),
  last_at: Timestamp,
})
export type Refusal = z.infer<typeof Refusal>

const HOURS = { error: 'must be a whole number from 0 to 720' }
/** How long the old key goes on working; 0 revokes it at once. */
export const RotateDeployment = z.strictObject({
  grace_hours: z.int(HOURS).min(0, HOURS).max(720, HOURS),
})
export type RotateDeployment = z.infer<typeof RotateDeployment>

/** A website of a deployment: allowed, seen, or both. */
export const DeploymentOrigin = z.strictObject({
  origin: z.string(),
  allowed: z.boolean(),
  /** To within a minute; null: never. */
  last_seen_at: Timestamp.nullable(),
  widget_version: z.string().nullable(),
})
export type DeploymentOrigin = z.infer<typeof DeploymentOrigin>

export const listDeployments = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'List widget deployments',
  description: 'Includes revoked and expired ones.',
  method: 'get',
  path: '/widget-deployments',
  access: 'widget.read',
  query: ListQuery,
  status: 200,
  reply: page(Deployment),
})

export const createDeployment = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'Create a widget deployment',
  method: 'post',
  path: '/widget-deployments',
  access: 'assistant.publish',
  body: CreateDeployment,
  status: 201,
  audit: { action: 'deployment.created' },
  reply: Deployment,
})

export const getDeployment = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'Read a widget deployment',
  method: 'get',
  path: '/widget-deployments/{deployment_id}',
  access: 'widget.read',
  status: 200,
  reply: Deployment,
})

export const updateDeployment = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'Update a widget deployment',
  description: 'Changes the name or replaces the allowed origins.',
  method: 'patch',
  path: '/widget-deployments/{deployment_id}',
  access: 'assistant.publish',
  body: UpdateDeployment,
  status: 200,
  audit: { action: 'deployment.updated' },
  reply: Deployment,
})

export const revokeDeployment = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'Revoke a widget deployment',
  description: 'Permanent: its key fails on the next request.',
  method: 'delete',
  path: '/widget-deployments/{deployment_id}',
  access: 'assistant.publish',
  status: 200,
  audit: { action: 'deployment.revoked' },
  reply: Deployment,
})

export const rotateDeployment = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'Give a widget deployment a new key',
  description: 'Makes a successor; the old key works for some hours more.',
  method: 'post',
  path: '/widget-deployments/{deployment_id}/rotate',
  access: 'assistant.publish',
  body: RotateDeployment,
  status: 201,
  audit: { action: 'deployment.rotated' },
  reply: Deployment,
})

export const listDeploymentOrigins = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'List the websites of a widget deployment',
  description: 'Those it allows, and those it was seen on; by origin.',
  method: 'get',
  path: '/widget-deployments/{deployment_id}/origins',
  access: 'widget.read',
  query: ListQuery,
  status: 200,
  reply: page(DeploymentOrigin),
})

export const listRefusals = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: 'List refused widget requests',
  description: 'Covers the last 24 hours, by origin and reason.',
  method: 'get',
  path: '/widget-deployments/{deployment_id}/refusals',
  access: 'widget.read',
  query: ListQuery,
  status: 200,
  reply: page(Refusal),
})

/** Where the widget's script is. */
export const WidgetScript = z.strictObject({
  /** Its newest version is served there. */
  src: z.url(),
  /** The version of this service, which never changes; null when the widget is not built. */
  pinned: z.strictObject({ src: z.url(), integrity: z.string() }).nullable(),
})
export type WidgetScript = z.infer<typeof WidgetScript>

export const getWidgetScript = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: "Read the addresses of the widget's script",
  description: 'Of the newest version, and of this one for pages that pin it.',
  method: 'get',
  path: '/widget-script',
  access: 'session',
  status: 200,
  reply: WidgetScript,
})
