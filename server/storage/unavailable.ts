import { ServiceError } from '../contract/errors.ts'

/** `service_unavailable`, which is all that a caller is told; `cause` is for the operator's log. */
export function dataUnavailable(cause: unknown): ServiceError {
  return new ServiceError('service_unavailable', 'The service cannot use its data at the moment.', {
    cause,
  })
}
