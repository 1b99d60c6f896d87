import { randomBytes } from 'node:crypto'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page, SavedReply } from '../contract/operation.ts'
import type {
  Delivery,
  SavedWebhook,
  SaveWebhook,
  TestedWebhook,
  Webhook,
} from '../contract/webhook.ts'
import type { AddressRules } from '../fetch/address-rules.ts'
import type { Caller } from '../identity/caller.ts'
import type { Vault } from '../identity/vault.ts'
import type { StoredWebhook } from '../storage/ports/webhooks.ts'
import type { Store } from '../storage/store.ts'
import { secretContext } from '../webhook/send.ts'
import { found } from './not-found.ts'
import { PORTS } from './ports.ts'

export type Webhooks = ReturnType<typeof createWebhooks>

/** Sends a test to where a webhook leads. */
export type TestWebhook = (
  receiver: {
    organization: { id: string; slug: string }
    url: string
    secret: StoredWebhook['secret']
  },
  signal: AbortSignal,
) => Promise<TestedWebhook>

const SECRET_BYTES = 32

/** The webhook of an organization (docs/behaviour.md#webhook). */
export function createWebhooks({
  store,
  vault,
  addressRules,
  testWebhook,
  now,
}: {
  store: Store
  vault: Vault
  addressRules: AddressRules
  testWebhook: TestWebhook
  now: () => string
}) {
  async function find({ organization_id }: Caller): Promise<StoredWebhook> {
    return found(await store.webhooks.find(organization_id), 'Webhook')
  }

  return {
    async get(caller: Caller): Promise<Webhook> {
      return shown(await find(caller))
    },

    /** A secret is made with a new webhook, and stays the same. */
    async save({ organization_id }: Caller, body: SaveWebhook): Promise<SavedReply<SavedWebhook>> {
      if (!addressRules.isPortAllowed(new URL(body.url))) {
        throw new ServiceError('validation_error', `url ${PORTS}`)
      }
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
      const sealed = vault.seal(secret, secretContext(organization_id))
      const { made, webhook } = await store.webhooks.save(
        organization_id,
        { ...body, secret: sealed },
        now(),
      )
      return { made, reply: { ...shown(webhook), ...(made && { secret }) } }
    },

    async delete({ organization_id }: Caller): Promise<void> {
      found((await store.webhooks.delete(organization_id)) || null, 'Webhook')
    },

    /** Sends it even while the webhook is off. */
    async test(caller: Caller, signal: AbortSignal): Promise<TestedWebhook> {
      const { url, secret } = await find(caller)
      const { id, slug } = found(
        await store.organizations.find(caller.organization_id),
        'Organization',
      )
      return testWebhook({ organization: { id, slug }, url, secret }, signal)
    },

    async deliveries({ organization_id }: Caller, paging: ListQuery): Promise<Page<Delivery>> {
      return found(await store.webhooks.deliveries(organization_id, paging), 'Webhook')
    },
  }
}

function shown({ url, events, enabled, created_at, updated_at }: StoredWebhook): Webhook {
  return { url, events, enabled, created_at, updated_at }
}
