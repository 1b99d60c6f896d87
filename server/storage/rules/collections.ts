import type { Collection } from '../../contract/collection.ts'
import { ServiceError } from '../../contract/errors.ts'

/**
 * Throws `conflict` for an archived collection, which takes nothing new
 * (docs/behaviour.md#collections).
 */
export function requireActive(status: Collection['status'], purpose: string): void {
  if (status !== 'archived') return
  throw new ServiceError('conflict', `The collection is archived; restore it to ${purpose}.`)
}
