import type { Appearance, SentAppearance, SparseAppearance } from '../contract/appearance.ts'
import type {
  CreateDeployment,
  Deployment,
  DeploymentOrigin,
  Refusal,
  RotateDeployment,
  UpdateDeployment,
} from '../contract/deployment.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import { createWidgetKey } from '../identity/secrets.ts'
import type { StoredDeployment } from '../storage/ports/deployments.ts'
import type { Store } from '../storage/store.ts'
import { expiry } from './expiry.ts'
import { found } from './not-found.ts'
import { sentFields } from './sent-fields.ts'

export type Deployments = ReturnType<typeof createDeployments>

/** Widget deployments of an organization (docs/behaviour.md#widget-deployments). */
export function createDeployments({
  store,
  publicUrl,
  now,
  newId,
}: {
  store: Store
  publicUrl: string
  now: () => string
  newId: () => string
}) {
  const script = `${publicUrl}/svc/widget.js`
  const withSnippet = (deployment: StoredDeployment): Deployment => ({
    ...deployment,
    snippet: `<script async src="${escapeAttribute(script)}" data-widget-key="${escapeAttribute(deployment.widget_key)}"></script>`,
  })

  return {
    async list({ organization_id }: Caller, paging: ListQuery): Promise<Page<Deployment>> {
      const page = await store.deployments.list(organization_id, paging, now())
      return { ...page, data: page.data.map(withSnippet) }
    },

    async get({ organization_id }: Caller, id: string): Promise<Deployment> {
      const deployment = await store.deployments.find(organization_id, id, now())
      return withSnippet(found(deployment, 'Widget deployment'))
    },

    /** A taken name is a `conflict`; `expires_at` must be in the future. */
    async create(
      caller: Caller,
      body: CreateDeployment,
      widget_key = createWidgetKey(),
    ): Promise<Deployment> {
      const at = now()
      const deployment = await store.deployments.create(caller.organization_id, {
        id: newId(),
        name: body.name,
        widget_key,
        assistant_id: body.assistant_id,
        allowed_origins: body.allowed_origins,
        created_at: at,
        created_by: caller.owner.type === 'user' ? caller.owner.id : null,
        expires_at: expiry(body.expires_at, at),
        appearance: sentFields(body.appearance ?? {}),
      })
      return withSnippet(found(deployment, 'Assistant'))
    },

    /** Changes name and origins; the status stays the same. */
    async update({ organization_id }: Caller, id: string, body: UpdateDeployment) {
      const change = sentFields(body)
      const deployment = await store.deployments.update(organization_id, id, change, now())
      return withSnippet(found(deployment, 'Widget deployment'))
    },

    /** active → revoked, permanently; a revoked one is returned unchanged. */
    async revoke({ organization_id }: Caller, id: string): Promise<Deployment> {
      const deployment = await store.deployments.revoke(organization_id, id, now())
      return withSnippet(found(deployment, 'Widget deployment'))
    },

    /** The old key works for `grace_hours` more. Only an active deployment can be rotated. */
    async rotate(
      { organization_id, owner }: Caller,
      id: string,
      { grace_hours }: RotateDeployment,
    ): Promise<Deployment> {
      const created_at = now()
      const successor = {
        id: newId(),
        widget_key: createWidgetKey(),
        created_at,
        created_by: owner.type === 'user' ? owner.id : null,
      }
      const until = new Date(Date.parse(created_at) + grace_hours * 3_600_000).toISOString()
      const expires_at = grace_hours > 0 ? until : null
      const made = await store.deployments.rotate(organization_id, id, successor, expires_at)
      return withSnippet(found(made, 'Widget deployment'))
    },

    async origins(caller: Caller, id: string, paging: ListQuery): Promise<Page<DeploymentOrigin>> {
      const page = await store.deployments.origins(caller.organization_id, id, paging)
      return found(page, 'Widget deployment')
    },

    async appearance({ organization_id }: Caller, id: string): Promise<Appearance> {
      const set = await store.deployments.appearance(organization_id, id)
      return wholeAppearance(found(set, 'Widget deployment'))
    },

    async replaceAppearance(caller: Caller, id: string, body: SentAppearance): Promise<Appearance> {
      const set = sentFields(body)
      const isKnown = await store.deployments.setAppearance(caller.organization_id, id, set)
      return wholeAppearance(found(isKnown ? set : null, 'Widget deployment'))
    },

    async refusals(caller: Caller, id: string, paging: ListQuery): Promise<Page<Refusal>> {
      const page = await store.deployments.refusals(caller.organization_id, id, paging, now())
      return found(page, 'Widget deployment')
    },
  }
}

function wholeAppearance(set: SparseAppearance): Appearance {
  const { greeting = null, suggestions = null, position = null } = set
  const { launcher_label = null, locale = null } = set
  return { greeting, suggestions, position, launcher_label, locale }
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
