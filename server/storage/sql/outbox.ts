import { deliveryId, type Fact, MAX_DELIVERIES } from '../rules/outbox.ts'
import { type Step, sql, tell } from './step.ts'

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
   WHERE organization_id = :organization_id AND enabled = 1 AND LISTS (events, :event)
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
export function* tellWebhook(fact: Fact, now: string): Step<void> {
  const { organization_id, event, data } = fact
  const delivery = { id: deliveryId(fact), organization_id, event, data: JSON.stringify(data), now }
  if ((yield* insert.run(delivery)) === 0) return
  yield* eraseOldest.run({ organization_id, kept: MAX_DELIVERIES })
  yield* tellWebhookChange(organization_id)
}

/** Tells the consoles that a webhook or its deliveries changed. */
export function* tellWebhookChange(organization_id: string): Step<void> {
  yield* tell({ organization_id, kind: 'webhook', id: null, revision: null })
}
