import { ServiceError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import type { Caller } from './caller.ts'

/** Whether an API key may use an assistant (docs/behaviour.md#api-keys); everyone else may. */
export function mayUse({ assistant_ids }: Caller, id: string): boolean {
  return !assistant_ids || assistant_ids.includes(id)
}

/** Throws `authorization_error` for an assistant that the API key may not use. */
export function requireUse(caller: Caller, assistant_id: string): void {
  if (mayUse(caller, assistant_id)) return
  throw new ServiceError('authorization_error', 'This API key may not use that assistant.')
}

/** Throws `authorization_error` when an API key is limited to assistants and this is about more. */
export function requireUnlimited({ assistant_ids }: Caller, { limited }: Operation): void {
  if (!assistant_ids || limited) return
  throw new ServiceError(
    'authorization_error',
    'This API key is limited to some assistants: it searches, asks, and uses MCP, nothing else.',
  )
}
