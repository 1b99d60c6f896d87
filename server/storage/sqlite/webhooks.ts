import type { Database } from 'better-sqlite3'
import type { Delivery } from '../../contract/webhook.ts'
import { NEWEST } from '../paging.ts'
import type { Webhooks } from '../ports/webhooks.ts'
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
import { NOT_OTHERS } from './leases.ts'
import type { Outbox } from './outbox.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

/** What a claim looks for; `busy` is JSON text. */
interface Looked {
  now: string
  busy: string
  limit: number
  owner: string
}

export function createWebhooks(db: Database, owner: string, outbox: Outbox): Sync<Webhooks> {
  return { ...settingsOf(db), ...deliveriesOf(db, owner), ...tellingOf(db, outbox) }
}

function settingsOf(db: Database): Pick<Sync<Webhooks>, 'find' | 'save' | 'delete' | 'deliveries'> {
  const find = db.prepare<{ organization_id: string }, WebhookRow>(`
    SELECT ${WEBHOOK_COLUMNS} FROM webhooks WHERE organization_id = :organization_id
  `)
  const upsert = db.prepare<WrittenWebhook, WebhookRow>(`
    INSERT INTO webhooks (organization_id, url, events, enabled, secret, created_at, updated_at)
    VALUES (:organization_id, :url, :events, :enabled, :secret, :now, :now)
    ON CONFLICT (organization_id) DO UPDATE
       SET url = excluded.url, events = excluded.events, enabled = excluded.enabled,
           updated_at = excluded.updated_at
    RETURNING ${WEBHOOK_COLUMNS}
  `)
  const erase = db.prepare<{ organization_id: string }>(`
    DELETE FROM webhooks WHERE organization_id = :organization_id
  `)
  const page = db.prepare<
    { organization_id: string; rows: number } & typeof NEWEST,
    Delivery & typeof NEWEST
  >(`
    SELECT id, event, status, attempts, last_status, created_at
      FROM deliveries
     WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)

  const save = db.transaction<Sync<Webhooks>['save']>((organization_id, webhook, now) => {
    const made = !find.get({ organization_id })
    const row = upsert.get(toWrittenWebhook(organization_id, webhook, now))
    return { made, webhook: toWebhook(row as WebhookRow) }
  })

  return {
    find(organization_id) {
      const row = find.get({ organization_id })
      return row ? toWebhook(row) : null
    },

    save: (...values) => save.immediate(...values),
    delete: (organization_id) => erase.run({ organization_id }).changes > 0,

    deliveries(organization_id, paging) {
      if (!find.get({ organization_id })) return null
      return readPage(
        paging,
        { list: ['deliveries', organization_id], start: NEWEST },
        (range) => page.all({ organization_id, ...range }),
        (row): Delivery => row,
      )
    },
  }
}

function deliveriesOf(
  db: Database,
  owner: string,
): Pick<Sync<Webhooks>, 'claim' | 'attempted' | 'sweep'> {
  // The other columns are those of the row with the minimum (https://sqlite.org/quirks.html).
  const due = db.prepare<Looked, DueRow>(`
    SELECT deliveries.id, deliveries.organization_id, slug, event, data, attempts,
           deliveries.created_at, url, secret, min(next_attempt_at)
      FROM deliveries
      JOIN webhooks ON webhooks.organization_id = deliveries.organization_id
      JOIN organizations ON organizations.id = deliveries.organization_id
     WHERE deliveries.status = 'pending' AND next_attempt_at <= :now AND enabled = 1
       AND deliveries.organization_id NOT IN (SELECT value FROM json_each(:busy))
       AND deliveries.organization_id NOT IN (SELECT organization_id
                                                FROM deliveries
                                               WHERE owner IS NOT NULL AND NOT ${NOT_OTHERS})
     GROUP BY deliveries.organization_id
     ORDER BY min(next_attempt_at)
     LIMIT :limit
  `)
  const hold = db.prepare<{ id: string; owner: string; until: string }>(`
    UPDATE deliveries SET owner = :owner, lease_until = :until WHERE id = :id
  `)
  const attempted = db.prepare<{
    organization_id: string
    id: string
    owner: string
    status: Delivery['status']
    last_status: number | null
    next_attempt_at: string | null
  }>(`
    UPDATE deliveries
       SET status = :status, attempts = attempts + 1, last_status = :last_status,
           next_attempt_at = :next_attempt_at, owner = NULL, lease_until = NULL
     WHERE id = :id AND organization_id = :organization_id AND status = 'pending'
       AND owner = :owner
  `)
  const sweep = db.prepare<{ before: string }>('DELETE FROM deliveries WHERE created_at < :before')

  const claim = db.transaction((looked: Looked) => {
    const rows = due.all(looked)
    for (const { id } of rows) hold.run({ id, owner, until: leaseUntil(looked.now) })
    return rows.map(toDueDelivery)
  })

  return {
    claim(now, busy, limit) {
      const looked = { now, busy: JSON.stringify(busy), limit, owner }
      // Looked for first: a transaction that writes nothing waits for the write lock too.
      return due.get(looked) ? claim.immediate(looked) : []
    },

    attempted(organization_id, id, attempt) {
      const { last_status, next_attempt_at } = attempt
      const status = statusAfter(attempt)
      attempted.run({ organization_id, id, owner, status, last_status, next_attempt_at })
    },

    sweep: (before) => sweep.run({ before }).changes,
  }
}

function tellingOf(db: Database, outbox: Outbox): Pick<Sync<Webhooks>, 'tellGaps'> {
  const wanting = db.prepare<[], { organization_id: string }>(`
    SELECT organization_id
      FROM webhooks, json_each(events)
     WHERE enabled = 1 AND value = 'gaps.daily'
  `)
  const opened = db
    .prepare<{ organization_id: string; from: string; until: string }, string>(`
      SELECT question_id
        FROM gap_questions
        JOIN (SELECT min(joined) AS joined
                FROM gap_questions
               WHERE gap IN (SELECT gap
                               FROM gap_questions
                              WHERE organization_id = :organization_id
                                AND asked_at >= :from AND asked_at < :until)
               GROUP BY gap) USING (joined)
       WHERE asked_at >= :from AND asked_at < :until
       ORDER BY joined
    `)
    .pluck()

  const tellGaps = db.transaction<Sync<Webhooks>['tellGaps']>((day, now) => {
    for (const { organization_id } of wanting.all()) {
      const ids = opened.all({ organization_id, from: day, until: endOf(day) })
      const fact = gapsOpened(organization_id, day, ids)
      if (fact) outbox.tell(fact, now)
    }
  })

  return {
    tellGaps: (...values) => tellGaps.immediate(...values),
  }
}
