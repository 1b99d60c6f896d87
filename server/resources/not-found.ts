import { ServiceError } from '../contract/errors.ts'

/**
 * What was found, or `not_found`. Unknown, malformed and foreign ids are one and the same answer, so
 * that it tells nothing about what exists elsewhere (contract §5.2, §7).
 */
export function found<Found>(thing: Found | null, name: string): Found {
  if (thing === null) throw new ServiceError('not_found', `${name} not found.`)
  return thing
}
