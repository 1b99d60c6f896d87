import type { Leases } from '../ports/leases.ts'
import { LEASED_TABLES, leaseUntil } from '../rules/leases.ts'
import type { Database, Runner } from './database.ts'
import { sql } from './statement.ts'

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

export function createLeases(db: Database, owner: string): Leases {
  return {
    renew: async (now) => void (await renew.run(db, { owner, until: leaseUntil(now) })),
    end: async (gone) => void (await end.run(db, { owner: gone })),
    endAll: async () => void (await endAll.run(db, {})),
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
export async function mayWrite(
  on: Runner,
  { organization_id, job_id, owner }: Omit<Held, 'job_id'> & { job_id: string | undefined },
): Promise<boolean> {
  return (
    job_id === undefined || (await held.get(on, { organization_id, job_id, owner })) !== undefined
  )
}
