import { ServiceError } from '../contract/errors.ts'

/**
 * Waits until the use of a credential has been noted. The note is worth less than the request: with a
 * full disk nothing can be noted, and what was asked can still be read.
 */
export async function noteUse(noted: Promise<void>): Promise<void> {
  try {
    await noted
  } catch (error) {
    const isFull = error instanceof ServiceError && error.code === 'service_unavailable'
    if (!isFull) throw error
  }
}
