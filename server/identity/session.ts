const SESSION_MS = 14 * 86_400_000
/** How much sooner than that a session may end, so that not every request is a write. */
const SLACK_MS = 60_000

/** When a console session ends that is used now: 14 days from its last use (docs/behaviour.md#console-sessions). */
export function sessionExpiry(now: string): string {
  return new Date(Date.parse(now) + SESSION_MS).toISOString()
}

/** When a session was last used that ends then, to the minute. */
export function lastUse({ expires_at }: { expires_at: string }): string {
  return new Date(Date.parse(expires_at) - SESSION_MS).toISOString()
}

/** Whether the use of a session at `now` is to be written down: at most once a minute. */
export function isDue({ expires_at }: { expires_at: string }, now: string): boolean {
  return Date.parse(expires_at) + SLACK_MS <= Date.parse(sessionExpiry(now))
}
