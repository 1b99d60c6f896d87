import { ServiceError } from '../contract/errors.ts'

/**
 * Waits until the use of a credential has been recorded. The record is worth less than the request:
 * on a full disk nothing can be recorded, but reads still work.
 */
export async function recordUse(recorded: Promise<void>): Promise<void> {
  try {
    await recorded
  } catch (error) {
    const isFull = error instanceof ServiceError && error.code === 'service_unavailable'
    if (!isFull) throw error
  }
}
