import { type Step, sql } from './step.ts'

const note = sql<{ organization_id: string; now: string }>(`
  INSERT INTO gap_checks (organization_id, changed_at, due_at)
  VALUES (:organization_id, :now, :now)
  ON CONFLICT (organization_id) DO UPDATE SET changed_at = excluded.changed_at
`)

/** Notes that gaps are to be asked again, because the knowledge has changed. */
export function* noteKnowledge(organization_id: string, now: string): Step<void> {
  yield* note.run({ organization_id, now })
}
