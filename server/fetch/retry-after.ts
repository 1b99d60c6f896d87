const TOO_OFTEN = new Set([429, 503])

/** `Retry-After` in milliseconds (RFC 9110, section 10.2.3); null where there is none. */
export function retryAfterMs(headers: Record<string, string>): number | null {
  const text = headers['retry-after']
  if (text === undefined) return null
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now())
}

/** Whether a host says that it is asked too often. */
export function isTooOften({ status }: { status: number }): boolean {
  return TOO_OFTEN.has(status)
}

/** So far from now, as `2026-01-02 03:04 UTC`. */
export function timeIn(ms: number): string {
  const latest = 8.64e15
  const time = new Date(Math.min(Date.now() + ms, latest)).toISOString()
  return `${time.slice(0, time.lastIndexOf(':')).replace('T', ' ')} UTC`
}

/** The status of an answer, and until when the host asks to be left alone. */
export function describeStatus(answer: {
  status: number
  headers: Record<string, string>
}): string {
  const restMs = isTooOften(answer) ? retryAfterMs(answer.headers) : null
  const rest = restMs === null ? '' : ` and asks to be left alone until ${timeIn(restMs)}`
  return `status ${answer.status}${rest}`
}
