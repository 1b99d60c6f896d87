import { isOfDemo } from '../contract/demo.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page, SessionReply } from '../contract/operation.ts'
import type {
  AcceptPasswordReset,
  ChangePassword,
  ConfirmSession,
  OwnSession,
  Session,
  SignIn,
  SwitchOrganization,
} from '../contract/session.ts'
import type { PasswordLimit } from '../identity/password-limit.ts'
import { hashPassword, verifyPassword } from '../identity/passwords.ts'
import { createSessionToken, hashSecret } from '../identity/secrets.ts'
import { isConfirmed, lastUse, sessionExpiry } from '../identity/session.ts'
import type { PresentedSession } from '../storage/ports/sessions.ts'
import type { Store } from '../storage/store.ts'
import type { RecordLater } from './audit.ts'
import { found } from './not-found.ts'
import { refuseWeak } from './refuse-weak.ts'

export type Sessions = ReturnType<typeof createSessions>

/**
 * Console sessions (docs/behaviour.md#console-sessions). `address` is the client's network address.
 */
export function createSessions({
  store,
  passwordAttempt,
  recordLater,
  now,
  newId,
}: {
  store: Store
  passwordAttempt: PasswordLimit
  recordLater: RecordLater
  now: () => string
  newId: () => string
}) {
  /** Begins a session in an organization of the person, or, for staff, in none. */
  async function begin(
    user_id: string,
    organization_id: string | null,
  ): Promise<SessionReply<Session>> {
    const token = createSessionToken()
    const token_hash = hashSecret(token)
    const at = now()
    const expires_at = sessionExpiry(at)
    const session = { id: newId(), user_id, organization_id, created_at: at, expires_at }
    await store.sessions.create(session, token_hash)
    const presented = await store.sessions.present(token_hash, at)
    if (!presented) throw wrongCredentials()
    return { session_token: token, reply: await show(presented) }
  }

  /** The person's own organizations in the order of joining, and after them those of the demo. */
  async function membershipsOf(user_id: string) {
    const memberships = await store.users.memberships(user_id)
    const isDemo = ({ organization }: (typeof memberships)[number]) => isOfDemo(organization.slug)
    return [...memberships.filter((one) => !isDemo(one)), ...memberships.filter(isDemo)]
  }

  /** The organization that the person was in last, else the first one; null for none. */
  async function organizationToEnter(user_id: string): Promise<string | null> {
    const ids = (await membershipsOf(user_id)).map(({ organization }) => organization.id)
    const last = await store.users.lastOrganization(user_id)
    return ids.find((id) => id === last) ?? ids[0] ?? null
  }

  async function show(presented: PresentedSession): Promise<Session> {
    const { user, membership, support } = presented
    const confirmed = isConfirmed(presented, now())
    const organizations = (await membershipsOf(user.id)).map(
      ({ organization: { id, slug, name }, role }) => ({
        id,
        slug,
        name,
        role,
      }),
    )
    if (!support) {
      const { organization = null, role = null } = membership ?? {}
      return { user, organization, role, organizations, support_session: null, confirmed }
    }
    const { live, ...support_session } = support
    const organization = live ? support_session.organization : null
    return { user, organization, role: null, organizations, support_session, confirmed }
  }

  return {
    begin,
    show,

    /**
     * Signs in to the organization that the person was in last. An unknown address, a wrong
     * password and a person without an active organization are the same `authentication_error`, in
     * the same time.
     */
    async signIn(address: string, { email, password }: SignIn): Promise<SessionReply<Session>> {
      const user = await store.users.findByEmail(email.trim())
      const isRight = await passwordAttempt({ address, email: email.trim() }, () =>
        verifyPassword(password, user?.password_hash ?? null),
      )
      if (!user) throw wrongCredentials()
      const organization_id = await organizationToEnter(user.id)
      const action = isRight ? 'session.signed_in' : 'session.failed'
      if (organization_id) recordLater(organization_id, { action, actor: personOf(user) })
      if (!isRight || (!organization_id && !user.staff)) throw wrongCredentials()
      return begin(user.id, organization_id)
    },

    /** Also ends a support session. Throws `not_found` for a foreign organization. */
    async switchTo(session: PresentedSession, { organization_id }: SwitchOrganization) {
      const memberships = await store.users.memberships(session.user.id)
      const chosen = memberships.find(({ organization }) => organization.id === organization_id)
      const moved = chosen && (await store.sessions.switchTo(session.id, organization_id, now()))
      const { organization, role } = found(moved ? chosen : null, 'Organization')
      const { id, slug, name } = organization
      return show({
        ...session,
        membership: { organization: { id, slug, name }, role },
        support: null,
      })
    },

    /**
     * Lets what asks again through for ten minutes (docs/behaviour.md#asking-again). A wrong
     * password is `authentication_error` and counts as a failed sign-in.
     */
    async confirm(
      { id, user, membership }: PresentedSession,
      address: string,
      { password }: ConfirmSession,
    ): Promise<void> {
      const { email, password_hash } = found(await store.users.find(user.id), 'User')
      const isRight = await passwordAttempt({ address, email }, () =>
        verifyPassword(password, password_hash),
      )
      const action = isRight ? 'session.confirmed' : 'session.failed'
      if (membership) recordLater(membership.organization.id, { action, actor: personOf(user) })
      if (!isRight) {
        throw new ServiceError('authentication_error', 'password must be your own password.')
      }
      await store.sessions.confirm(id, now())
    },

    async signOut({ id }: PresentedSession): Promise<SessionReply<undefined>> {
      await store.sessions.end(id, now())
      return { session_token: null, reply: undefined }
    },

    /**
     * On all devices, newest first; includes suspended organizations, which may become active
     * again.
     */
    async list(
      { id: current, user }: PresentedSession,
      paging: ListQuery,
    ): Promise<Page<OwnSession>> {
      const listed = await store.sessions.list(user.id, now(), paging)
      const data = listed.data.map(({ id, organization, created_at, expires_at }) => ({
        id,
        current: id === current,
        organization,
        created_at,
        last_used_at: lastUse({ expires_at }),
        expires_at,
      }))
      return { ...listed, data }
    },

    /** Ends all sessions of the person except the given one. */
    async endOthers({ id, user }: PresentedSession): Promise<void> {
      await store.sessions.endOthers({ id, user_id: user.id }, now())
    },

    /**
     * By a link; ends every session of the person. Unknown, used and expired ones are `not_found`.
     */
    async resetPassword({ token, password }: AcceptPasswordReset): Promise<void> {
      const token_hash = hashSecret(token)
      const owner = found(await store.passwordResets.find(token_hash, now()), 'Password reset')
      await refuseWeak('password', password, found(await store.users.find(owner), 'User'))
      const password_hash = await hashPassword(password)
      const user_id = await store.passwordResets.accept(token_hash, password_hash, now())
      const [first] = await store.users.memberships(found(user_id, 'Password reset'))
      const reset = { action: 'session.password_changed', actor: personOf({ id: user_id ?? '' }) }
      if (first) recordLater(first.organization.id, reset)
    },

    /** Ends every session of the person and begins a new one. */
    async changePassword(
      { user, membership }: PresentedSession,
      address: string,
      { current_password, new_password }: ChangePassword,
    ): Promise<SessionReply<Session>> {
      const { name, email, password_hash } = found(await store.users.find(user.id), 'User')
      const isRight = await passwordAttempt({ address, email }, () =>
        verifyPassword(current_password, password_hash),
      )
      if (!isRight) {
        throw new ServiceError(
          'validation_error',
          'current_password must be your current password.',
        )
      }
      await refuseWeak('new_password', new_password, { name, email })
      await store.users.setPassword(user.id, await hashPassword(new_password), now())
      const organization_id = membership?.organization.id ?? null
      const changed = { action: 'session.password_changed', actor: personOf(user) }
      if (organization_id) recordLater(organization_id, changed)
      return begin(user.id, organization_id)
    },
  }
}

function personOf({ id }: { id: string }) {
  return { type: 'user' as const, id }
}

function wrongCredentials(): ServiceError {
  return new ServiceError('authentication_error', 'The e-mail address or the password is wrong.')
}
