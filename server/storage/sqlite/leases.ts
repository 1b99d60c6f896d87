import type { Database } from 'better-sqlite3'
import type { Leases } from '../ports/leases.ts'
import { LEASED_TABLES, leaseUntil } from '../rules/leases.ts'
import type { Sync } from './promised.ts'

export function createLeases(db: Database, owner: string): Sync<Leases> {
  const tables = LEASED_TABLES.map((table) => ({
    // Asked first: even an UPDATE without a row waits for the write lock.
    anyOf: db.prepare<{ owner: string }>(`SELECT 1 FROM ${table} WHERE owner = :owner LIMIT 1`),
    renew: db.prepare<{ owner: string; until: string }>(
      `UPDATE ${table} SET lease_until = :until WHERE owner = :owner`,
    ),
    end: db.prepare<{ owner: string }>(
      `UPDATE ${table} SET owner = NULL, lease_until = NULL WHERE owner = :owner`,
    ),
    endAll: db.prepare(
      `UPDATE ${table} SET owner = NULL, lease_until = NULL WHERE owner IS NOT NULL`,
    ),
  }))
  const endAll = db.transaction(() => {
    for (const table of tables) table.endAll.run()
  })

  return {
    renew(now) {
      const until = leaseUntil(now)
      for (const table of tables) {
        if (table.anyOf.get({ owner })) table.renew.run({ owner, until })
      }
    },

    end(gone) {
      for (const table of tables) {
        if (table.anyOf.get({ owner: gone })) table.end.run({ owner: gone })
      }
    },

    endAll: () => endAll.immediate(),
  }
}

/** Of a row: nobody else works on it. */
export const NOT_OTHERS = '(owner IS NULL OR owner = :owner OR lease_until <= :now)'

/** Whether the owner still runs a job, and so may write what its run makes. */
export function prepareHolds(db: Database, owner: string) {
  const held = db.prepare<{ organization_id: string; id: string; owner: string }>(`
    SELECT 1
      FROM jobs
     WHERE id = :id AND organization_id = :organization_id AND status = 'running'
       AND owner = :owner
  `)
  return (organization_id: string, id: string): boolean =>
    held.get({ organization_id, id, owner }) !== undefined
}
