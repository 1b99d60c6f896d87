import type { RateCounters, Use } from '../../ports/counters.ts'
import { count, expire, stateOf, type Usage, uncount } from '../../rules/sliding-window.ts'
import type { Database, Runner } from './database.ts'
import { sql } from './statement.ts'

/**
 * Locks the rows of some keys, in one order for all, and reads them. Processes share the clock of
 * the database.
 */
const lock = sql<{ uses: string }, { name: string; key: string; usage: string; at: number }>(`
  INSERT INTO counters (name, key, ends_at)
  SELECT name, key, now() + "windowMs" * interval '1 millisecond'
    FROM jsonb_to_recordset(:uses::jsonb) AS used (name text, key text, "windowMs" bigint)
   ORDER BY name COLLATE "C", key COLLATE "C"
  ON CONFLICT (name, key) DO UPDATE SET ends_at = excluded.ends_at
  RETURNING name, key, usage, extract(epoch FROM clock_timestamp()) * 1000 AS at
`)
const write = sql<{ usages: string }>(`
  UPDATE counters SET usage = written.usage
    FROM jsonb_to_recordset(:usages::jsonb) AS written (name text, key text, usage text)
   WHERE counters.name = written.name AND counters.key = written.key
`)
const erase = sql<object>('DELETE FROM counters WHERE ends_at < now()')

/** One use in so many also erases the counters that have ended. */
const ERASED_EVERY = 1000

interface Found {
  use: Use
  usage: Usage
  at: number
}

/** Sliding windows in a table, for processes that share a database. */
export function createCounters(db: Database): RateCounters {
  let taken = 0

  async function find(on: Runner, uses: Use[]): Promise<Found[]> {
    const asked = uses.map(({ budget: { name, windowMs }, key }) => ({ name, key, windowMs }))
    const rows = await lock.all(on, { uses: JSON.stringify(asked) })
    return uses.map((use) => {
      const row = rows.find(({ name, key }) => name === use.budget.name && key === use.key)
      const at = row?.at ?? 0
      return { use, at, usage: expire(JSON.parse(row?.usage ?? ''), use.budget, at) }
    })
  }

  function save(on: Runner, found: Found[]): Promise<number> {
    const usages = found.map(({ use: { budget, key }, usage }) => ({
      name: budget.name,
      key,
      usage: JSON.stringify(usage),
    }))
    return write.run(on, { usages: JSON.stringify(usages) })
  }

  return {
    async take(uses) {
      const result = await db.step(async (transaction) => {
        const found = await find(transaction, uses)
        const isTaken = found.every(({ use, usage }) => usage.uses < use.budget.limit)
        if (isTaken) {
          for (const { use, usage, at } of found) count(usage, use.budget, at)
          await save(transaction, found)
        }
        const states = found.map(({ use, usage, at }) => stateOf(use.budget, usage, at))
        return { taken: isTaken, states }
      }, 'read committed')
      taken += 1
      if (taken % ERASED_EVERY === 0) await erase.run(db, {})
      return result
    },

    async refund(uses) {
      await db.step(async (transaction) => {
        const found = await find(transaction, uses)
        for (const { usage } of found) uncount(usage)
        await save(transaction, found)
      }, 'read committed')
    },
  }
}
