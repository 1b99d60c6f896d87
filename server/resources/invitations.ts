import { ServiceError } from '../contract/errors.ts'
import type { SessionReply } from '../contract/operation.ts'
import type { AcceptInvitation, Invitation, Session } from '../contract/session.ts'
import type { PasswordLimit } from '../identity/password-limit.ts'
import { hashPassword, verifyPassword } from '../identity/passwords.ts'
import { hashSecret } from '../identity/secrets.ts'
import type { PresentedInvitation } from '../storage/ports/invitations.ts'
import type { Store } from '../storage/store.ts'
import type { RecordLater } from './audit.ts'
import { found } from './not-found.ts'
import { refuseWeak } from './refuse-weak.ts'
import type { Sessions } from './sessions.ts'

export type Invitations = ReturnType<typeof createInvitations>

/**
 * Reading and accepting invitations (docs/behaviour.md#members-and-invitations). Unknown, used and
 * expired links are the same `not_found`.
 */
export function createInvitations({
  store,
  sessions,
  passwordAttempt,
  recordLater,
  now,
}: {
  store: Store
  sessions: Pick<Sessions, 'begin'>
  passwordAttempt: PasswordLimit
  recordLater: RecordLater
  now: () => string
}) {
  async function find(token: string): Promise<PresentedInvitation> {
    return found(await store.invitations.find(hashSecret(token), now()), 'Invitation')
  }

  /**
   * The hash to store, or null when the person has a password already. A link must not replace a
   * password: an inviter could take over the person's account in other organizations.
   */
  async function passwordToSet(
    { email, user }: PresentedInvitation,
    name: string,
    address: string,
    password: string,
  ): Promise<string | null> {
    if (!user?.password_hash) {
      await refuseWeak('password', password, { name, email })
      return hashPassword(password)
    }
    const { password_hash } = user
    const isRight = await passwordAttempt({ address, email }, () =>
      verifyPassword(password, password_hash),
    )
    if (isRight) return null
    throw new ServiceError('authentication_error', 'password must be the password of your account.')
  }

  return {
    /** Does not reveal whether the person has an account: the inviter holds the link, too. */
    async read(token: string): Promise<Invitation> {
      const { organization_name, email, name } = await find(token)
      return { organization: { name: organization_name }, email, name }
    },

    /**
     * Joins and signs in. A person with an account sends its password (a wrong one is
     * `authentication_error` and counts as a failed sign-in); a person without one sets it.
     */
    async accept(
      address: string,
      { token, name, password }: AcceptInvitation,
    ): Promise<SessionReply<Session>> {
      const invitation = await find(token)
      const called = name ?? invitation.name
      const password_hash = await passwordToSet(invitation, called, address, password)
      const person = { name: name ?? null, password_hash }
      const { organization_id } = invitation
      const id = found(
        await store.invitations.accept(hashSecret(token), person, now()),
        'Invitation',
      )
      recordLater(organization_id, { action: 'member.joined', actor: { type: 'user', id } })
      return sessions.begin(id, organization_id)
    },
  }
}
