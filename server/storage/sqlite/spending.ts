import type { Database } from 'better-sqlite3'
import type { Spending } from '../ports/spending.ts'
import type { Sync } from './promised.ts'

interface Day {
  organization_id: string
  day: string
}

export function createSpending(db: Database): Sync<Spending> {
  const add = db.prepare<Day & { tokens: number }>(`
    INSERT INTO spending (organization_id, day, tokens)
    VALUES (:organization_id, :day, :tokens)
    ON CONFLICT (organization_id) DO UPDATE
       SET tokens = excluded.tokens + CASE WHEN day = excluded.day THEN tokens ELSE 0 END,
           day = excluded.day
  `)
  const ofDay = db.prepare<Day, { tokens: number }>(`
    SELECT tokens FROM spending WHERE organization_id = :organization_id AND day = :day
  `)
  return {
    add(organization_id, day, tokens) {
      add.run({ organization_id, day, tokens })
    },
    of: (organization_id, day) => ofDay.get({ organization_id, day })?.tokens ?? 0,
  }
}
