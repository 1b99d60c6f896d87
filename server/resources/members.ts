import { ServiceError } from '../contract/errors.ts'
import type {
  InvitedMember,
  InviteMember,
  Member,
  PasswordReset,
  Role,
  UpdateMember,
} from '../contract/member.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import { canManageRole } from '../identity/permissions.ts'
import { createInvitationToken, createResetToken, hashSecret } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'

export type Members = ReturnType<typeof createMembers>

const INVITATION_DAYS = 7
const RESET_HOURS = 24

/** Members of an organization and invitations to it (docs/behaviour.md#members-and-invitations). */
export function createMembers({
  store,
  publicUrl,
  now,
  newId,
}: {
  store: Store
  publicUrl: string
  now: () => string
  newId: () => string
}) {
  async function manageable(caller: Caller, user_id: string): Promise<Member> {
    const member = found(await store.members.find(caller.organization_id, user_id), 'Member')
    requireRank(caller, member.role)
    return member
  }

  return {
    list({ organization_id }: Caller, paging: ListQuery): Promise<Page<Member>> {
      return store.members.list(organization_id, paging)
    },

    /**
     * Creates the one-time link, which the caller passes on: the service sends no mail. It replaces
     * an earlier link for the address. An existing member is a `conflict`.
     */
    async invite(caller: Caller, { email, name, role }: InviteMember): Promise<InvitedMember> {
      requireRank(caller, role)
      const token = createInvitationToken()
      const at = now()
      const invitation = {
        id: newId(),
        organization_id: caller.organization_id,
        email,
        name: name ?? email,
        role,
        created_at: at,
        expires_at: new Date(Date.parse(at) + INVITATION_DAYS * 86_400_000).toISOString(),
      }
      const member = await store.invitations.create(invitation, hashSecret(token))
      // In the fragment, which is not sent to servers and does not appear in logs.
      return { member, invitation_url: `${publicUrl}/svc/console/invite#${token}` }
    },

    /** Takes effect on the next request. The last owner is a `conflict`. */
    async update(caller: Caller, user_id: string, { role }: UpdateMember): Promise<Member> {
      const { role: from } = await manageable(caller, user_id)
      requireRank(caller, role)
      const { organization_id } = caller
      const changed = await store.members.changeRole(organization_id, user_id, { from, to: role })
      return found(changed, 'Member')
    },

    /**
     * Creates the one-time link, which the caller passes on. A `conflict` for somebody whose
     * account is not this organization's alone: a link must open no other organization.
     */
    async resetPassword(caller: Caller, user_id: string): Promise<PasswordReset> {
      const { status } = await manageable(caller, user_id)
      const token = createResetToken()
      const at = now()
      const expires_at = new Date(Date.parse(at) + RESET_HOURS * 3_600_000).toISOString()
      const reset = { user_id, token_hash: hashSecret(token), expires_at }
      const isMade =
        status === 'active' && (await store.passwordResets.create(caller.organization_id, reset))
      if (isMade) return { reset_url: `${publicUrl}/svc/console/reset#${token}` }
      throw new ServiceError(
        'conflict',
        'A password can be reset only for a member of this organization alone, who is no staff.',
      )
    },

    /** Ends the person's sessions in the organization. The last owner is a `conflict`. */
    async remove(caller: Caller, user_id: string): Promise<void> {
      const { role: from } = await manageable(caller, user_id)
      const { organization_id } = caller
      const removed = await store.members.remove(organization_id, user_id, { from }, now())
      if (!removed) throw new ServiceError('not_found', 'Member not found.')
    },
  }
}

function requireRank({ role }: Caller, other: Role): void {
  if (canManageRole(role, other)) return
  throw new ServiceError(
    'authorization_error',
    `Your role may not assign, change or remove the role ${other}.`,
  )
}
