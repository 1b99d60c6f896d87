import { ServiceError } from '../contract/errors.ts'

/**
 * Returns `thing`; throws `not_found` for null. Unknown, malformed and foreign ids get this same
 * error (docs/behaviour.md#unknown-and-foreign-ids).
 */
export function found<Found>(thing: Found | null, name: string): Found {
  if (thing === null) throw new ServiceError('not_found', `${name} not found.`)
  return thing
}
