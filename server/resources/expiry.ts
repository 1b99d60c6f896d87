import { ServiceError } from '../contract/errors.ts'

/**
 * The time that was sent in `field`, null for never. Throws `validation_error` unless it is in the
 * future.
 */
export function expiry(
  sent: string | null | undefined,
  now: string,
  field = 'expires_at',
): string | null {
  if (!sent) return null
  if (sent <= now) {
    throw new ServiceError('validation_error', `${field} must be in the future.`)
  }
  return sent
}
