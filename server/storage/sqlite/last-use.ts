/** How old a recorded use must be to be written again: a write for every request would be one too many. */
const MINUTE_MS = 60_000

/** The latest recorded use that is due to be replaced at `now` (completions 4). */
export function dueSince(now: string): string {
  return new Date(Date.parse(now) - MINUTE_MS).toISOString()
}
