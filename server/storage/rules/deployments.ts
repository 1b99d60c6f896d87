import type { Deployment } from '../../contract/deployment.ts'
import { ServiceError } from '../../contract/errors.ts'
import { firstCodePoints } from '../../contract/text.ts'

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

/**
 * The name of a deployment whose key is rotated, which its successor takes over:
 * `Website (until 2026-12-01)`, with a number when that name is taken.
 */
export function formerName(
  name: string,
  until: string,
  isTaken: (name: string) => boolean,
): string {
  const suffix = `(until ${until.slice(0, 10)})`
  const kept = firstCodePoints(name, 90)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? `${kept} ${suffix}` : `${kept} ${number} ${suffix}`
    if (!isTaken(candidate)) return candidate
  }
}
