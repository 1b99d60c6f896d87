import type { NewInvitation } from '../ports/invitations.ts'
import type { User } from '../ports/users.ts'

/** Who accepts an invitation; `password_hash` is null for somebody who has a password. */
export interface Accepting {
  name: string | null
  password_hash: string | null
}

/**
 * Whether an invitation may be accepted as was decided before: a password is given exactly when the
 * address has no user with one yet, so that nobody's is ever replaced
 * (docs/behaviour.md#members-and-invitations).
 */
export function mayAccept(user: User | null, { password_hash }: Accepting): boolean {
  const hasPassword = user?.password_hash != null
  return hasPassword === (password_hash === null)
}

/** The user who is made of an invitation to an address that has none. */
export function userOf(
  { id, email, name }: NewInvitation,
  person: Accepting,
  created_at: string,
): User {
  const { password_hash } = person
  return { id, email, name: person.name ?? name, password_hash, staff: false, created_at }
}
