import type { Role } from '../../contract/member.ts'
import type { Invitations, NewInvitation } from '../ports/invitations.ts'
import { toInvited } from '../rows/members.ts'
import { mayAccept, userOf } from '../rules/invitations.ts'
import { requireNoMember } from '../rules/members.ts'
import { addSecret, removeSecret } from './secrets.ts'
import { type Driver, type Step, sql } from './step.ts'
import { addUser, changeUserPassword, findUserByEmail, putMember, tellMember } from './users.ts'

const isMember = sql<{ organization_id: string; email: string }>(`
  SELECT 1
    FROM memberships JOIN users ON users.id = user_id
   WHERE organization_id = :organization_id AND email_folded = :email
`)
const ofAddress = sql<{ organization_id: string; email: string }, { token_hash: string }>(`
  SELECT token_hash
    FROM invitations
   WHERE organization_id = :organization_id AND email = :email
`)
const put = sql<NewInvitation & { token_hash: string }>(`
  INSERT INTO invitations (organization_id, id, email, name, role, token_hash, created_at,
                           expires_at)
  VALUES (:organization_id, :id, :email, :name, :role, :token_hash, :created_at, :expires_at)
  ON CONFLICT (organization_id, email) DO UPDATE
     SET id = excluded.id, name = excluded.name, role = excluded.role,
         token_hash = excluded.token_hash, created_at = excluded.created_at,
         expires_at = excluded.expires_at
`)
const byToken = sql<
  { token_hash: string; now: string },
  NewInvitation & { organization_name: string }
>(`
  SELECT invitations.id, invitations.organization_id, email, invitations.name, role,
         invitations.created_at, expires_at, organizations.name AS organization_name
    FROM secrets
    JOIN organizations ON organizations.id = secrets.organization_id
    JOIN invitations
      ON invitations.organization_id = secrets.organization_id AND token_hash = hash
   WHERE hash = :token_hash AND expires_at > :now AND status = 'active'
`)
const remove = sql<{ organization_id: string; id: string; role: Role }, { token_hash: string }>(`
  DELETE FROM invitations
   WHERE organization_id = :organization_id AND id = :id AND role = :role
  RETURNING token_hash
`)

/** Deletes an invitation for a role, as a part of a step. False: there is none. */
export function* voidInvitation(which: {
  organization_id: string
  id: string
  role: Role
}): Step<boolean> {
  const voided = yield* remove.get(which)
  if (voided) yield* removeSecret(voided.token_hash)
  return voided !== undefined
}

function* find(token_hash: string, now: string) {
  const row = yield* byToken.get({ token_hash, now })
  return row ? { ...row, user: yield* findUserByEmail(row.email) } : null
}

export function createInvitations(db: Driver): Invitations {
  return {
    create: (invitation, token_hash) =>
      db.step(function* () {
        const { organization_id, email } = invitation
        const address = { organization_id, email }
        requireNoMember((yield* isMember.get(address)) !== undefined)
        const earlier = yield* ofAddress.get(address)
        if (earlier) yield* removeSecret(earlier.token_hash)
        yield* addSecret({ hash: token_hash, organization_id })
        yield* put.run({ ...invitation, token_hash })
        yield* tellMember(organization_id, null)
        return toInvited(invitation)
      }),

    find: (token_hash, now) => db.snapshot(() => find(token_hash, now)),

    accept: (token_hash, person, now) =>
      db.step(function* () {
        const invitation = yield* find(token_hash, now)
        if (!invitation) return null
        const { user, organization_id, role } = invitation
        if (!mayAccept(user, person)) return null
        const { id } = user ?? userOf(invitation, person, now)
        const { password_hash } = person
        // First of all, so that of two who accept at once one waits here, and then finds nothing.
        yield* voidInvitation(invitation)
        if (!user) yield* addUser(userOf(invitation, person, now))
        else if (password_hash) yield* changeUserPassword({ id, password_hash }, now)
        yield* putMember({ organization_id, user_id: id, role }, now)
        yield* tellMember(organization_id, null)
        return id
      }),
  }
}
