import { ServiceError } from '../contract/errors.ts'

/** The sent expiry, null for never. Throws `validation_error` unless it is in the future. */
export function expiry(sent: string | null | undefined, now: string): string | null {
  if (!sent) return null
  if (sent <= now) {
    throw new ServiceError('validation_error', 'expires_at must be in the future.')
  }
  return sent
}
