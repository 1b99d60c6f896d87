import type { Leases } from '../ports/leases.ts'
import { LEASED_TABLES, leaseUntil } from '../rules/leases.ts'
import { type Driver, type Step, sql } from './step.ts'

/** One statement for all tables with leases. */
function onLeased(change: string, rows: string): string {
  const changes = LEASED_TABLES.map(
    (table) => `of_${table} AS (UPDATE ${table} SET ${change} ${rows})`,
  )
  return `WITH ${changes.join(', ')} SELECT 1`
}

const FREE = 'owner = NULL, lease_until = NULL'

const renew = sql<{ owner: string; until: string }>(
  onLeased('lease_until = :until', 'WHERE owner = :owner'),
)
const end = sql<{ owner: string }>(onLeased(FREE, 'WHERE owner = :owner'))
const endAll = sql<object>(onLeased(FREE, 'WHERE owner IS NOT NULL'))

export function createLeases(db: Driver, owner: string): Leases {
  return {
    renew: (now) =>
      db.run(function* () {
        return void (yield* renew.run({ owner, until: leaseUntil(now) }))
      }),
    end: (gone) =>
      db.run(function* () {
        return void (yield* end.run({ owner: gone }))
      }),
    endAll: () =>
      db.run(function* () {
        return void (yield* endAll.run({}))
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
