import type { Page } from '../../contract/operation.ts'
import type { Delivery, SaveWebhook, Webhook } from '../../contract/webhook.ts'
import type { Sealed } from '../../identity/vault.ts'
import type { Paging } from './paging.ts'

export interface StoredWebhook extends Webhook {
  secret: Sealed
}

/** An entry of the outbox with where it is sent. */
export interface DueDelivery {
  id: string
  organization: { id: string; slug: string }
  event: string
  data: Record<string, unknown>
  attempts: number
  created_at: string
  url: string
  secret: Sealed
}

/**
 * The webhook of each organization and its outbox. Steps that a webhook is told of write the outbox
 * themselves (docs/behaviour.md#webhook).
 */
export interface Webhooks {
  find(organization_id: string): Promise<StoredWebhook | null>
  /** The secret is stored only with a new webhook: `made`. */
  save(
    organization_id: string,
    webhook: SaveWebhook & { secret: Sealed },
    now: string,
  ): Promise<{ made: boolean; webhook: StoredWebhook }>
  /** With its deliveries. False: there is none. */
  delete(organization_id: string): Promise<boolean>
  /** Newest first. null: no webhook. */
  deliveries(organization_id: string, paging: Paging): Promise<Page<Delivery> | null>
  /**
   * The first due delivery of each organization, at most `limit`, which this store's owner now
   * holds; none of `busy` organizations, nor of one whose delivery another owner holds.
   */
  claim(now: string, busy: string[], limit: number): Promise<DueDelivery[]>
  /**
   * Records an attempt, unless another owner has the delivery. `next_attempt_at` null: there is no
   * other one.
   */
  attempted(
    organization_id: string,
    id: string,
    attempt: { delivered: boolean; last_status: number | null; next_attempt_at: string | null },
  ): Promise<void>
  /** Puts the gaps that were opened on a UTC day into the outboxes that want them, once. */
  tellGaps(day: string, now: string): Promise<void>
  /** Erases the deliveries of before a time; returns how many. */
  sweep(before: string): Promise<number>
}
