import { ServiceError } from '../contract/errors.ts'

/** When something ends, as stored; null for never. Throws `validation_error` unless it lies in the future. */
export function expiry(sent: string | null | undefined, now: string): string | null {
  if (!sent) return null
  const time = new Date(HAS_OFFSET.test(sent) ? sent : `${sent}Z`)
  if (!(time.getTime() > Date.parse(now))) {
    throw new ServiceError('validation_error', 'expires_at must lie in the future.')
  }
  return time.toISOString()
}

/** A time without one is UTC (contract §2). */
const HAS_OFFSET = /Z$|[+-]\d\d:?\d\d$/i
