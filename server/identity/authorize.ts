import { ServiceError } from '../contract/errors.ts'
import type { Confirmed, Permission } from '../contract/operation.ts'
import type { Caller } from './caller.ts'

/**
 * Throws `authorization_error` without the permission (docs/behaviour.md#roles-and-permissions).
 */
export function authorize(caller: Caller, permission: Permission): void {
  if (caller.permissions.has(permission)) return
  throw new ServiceError(
    'authorization_error',
    `This credential lacks the permission ${permission}.`,
  )
}

/** Throws `authorization_error` for an API key, whatever its role (docs/behaviour.md#api-keys). */
export function requirePerson(caller: Caller): void {
  if (caller.owner.type === 'user') return
  throw new ServiceError(
    'authorization_error',
    'This operation requires a person signed in to the console; an API key is not accepted.',
  )
}

/** Whether a request with this body asks again who sends it (docs/behaviour.md#asking-again). */
export function asksAgain(confirmed: Confirmed | undefined, body: unknown): boolean {
  if (confirmed === undefined || confirmed === 'always') return confirmed === 'always'
  const sent = body as Record<string, unknown>
  return Object.entries(confirmed).every(([field, value]) => sent[field] === value)
}
