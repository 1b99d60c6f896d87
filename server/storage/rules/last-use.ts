/** A recorded use is updated at most once a minute, to save a write for every request. */
const MINUTE_MS = 60_000

/** Whether the last use, recorded at `recorded` or never, must be updated at `now`. */
export function isDue(recorded: string | null, now: string): boolean {
  return recorded === null || Date.parse(now) - Date.parse(recorded) >= MINUTE_MS
}
