import type { Spending } from '../ports/spending.ts'
import { budgetSpent } from '../rules/outbox.ts'
import type { Database } from './database.ts'
import { tellWebhook } from './outbox.ts'
import { sql } from './statement.ts'

interface Day {
  organization_id: string
  day: string
}

const add = sql<Day & { tokens: number }, { tokens: number; daily_model_tokens: number | null }>(`
  WITH spent AS (
    INSERT INTO spending (organization_id, day, tokens)
    VALUES (:organization_id, :day, :tokens)
    ON CONFLICT (organization_id) DO UPDATE
       SET tokens = excluded.tokens
                    + CASE WHEN spending.day = excluded.day THEN spending.tokens ELSE 0 END,
           day = excluded.day
    RETURNING tokens
  )
  SELECT tokens, daily_model_tokens FROM spent, organizations WHERE id = :organization_id
`)
const ofDay = sql<Day, { tokens: number }>(`
  SELECT tokens FROM spending WHERE organization_id = :organization_id AND day = :day
`)

export function createSpending(db: Database): Spending {
  return {
    add: (organization_id, now, tokens) =>
      db.step(async (transaction) => {
        const day = now.slice(0, 10)
        const spent = await add.get(transaction, { organization_id, day, tokens })
        const fact = spent && budgetSpent(organization_id, day, spent)
        if (fact) await tellWebhook(transaction, fact, now)
      }, 'read committed'),

    of: async (organization_id, day) =>
      (await ofDay.get(db, { organization_id, day }))?.tokens ?? 0,
  }
}
