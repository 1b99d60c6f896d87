import { ServiceError } from '../contract/errors.ts'
import type { Permission } from '../contract/operation.ts'
import type { Caller } from './caller.ts'

/** Throws `authorization_error` when the caller's role lacks the permission (contract §5.2). */
export function authorize(caller: Caller, permission: Permission): void {
  if (caller.permissions.has(permission)) return
  throw new ServiceError(
    'authorization_error',
    `This credential lacks the permission ${permission}.`,
  )
}

/** Throws `authorization_error` for an API key, whatever its role (completions 4). */
export function requirePerson(caller: Caller): void {
  if (caller.owner.type === 'user') return
  throw new ServiceError(
    'authorization_error',
    'This route needs a person who is signed in to the console, not an API key.',
  )
}
