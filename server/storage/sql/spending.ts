import type { Spending } from '../ports/spending.ts'
import { budgetSpent } from '../rules/outbox.ts'
import { tellWebhook } from './outbox.ts'
import { type Driver, sql } from './step.ts'

interface Day {
  organization_id: string
  day: string
}

const add = sql<Day & { tokens: number }, { tokens: number; daily_model_tokens: number | null }>(`
  INSERT INTO spending (organization_id, day, tokens)
  VALUES (:organization_id, :day, :tokens)
  ON CONFLICT (organization_id) DO UPDATE
     SET tokens = excluded.tokens
                  + CASE WHEN spending.day = excluded.day THEN spending.tokens ELSE 0 END,
         day = excluded.day
  RETURNING tokens,
            (SELECT daily_model_tokens FROM organizations WHERE id = :organization_id)
              AS daily_model_tokens
`)
const ofDay = sql<Day, { tokens: number }>(`
  SELECT tokens FROM spending WHERE organization_id = :organization_id AND day = :day
`)

export function createSpending(db: Driver): Spending {
  return {
    add: (organization_id, now, tokens) =>
      db.step(function* () {
        const day = now.slice(0, 10)
        const spent = yield* add.get({ organization_id, day, tokens })
        const fact = spent && budgetSpent(organization_id, day, spent)
        if (fact) yield* tellWebhook(fact, now)
      }, 'read committed'),

    of: (organization_id, day) =>
      db.run(function* () {
        return (yield* ofDay.get({ organization_id, day }))?.tokens ?? 0
      }),
  }
}
