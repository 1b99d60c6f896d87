import type { Member, Role } from '../../contract/member.ts'
import type { User } from './users.ts'

export interface NewInvitation {
  /** Also the id of the user created on acceptance, unless the address has a user by then. */
  id: string
  organization_id: string
  /** In lower case. */
  email: string
  name: string
  role: Role
  created_at: string
  expires_at: string
}

/** An invitation as the holder of its link sees it. */
export interface PresentedInvitation extends NewInvitation {
  organization_name: string
  /** The user who has the address already. */
  user: User | null
}

export interface Invitations {
  /** Replaces an earlier invitation of the address. Throws `conflict` for a member. */
  create(invitation: NewInvitation, token_hash: string): Promise<Member>
  /** One that has not expired, of an active organization. */
  find(token_hash: string, now: string): Promise<PresentedInvitation | null>
  /**
   * Consumes the invitation, makes its person a member and returns the person's id. `password_hash`
   * is given exactly when the address has no user with a password yet. null: that has changed, or
   * the invitation no longer exists.
   */
  accept(
    token_hash: string,
    person: { name: string | null; password_hash: string | null },
    now: string,
  ): Promise<string | null>
}
