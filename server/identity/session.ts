const SESSION_DAYS = 14

/** When a console session ends that is used now: 14 days from its last use (completions 4). */
export function sessionExpiry(now: string): string {
  return new Date(Date.parse(now) + SESSION_DAYS * 86_400_000).toISOString()
}
