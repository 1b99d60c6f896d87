import type { Delivery } from '../../contract/webhook.ts'
import { NEWEST } from '../paging.ts'
import type { DueDelivery, Webhooks } from '../ports/webhooks.ts'
import { endOf } from '../rows/usage.ts'
import {
  type DueRow,
  statusAfter,
  toDueDelivery,
  toWebhook,
  toWrittenWebhook,
  WEBHOOK_COLUMNS,
  type WebhookRow,
  type WrittenWebhook,
} from '../rows/webhooks.ts'
import { leaseUntil } from '../rules/leases.ts'
import { gapsOpened } from '../rules/outbox.ts'
import { tellWebhook, tellWebhookChange } from './outbox.ts'
import { readPage } from './paging.ts'
import { type Driver, sql } from './step.ts'

interface Place {
  organization_id: string
}

const byOrganization = sql<Place, WebhookRow>(`
  SELECT ${WEBHOOK_COLUMNS} FROM webhooks WHERE organization_id = :organization_id
`)
const upsert = sql<WrittenWebhook, WebhookRow>(`
  INSERT INTO webhooks (organization_id, url, events, enabled, secret, created_at, updated_at)
  VALUES (:organization_id, :url, :events, :enabled, :secret, :now, :now)
  ON CONFLICT (organization_id) DO UPDATE
     SET url = excluded.url, events = excluded.events, enabled = excluded.enabled,
         updated_at = excluded.updated_at
  RETURNING ${WEBHOOK_COLUMNS}
`)
const erase = sql<Place>('DELETE FROM webhooks WHERE organization_id = :organization_id')
const page = sql<Place & { rows: number } & typeof NEWEST, Delivery & typeof NEWEST>(`
  SELECT id, event, status, attempts, last_status, created_at
    FROM deliveries
   WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)

type HeldDelivery = Pick<DueRow, 'id' | 'event' | 'data' | 'attempts' | 'created_at'>

/** Of deliveries: due, and no other owner holds one of the organization. */
const MAY_BE_SENT = `status = 'pending' AND next_attempt_at <= :now
       AND NOT EXISTS (SELECT 1
                         FROM deliveries AS others
                        WHERE others.organization_id = deliveries.organization_id
                          AND others.owner <> :owner AND others.lease_until > :now)`

const due = sql<{ now: string; owner: string; busy: string[]; limit: number }, Place>(`
  SELECT organization_id
    FROM deliveries JOIN webhooks USING (organization_id)
   WHERE ${MAY_BE_SENT} AND enabled = 1 AND organization_id NOT AMONG (:busy)
   GROUP BY organization_id
   ORDER BY min(next_attempt_at)
   LIMIT :limit
`)
// What another process claims at the same moment is left to it.
const lock = sql<{ ids: string[] }, Place>(`
  SELECT organization_id
    FROM webhooks
   WHERE organization_id AMONG (:ids)
     FOR NO KEY UPDATE SKIP LOCKED
`)
const hold = sql<Place & { now: string; owner: string; until: string }, HeldDelivery>(`
  UPDATE deliveries
     SET owner = :owner, lease_until = :until
   WHERE organization_id = :organization_id
     AND id = (SELECT id
                 FROM deliveries
                WHERE organization_id = :organization_id AND ${MAY_BE_SENT}
                ORDER BY next_attempt_at, id
                LIMIT 1)
  RETURNING id, event, data, attempts, created_at
`)
const receiver = sql<Place, Omit<DueRow, keyof HeldDelivery>>(`
  SELECT organization_id, slug, url, secret
    FROM webhooks JOIN organizations ON organizations.id = organization_id
   WHERE organization_id = :organization_id
`)
const attempted = sql<
  Place & {
    id: string
    owner: string
    status: Delivery['status']
    last_status: number | null
    next_attempt_at: string | null
  }
>(`
  UPDATE deliveries
     SET status = :status, attempts = attempts + 1, last_status = :last_status,
         next_attempt_at = :next_attempt_at, owner = NULL, lease_until = NULL
   WHERE organization_id = :organization_id AND id = :id AND status = 'pending'
     AND owner = :owner
`)
const wantingGaps = sql<object, Place>(`
  SELECT organization_id FROM webhooks WHERE enabled = 1 AND LISTS (events, 'gaps.daily')
`)
const opened = sql<Place & { from: string; until: string }, { question_id: string }>(`
  SELECT question_id
    FROM gap_questions AS first
   WHERE organization_id = :organization_id AND asked_at >= :from AND asked_at < :until
     AND joined = (SELECT min(others.joined)
                     FROM gap_questions AS others
                    WHERE others.organization_id = :organization_id
                      AND others.gap = first.gap)
   ORDER BY joined
`)
const sweep = sql<{ before: string }, Place>(`
  DELETE FROM deliveries WHERE created_at < :before RETURNING organization_id
`)

export function createWebhooks(db: Driver, owner: string): Webhooks {
  return {
    find: (organization_id) =>
      db.run(function* () {
        const row = yield* byOrganization.get({ organization_id })
        return row ? toWebhook(row) : null
      }),

    save: (organization_id, webhook, now) =>
      db.step(function* () {
        const made = !(yield* byOrganization.get({ organization_id }))
        const written = toWrittenWebhook(organization_id, webhook, now)
        const row = (yield* upsert.get(written)) as WebhookRow
        yield* tellWebhookChange(organization_id)
        return { made, webhook: toWebhook(row) }
      }),

    delete: (organization_id) =>
      db.step(function* () {
        if ((yield* erase.run({ organization_id })) === 0) return false
        yield* tellWebhookChange(organization_id)
        return true
      }),

    deliveries: (organization_id, paging) =>
      db.run(function* () {
        if (!(yield* byOrganization.get({ organization_id }))) return null
        return yield* readPage(
          paging,
          { list: ['deliveries', organization_id], start: NEWEST },
          (range) => page.all({ organization_id, ...range }),
          (row): Delivery => row,
        )
      }),

    async claim(now, busy, limit) {
      const found = await db.run(() => due.all({ now, owner, busy, limit }))
      return found.length > 0 ? claim(db, owner, found, now) : []
    },

    attempted: (organization_id, id, attempt) =>
      db.step(function* () {
        const { last_status, next_attempt_at } = attempt
        const status = statusAfter(attempt)
        const row = { organization_id, id, owner, status, last_status, next_attempt_at }
        const changed = yield* attempted.run(row)
        if (changed > 0) yield* tellWebhookChange(organization_id)
      }, 'read committed'),

    async tellGaps(day, now) {
      for (const { organization_id } of await db.run(() => wantingGaps.all({}))) {
        await db.step(function* () {
          const span = { organization_id, from: day, until: endOf(day) }
          const ids = (yield* opened.all(span)).map(({ question_id }) => question_id)
          const fact = gapsOpened(organization_id, day, ids)
          if (fact) yield* tellWebhook(fact, now)
        })
      }
    },

    sweep: (before) =>
      db.step(function* () {
        const erased = yield* sweep.all({ before })
        for (const { organization_id } of erased) yield* tellWebhookChange(organization_id)
        return erased.length
      }, 'read committed'),
  }
}

/** The first due delivery of each of these organizations, which the owner then holds. */
function claim(db: Driver, owner: string, found: Place[], now: string): Promise<DueDelivery[]> {
  return db.step(function* () {
    const idsOf = (rows: Place[]) => rows.map(({ organization_id }) => organization_id)
    const held: DueDelivery[] = []
    for (const { organization_id } of yield* lock.all({ ids: idsOf(found) })) {
      const place = { organization_id }
      const delivery = yield* hold.get({ ...place, now, owner, until: leaseUntil(now) })
      const receiving = delivery && (yield* receiver.get(place))
      if (receiving) held.push(toDueDelivery({ ...delivery, ...receiving }))
    }
    return held
  }, 'read committed')
}
