import { ServiceError } from '../contract/errors.ts'
import type { InvitedMember, InviteMember, Member, Role, UpdateMember } from '../contract/member.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import { canManageRole } from '../identity/permissions.ts'
import { createInvitationToken, hashSecret } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'

export type Members = ReturnType<typeof createMembers>

const INVITATION_DAYS = 7

/** Who belongs to an organization (completions 3, 4). Nobody makes, changes or removes a role above the own. */
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
  async function reachable(caller: Caller, user_id: string): Promise<Member> {
    const member = found(await store.members.find(caller.organization_id, user_id), 'Member')
    mustReach(caller, member.role)
    return member
  }

  return {
    list({ organization_id }: Caller, paging: ListQuery): Promise<Page<Member>> {
      return store.members.list(organization_id, paging)
    },

    /**
     * Makes the one-time link, which the caller hands on: the service sends no mail. A link made before
     * for the address ends. A member is a `conflict`.
     */
    async invite(caller: Caller, { email, name, role }: InviteMember): Promise<InvitedMember> {
      mustReach(caller, role)
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
      // After the #, so that neither servers nor logs on the way see the token.
      return { member, invitation_url: `${publicUrl}/svc/console/invite#${token}` }
    },

    /** From the next request on. The last owner is a `conflict`. */
    async update(caller: Caller, user_id: string, { role }: UpdateMember): Promise<Member> {
      const { role: from } = await reachable(caller, user_id)
      mustReach(caller, role)
      const { organization_id } = caller
      const changed = await store.members.changeRole(organization_id, user_id, { from, to: role })
      return found(changed, 'Member')
    },

    /** Ends the person's sessions in the organization. The last owner is a `conflict`. */
    async remove(caller: Caller, user_id: string): Promise<void> {
      const { role: from } = await reachable(caller, user_id)
      const { organization_id } = caller
      const removed = await store.members.remove(organization_id, user_id, { from }, now())
      if (!removed) throw new ServiceError('not_found', 'Member not found.')
    },
  }
}

function mustReach({ role }: Caller, other: Role): void {
  if (canManageRole(role, other)) return
  throw new ServiceError('authorization_error', `Your role does not reach the role ${other}.`)
}
