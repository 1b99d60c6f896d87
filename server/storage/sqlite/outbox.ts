import type { Database } from 'better-sqlite3'
import { deliveryId, type Fact, MAX_DELIVERIES } from '../rules/outbox.ts'

export type Outbox = ReturnType<typeof createOutbox>

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
    ON CONFLICT (organization_id, id) DO NOTHING
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
    tell(fact: Fact, now: string): void {
      const { organization_id, event, data } = fact
      if (!wants.get({ organization_id, event })) return
      insert.run({
        id: deliveryId(fact),
        organization_id,
        event,
        data: JSON.stringify(data),
        now,
      })
      eraseOldest.run({ organization_id, kept: MAX_DELIVERIES })
    },
  }
}
