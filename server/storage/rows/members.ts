import type { Member } from '../../contract/member.ts'
import type { NewInvitation } from '../ports/invitations.ts'

/** `id` rather than `user_id`, because lists are ordered by it. */
export type MemberRow = Omit<Member, 'user_id'> & { id: string }

export function toMember({ id, ...row }: MemberRow): Member {
  return { user_id: id, ...row }
}

/** An invited person, as the list of members shows them. */
export function toInvited({ id, expires_at, ...invitation }: NewInvitation): Member {
  const { email, name, role, created_at } = invitation
  return {
    user_id: id,
    email,
    name,
    role,
    status: 'invited',
    created_at,
    invitation_expires_at: expires_at,
  }
}
