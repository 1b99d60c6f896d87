import { ServiceError } from '../contract/errors.ts'

/** A refusal that names the field and the models that it can name. */
export function unknownModel(field: string, configured: readonly string[]): ServiceError {
  return new ServiceError('validation_error', `${field} must be one of: ${configured.join(', ')}.`)
}
