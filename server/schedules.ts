import { Cron } from 'croner'

/** Whether a text is a cron expression of five fields that occurs at some time to come. */
export function occurs(schedule: string): boolean {
  try {
    return new Cron(schedule, { paused: true, timezone: 'UTC', mode: '5-part' }).nextRun() !== null
  } catch {
    return false
  }
}
