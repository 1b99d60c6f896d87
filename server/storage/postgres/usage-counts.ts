import type { Ending } from '../ports/turns.ts'
import { toUsageRow } from '../rows/usage.ts'
import { COUNTERS, type Counted, type Counts, countsOf } from '../rules/usage.ts'
import { toJsonRows } from '../sql/json-rows.ts'
import type { Transaction } from './database.ts'
import { sql } from './statement.ts'

const COLUMNS = `organization_id, day, assistant_id, model, channel, ${COUNTERS.join(', ')}`

/** SQL that adds counts, the rows of `:counted` (`toUsageRow`). */
export const COUNT_USAGE = `
    INSERT INTO usage (${COLUMNS})
    SELECT ${COLUMNS} FROM jsonb_populate_recordset(NULL::usage, :counted::jsonb)
    ON CONFLICT (organization_id, day, assistant_id, model, channel) DO UPDATE
       SET ${COUNTERS.map((name) => `${name} = usage.${name} + excluded.${name}`).join(', ')}`

const add = sql<{ counted: string }>(COUNT_USAGE)

/** Adds to the counts of the UTC day of `at` (docs/behaviour.md#usage). */
export async function countUsage(
  transaction: Transaction,
  counted: Counted,
  at: string,
  counts: Counts,
): Promise<void> {
  await add.run(transaction, { counted: toJsonRows([toUsageRow(counted, at, counts)]) })
}

/** Counts a turn that was kept: one question, and how it ended. */
export async function countTurn(
  transaction: Transaction,
  counted: Counted,
  at: string,
  ending: Ending,
): Promise<void> {
  await countUsage(transaction, counted, at, countsOf(ending))
}
