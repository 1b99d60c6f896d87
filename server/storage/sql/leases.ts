import type { Leases } from '../ports/leases.ts'
import { LEASED_TABLES, leaseUntil, OWNER_PREFIX } from '../rules/leases.ts'
import { type Driver, type Step, sql } from './step.ts'

const FREE = 'owner = NULL, lease_until = NULL'

const tables = LEASED_TABLES.map((table) => ({
  // Asked first: even an UPDATE of no row waits for the write lock of SQLite.
  anyOf: sql<{ owner: string }>(`SELECT 1 FROM ${table} WHERE owner = :owner LIMIT 1`),
  renew: sql<{ owner: string; until: string }>(
    `UPDATE ${table} SET lease_until = :until WHERE owner = :owner`,
  ),
  end: sql<{ owner: string }>(`UPDATE ${table} SET ${FREE} WHERE owner = :owner`),
  endAll: sql<object>(`UPDATE ${table} SET ${FREE} WHERE owner IS NOT NULL`),
}))

/** Earlier versions have no moves. */
const earlier = LEASED_TABLES.filter((table) => table !== 'embedding_moves').map((table) =>
  sql<{ now: string }>(`
    SELECT 1
      FROM ${table}
     WHERE owner NOT LIKE '${OWNER_PREFIX}%' AND lease_until > :now
     LIMIT 1
  `),
)

/** Whether a process of a version that knows no moves holds a lease. */
export function* isEarlierAtWork(now: string): Step<boolean> {
  for (const leased of earlier) if (yield* leased.get({ now })) return true
  return false
}

export function createLeases(db: Driver, owner: string): Leases {
  return {
    renew: (now) =>
      db.run(function* () {
        const until = leaseUntil(now)
        for (const { anyOf, renew } of tables) {
          if (yield* anyOf.get({ owner })) yield* renew.run({ owner, until })
        }
      }),

    end: (gone) =>
      db.run(function* () {
        for (const { anyOf, end } of tables) {
          if (yield* anyOf.get({ owner: gone })) yield* end.run({ owner: gone })
        }
      }),

    endAll: () =>
      db.step(function* () {
        for (const { endAll } of tables) yield* endAll.run({})
      }),
  }
}

interface Held {
  organization_id: string
  job_id: string
  owner: string
}

const held = sql<Held>(`
  SELECT 1
    FROM jobs
   WHERE organization_id = :organization_id AND id = :job_id AND status = 'running'
     AND owner = :owner
     FOR SHARE
`)

/**
 * In a step: whether the owner still runs a job, and so may write what its run makes, until the
 * step ends. What is written without a job always may.
 */
export function* mayWrite({
  organization_id,
  job_id,
  owner,
}: Omit<Held, 'job_id'> & { job_id: string | undefined }): Step<boolean> {
  return job_id === undefined || (yield* held.get({ organization_id, job_id, owner })) !== undefined
}
