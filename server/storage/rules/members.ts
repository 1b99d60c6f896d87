import { ServiceError } from '../../contract/errors.ts'
import type { Member, Role } from '../../contract/member.ts'

/**
 * Throws `conflict` when an organization would be left without an owner, whose role becomes `to`;
 * null: who is removed (docs/behaviour.md#members-and-invitations). `hasOtherOwner` is only asked
 * when it matters.
 */
export function keepAnOwner(
  { role, status }: Member,
  to: Role | null,
  hasOtherOwner: () => boolean,
): void {
  if (to === 'owner' || status !== 'active' || role !== 'owner' || hasOtherOwner()) return
  throw new ServiceError('conflict', 'The last owner can be neither demoted nor removed.')
}

/** Throws `conflict` when a change found another role than the one that it was made on. */
export function requireUnchanged(isChanged: boolean): void {
  if (isChanged) return
  throw new ServiceError('conflict', 'The role was changed meanwhile; read the member again.')
}

/** Throws `conflict` when the invited person belongs to the organization already. */
export function requireNoMember(isMember: boolean): void {
  if (isMember) throw new ServiceError('conflict', 'email is that of a member already.')
}
