import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import type { WebhookEvent } from '../../contract/webhook.ts'

/** Something that a webhook is told of. */
export interface Fact {
  organization_id: string
  event: WebhookEvent
  /** Tells it from all others of the event; the same fact is told once. */
  key: string
  /** Without words of visitors, which would outlive their conversation. */
  data: Record<string, unknown>
}

export type Outbox = ReturnType<typeof createOutbox>

/** Deliveries of an organization; older ones are erased, even if they still wait. */
const MAX_KEPT = 500

/** Writes what the organization's webhook wants to be told, within the caller's transaction. */
export function createOutbox(db: Database) {
  const wants = db.prepare<{ organization_id: string; event: string }>(`
    SELECT 1
      FROM webhooks, json_each(events)
     WHERE organization_id = :organization_id AND enabled = 1 AND value = :event
  `)
  const insert = db.prepare<{
    id: string
    organization_id: string
    event: string
    data: string
    now: string
  }>(`
    INSERT INTO deliveries (id, organization_id, event, data, status, created_at, next_attempt_at)
    VALUES (:id, :organization_id, :event, :data, 'pending', :now, :now)
    ON CONFLICT (id) DO NOTHING
  `)
  const eraseOldest = db.prepare<{ organization_id: string; kept: number }>(`
    DELETE FROM deliveries
     WHERE organization_id = :organization_id
       AND (created_at, id) <= (SELECT created_at, id
                                  FROM deliveries
                                 WHERE organization_id = :organization_id
                                 ORDER BY created_at DESC, id DESC
                                 LIMIT 1 OFFSET :kept)
  `)

  return {
    wants: (organization_id: string, event: WebhookEvent): boolean =>
      wants.get({ organization_id, event }) !== undefined,

    tell({ organization_id, event, key, data }: Fact, now: string): void {
      if (!wants.get({ organization_id, event })) return
      const id = idOf(`${organization_id} ${event} ${key}`)
      insert.run({ id, organization_id, event, data: JSON.stringify(data), now })
      eraseOldest.run({ organization_id, kept: MAX_KEPT })
    },
  }
}

/** A UUID of version 8 (RFC 9562) that follows from the text. */
function idOf(text: string): string {
  const digest = hash('sha256', text, 'hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(12, 15)}`,
    `8${digest.slice(15, 18)}`,
    digest.slice(18, 30),
  ].join('-')
}
