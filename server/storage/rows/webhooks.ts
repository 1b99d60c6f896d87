import type { Delivery, SaveWebhook } from '../../contract/webhook.ts'
import type { DueDelivery, StoredWebhook } from '../ports/webhooks.ts'

/** Columns of `webhooks`, as `WebhookRow` declares them. */
export const WEBHOOK_COLUMNS = 'url, events, enabled, secret, created_at, updated_at'

export interface WebhookRow {
  url: string
  events: string
  enabled: 0 | 1
  secret: string
  created_at: string
  updated_at: string
}

/** A webhook as it is written; `secret` only with a new one. */
export type WrittenWebhook = Pick<WebhookRow, 'url' | 'events' | 'enabled' | 'secret'> & {
  organization_id: string
  now: string
}

export interface DueRow
  extends Pick<DueDelivery, 'id' | 'event' | 'attempts' | 'created_at' | 'url'> {
  organization_id: string
  slug: string
  data: string
  secret: string
}

export function toWrittenWebhook(
  organization_id: string,
  { url, events, enabled, secret }: SaveWebhook & Pick<StoredWebhook, 'secret'>,
  now: string,
): WrittenWebhook {
  return {
    organization_id,
    url,
    events: JSON.stringify(events),
    enabled: enabled ? 1 : 0,
    secret: JSON.stringify(secret),
    now,
  }
}

export function toWebhook({ events, enabled, secret, ...row }: WebhookRow): StoredWebhook {
  return {
    ...row,
    events: JSON.parse(events) as string[],
    enabled: enabled === 1,
    secret: JSON.parse(secret) as StoredWebhook['secret'],
  }
}

export function toDueDelivery({
  organization_id,
  slug,
  data,
  secret,
  ...row
}: DueRow): DueDelivery {
  const { id, event, attempts, created_at, url } = row
  return {
    id,
    organization: { id: organization_id, slug },
    event,
    data: JSON.parse(data) as DueDelivery['data'],
    attempts,
    created_at,
    url,
    secret: JSON.parse(secret) as DueDelivery['secret'],
  }
}

/** The status of a delivery after an attempt. */
export function statusAfter({
  delivered,
  next_attempt_at,
}: {
  delivered: boolean
  next_attempt_at: string | null
}): Delivery['status'] {
  if (delivered) return 'delivered'
  return next_attempt_at === null ? 'failed' : 'pending'
}
