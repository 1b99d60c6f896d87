import { ServiceError } from '../contract/errors.ts'
import type { Reply } from '../contract/operation.ts'
import type { Operations } from '../contract/operations.ts'

export interface Readiness {
  version: string
  /** True as soon as a shutdown has begun. */
  draining: () => boolean
  /**
   * Checks by name; one throws when something that the service needs does not work. What one
   * returns is told in place of `ok`.
   */
  checks: Record<string, () => Promise<string | void>>
}

/**
 * Throws `service_unavailable` naming the check that fails
 * (docs/behaviour.md#health-and-readiness).
 */
export async function checkReadiness({
  version,
  draining,
  checks,
}: Readiness): Promise<Reply<Operations['getReady']>> {
  if (draining()) throw shuttingDown()
  const passed = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const told = await check().catch((cause: unknown) => {
        throw new ServiceError('service_unavailable', `The check ${name} fails.`, { cause })
      })
      return [name, told ?? 'ok']
    }),
  )
  return { status: 'ready', version, checks: Object.fromEntries(passed) }
}

/**
 * The same check, with its result shared while it runs and for `ms` afterwards, so that many probes
 * cost the disk no more than one.
 */
export function sharedFor(
  ms: number,
  check: () => Promise<void>,
  monotonicMs = () => performance.now(),
): () => Promise<void> {
  let last: Promise<void> | null = null
  let endedAt = Number.POSITIVE_INFINITY
  return () => {
    if (last && monotonicMs() - endedAt < ms) return last
    endedAt = Number.POSITIVE_INFINITY
    last = check().finally(() => {
      endedAt = monotonicMs()
    })
    return last
  }
}

export function shuttingDown(): ServiceError {
  return new ServiceError('service_unavailable', 'The service is shutting down.')
}
