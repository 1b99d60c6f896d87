/** How old a recorded use must be to be written again: a write for every request would be one too many. */
const MINUTE_MS = 60_000

/** Whether a use recorded at `recorded`, or never, is due to be replaced at `now` (completions 4). */
export function isDue(recorded: string | null, now: string): boolean {
  return recorded === null || Date.parse(now) - Date.parse(recorded) >= MINUTE_MS
}
