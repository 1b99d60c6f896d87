import type { Database } from 'better-sqlite3'
import type { ScheduledSource, Sources } from '../ports/sources.ts'
import type { Sync } from './promised.ts'

export type Schedules = ReturnType<typeof createSchedules>

export function createSchedules(db: Database): Pick<Sync<Sources>, 'due' | 'nextDueAt'> & {
  /** Moves the next run on; false when that was done since it was read. */
  moveOn(planned: MovedRun): boolean
} {
  const due = db.prepare<{ now: string }, ScheduledSource>(`
    SELECT organization_id, sources.id, schedule, time_zone, updated_at, next_due_at
      FROM sources JOIN organizations ON organizations.id = organization_id
     WHERE schedule IS NOT NULL AND (next_due_at IS NULL OR next_due_at <= :now)
       AND organizations.status = 'active'
     ORDER BY next_due_at, sources.id
  `)
  const nextDueAt = db
    .prepare<[], string | null>(`
      SELECT min(next_due_at)
        FROM sources JOIN organizations ON organizations.id = organization_id
       WHERE schedule IS NOT NULL AND organizations.status = 'active'
    `)
    .pluck()
  const moveOn = db.prepare<MovedRun>(`
    UPDATE sources
       SET next_due_at = :next
     WHERE id = :id AND organization_id = :organization_id AND schedule IS NOT NULL
       AND next_due_at IS :seen
  `)

  return {
    due: (now) => due.all({ now }),
    nextDueAt: () => nextDueAt.get() ?? null,
    moveOn: (planned) => moveOn.run(planned).changes > 0,
  }
}

interface MovedRun {
  organization_id: string
  id: string
  seen: string | null
  next: string
}
