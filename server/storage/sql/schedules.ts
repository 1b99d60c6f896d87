import type { PlannedRun, ScheduledSource, Sources } from '../ports/sources.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

interface MovedRun extends PlannedRun {
  organization_id: string
  id: string
}

const due = sql<{ now: string }, ScheduledSource>(`
  SELECT organization_id, sources.id, schedule, time_zone, updated_at, next_due_at
    FROM sources JOIN organizations ON organizations.id = organization_id
   WHERE schedule IS NOT NULL AND (next_due_at IS NULL OR next_due_at <= :now)
     AND organizations.status = 'active'
   ORDER BY next_due_at NULLS FIRST, sources.id
`)
const nextDueAt = sql<object, { next: string | null }>(`
  SELECT min(next_due_at) AS next
    FROM sources JOIN organizations ON organizations.id = organization_id
   WHERE schedule IS NOT NULL AND organizations.status = 'active'
`)
const moveOn = sql<MovedRun>(`
  UPDATE sources
     SET next_due_at = :next
   WHERE organization_id = :organization_id AND id = :id AND schedule IS NOT NULL
     AND next_due_at IS NOT DISTINCT FROM :seen
`)

/** In a step: moves the next run on; false when that was done since it was read. */
export function* moveRunOn(planned: MovedRun): Step<boolean> {
  if ((yield* moveOn.run(planned)) === 0) return false
  const { organization_id, id } = planned
  yield* tell({ organization_id, kind: 'source', id, revision: null })
  return true
}

export function createSchedules(db: Driver): Pick<Sources, 'due' | 'nextDueAt' | 'plan'> {
  return {
    due: (now) => db.run(() => due.all({ now })),
    nextDueAt: () =>
      db.run(function* () {
        return (yield* nextDueAt.get({}))?.next ?? null
      }),

    plan: (organization_id, id, planned) =>
      db.step(function* () {
        yield* moveRunOn({ organization_id, id, ...planned })
      }, 'read committed'),
  }
}
