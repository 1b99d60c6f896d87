import type { Deployment } from '../../contract/deployment.ts'
import { ServiceError } from '../../contract/errors.ts'
import { firstCodePoints } from '../../contract/text.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Clients choose the origins they send, so their length and number are limited. */
const MAX_ORIGIN_CHARS = 300
export const MAX_REFUSALS = 50

/** At the moment of `expires_at` it has expired (docs/behaviour.md#widget-deployments). */
export function statusAt(
  { revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null },
  now: string,
): Deployment['status'] {
  if (revoked_at) return 'revoked'
  return expires_at && expires_at <= now ? 'expired' : 'active'
}

/** Throws `conflict` unless the deployment is active: only then can its key be rotated. */
export function requireRotatable({ status }: Pick<Deployment, 'status'>): void {
  if (status === 'active') return
  throw new ServiceError('conflict', `The deployment is ${status}; create a new one.`)
}

/** When a deployment expires whose key is rotated: not later for it than it would have anyway. */
export function formerEnd(
  { expires_at }: Pick<Deployment, 'expires_at'>,
  until: string | null,
): string | null {
  if (expires_at === null || until === null) return expires_at ?? until
  return expires_at < until ? expires_at : until
}

/**
 * The name of a deployment whose key is rotated, which its successor takes over:
 * `Website (until 2026-12-01)`, with a number when that name is taken.
 */
export function formerName(name: string, until: string, taken: string[]): string {
  const suffix = `(until ${until.slice(0, 10)})`
  const kept = firstCodePoints(name, 90)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? `${kept} ${suffix}` : `${kept} ${number} ${suffix}`
    if (!taken.includes(candidate)) return candidate
  }
}

/** An origin as a refusal of it is recorded. */
export function refusedOrigin(sent: string): string {
  return firstCodePoints(sent, MAX_ORIGIN_CHARS)
}

/** The time that refusals are kept and counted from. */
export function refusalsSince(now: string): string {
  return new Date(Date.parse(now) - DAY_MS).toISOString()
}
