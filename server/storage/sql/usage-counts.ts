import type { Ending } from '../ports/turns.ts'
import { toUsageRow } from '../rows/usage.ts'
import { COUNTERS, type Counted, type Counts, countsOf } from '../rules/usage.ts'
import { toJsonRows } from './json-rows.ts'
import { type Step, sql } from './step.ts'

const COLUMNS = `organization_id, day, assistant_id, model, channel, ${COUNTERS.join(', ')}`

/** SQL that adds counts, the rows of `:counted` (`toUsageRow`). */
export const COUNT_USAGE = `
    INSERT INTO usage (${COLUMNS})
    SELECT ${COLUMNS}
      FROM ROWS (:counted, organization_id text, day text, assistant_id text, model text,
                 channel text, ${COUNTERS.map((name) => `${name} bigint`).join(', ')}) AS counted
     WHERE true
    ON CONFLICT (organization_id, day, assistant_id, model, channel) DO UPDATE
       SET ${COUNTERS.map((name) => `${name} = usage.${name} + excluded.${name}`).join(', ')}`

const add = sql<{ counted: string }>(COUNT_USAGE)

/** Adds to the counts of the UTC day of `at` (docs/behaviour.md#usage). */
export function* countUsage(counted: Counted, at: string, counts: Counts): Step<void> {
  yield* add.run({ counted: toJsonRows([toUsageRow(counted, at, counts)]) })
}

/** Counts a turn that was kept: one question, and how it ended. */
export function* countTurn(counted: Counted, at: string, ending: Ending): Step<void> {
  yield* countUsage(counted, at, countsOf(ending))
}
