import type { Database } from 'better-sqlite3'
import type { Spending } from '../ports/spending.ts'
import { budgetSpent } from '../rules/outbox.ts'
import type { Outbox } from './outbox.ts'
import type { Sync } from './promised.ts'

interface Day {
  organization_id: string
  day: string
}

export function createSpending(db: Database, outbox: Outbox): Sync<Spending> {
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
  const limitOf = db
    .prepare<{ organization_id: string }, number | null>(`
      SELECT daily_model_tokens FROM organizations WHERE id = :organization_id
    `)
    .pluck()

  function spentOn(organization_id: string, day: string): number {
    return ofDay.get({ organization_id, day })?.tokens ?? 0
  }

  const spend = db.transaction<Sync<Spending>['add']>((organization_id, now, tokens) => {
    const day = now.slice(0, 10)
    add.run({ organization_id, day, tokens })
    const daily_model_tokens = limitOf.get({ organization_id }) ?? null
    const spent = { tokens: spentOn(organization_id, day), daily_model_tokens }
    const fact = budgetSpent(organization_id, day, spent)
    if (fact) outbox.tell(fact, now)
  })

  return {
    add: (...values) => spend.immediate(...values),
    of: spentOn,
  }
}
