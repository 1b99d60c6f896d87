import { deliveryId, type Fact, MAX_DELIVERIES } from '../rules/outbox.ts'
import type { Transaction } from './database.ts'
import { sql } from './statement.ts'

const insert = sql<{
  id: string
  organization_id: string
  event: string
  data: string
  now: string
}>(`
  INSERT INTO deliveries (id, organization_id, event, data, status, created_at, next_attempt_at)
  SELECT :id, organization_id, :event, :data, 'pending', :now, :now
    FROM webhooks
   WHERE organization_id = :organization_id AND enabled = 1 AND events::jsonb ? :event
  ON CONFLICT DO NOTHING
`)
const eraseOldest = sql<{ organization_id: string; kept: number }>(`
  DELETE FROM deliveries
   WHERE organization_id = :organization_id
     AND (created_at, id) <= (SELECT created_at, id
                                FROM deliveries
                               WHERE organization_id = :organization_id
                               ORDER BY created_at DESC, id DESC
                               LIMIT 1 OFFSET :kept)
`)

/** Puts a fact into the outbox, once, if the organization's webhook wants to be told. */
export async function tellWebhook(
  transaction: Transaction,
  fact: Fact,
  now: string,
): Promise<void> {
  const { organization_id, event, data } = fact
  const delivery = { id: deliveryId(fact), organization_id, event, data: JSON.stringify(data), now }
  if ((await insert.run(transaction, delivery)) === 0) return
  await eraseOldest.run(transaction, { organization_id, kept: MAX_DELIVERIES })
  transaction.tell({ organization_id, kind: 'webhook', id: null, revision: null })
}
