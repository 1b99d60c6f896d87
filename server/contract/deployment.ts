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
  allowed_origins: AllowedOrigins.describe('Each exactly `scheme://host` or `scheme://host:port`.'),
  expires_at: SentTimestamp.nullish().describe('In the future.'),
  appearance: SentAppearance.nullish().describe('As `PUT …/appearance` takes it.'),
})
export type CreateDeployment = z.infer<typeof CreateDeployment>

export const UpdateDeployment = z
  .strictObject({
    name: Name.nullish(),
    allowed_origins: AllowedOrigins.nullish().describe(
      'Replaces the list from the next request on; `[]` stops the widget everywhere.',
    ),
  })
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
export const RotateDeployment = z.strictObject({
  grace_hours: z
    .int(HOURS)
    .min(0, HOURS)
    .max(720, HOURS)
    .describe('How long the old key goes on working; 0 revokes it at once.'),
})
export type RotateDeployment = z.infer<typeof RotateDeployment>

/** A website of a deployment: allowed, seen, or both. */
export const DeploymentOrigin = z.strictObject({
  origin: z.string(),
  allowed: z.boolean(),
  last_seen_at: Timestamp.nullable().describe('To within a minute; `null` when it was not seen.'),
  widget_version: z.string().nullable().describe('`null` when it is not known.'),
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
  description:
    'With its `widget_key` and the `snippet` to paste. A taken name is 409, an unknown assistant 404.',
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
  description: 'At least one field.',
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
  description: 'Its key fails on the next request, permanently.',
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
  description:
    'Makes a successor: the same name, assistant, origins, appearance and expiry, and a new key. The old deployment is called "Website (until 2026-12-01)" from then on and works for `grace_hours` more, so that both script tags work meanwhile. One that is not active is 409.',
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
  description:
    'Those that the deployment allows and those that its widget was shown on, by origin.',
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
  description: 'Which pages were refused in the last 24 hours, and why; by origin and reason.',
  method: 'get',
  path: '/widget-deployments/{deployment_id}/refusals',
  access: 'widget.read',
  query: ListQuery,
  status: 200,
  reply: page(Refusal),
})

/** Where the widget's script is. */
export const WidgetScript = z.strictObject({
  src: z.url().describe("The widget's script in its newest version."),
  pinned: z
    .strictObject({ src: z.url(), integrity: z.string() })
    .nullable()
    .describe(
      'That of this version, which never changes, with its hash for the `integrity` attribute; `null` before the widget is built.',
    ),
})
export type WidgetScript = z.infer<typeof WidgetScript>

export const getWidgetScript = operation({
  rule: 'behaviour.md#widget-deployments',
  summary: "Read the addresses of the widget's script",
  method: 'get',
  path: '/widget-script',
  access: 'session',
  status: 200,
  reply: WidgetScript,
})
