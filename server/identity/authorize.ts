import { ServiceError } from '../contract/errors.ts'
import type { Permission } from '../contract/operation.ts'
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
