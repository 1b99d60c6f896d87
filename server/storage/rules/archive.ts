import { ServiceError } from '../../contract/errors.ts'
import type { StoredPart } from '../ports/archive.ts'

/** For a row of an archive that the constraints of the tables refuse. */
export function contradiction(part: StoredPart, cause: unknown): ServiceError {
  return new ServiceError('conflict', `A row of ${part} contradicts another one.`, { cause })
}
