import type { Database } from 'better-sqlite3'
import type { Invitations, NewInvitation } from '../ports/invitations.ts'
import type { Users } from '../ports/users.ts'
import { toInvited } from '../rows/members.ts'
import { mayAccept, userOf } from '../rules/invitations.ts'
import { requireNoMember } from '../rules/members.ts'
import type { Sync } from './promised.ts'

type Row = NewInvitation & { organization_name: string }

export function createInvitations(
  db: Database,
  { users }: { users: Sync<Users> },
): Sync<Invitations> {
  const isMember = db.prepare<{ organization_id: string; email: string }>(`
    SELECT 1
      FROM memberships JOIN users ON users.id = user_id
     WHERE organization_id = :organization_id AND email_folded = :email
  `)
  const put = db.prepare<NewInvitation & { token_hash: string }>(`
    INSERT INTO invitations (id, organization_id, email, name, role, token_hash, created_at, expires_at)
    VALUES (:id, :organization_id, :email, :name, :role, :token_hash, :created_at, :expires_at)
    ON CONFLICT (organization_id, email) DO UPDATE
       SET id = excluded.id, name = excluded.name, role = excluded.role,
           token_hash = excluded.token_hash, created_at = excluded.created_at,
           expires_at = excluded.expires_at
  `)
  const byToken = db.prepare<{ token_hash: string; now: string }, Row>(`
    SELECT invitations.id, organization_id, email, invitations.name, role, invitations.created_at,
           expires_at, organizations.name AS organization_name
      FROM invitations JOIN organizations ON organizations.id = organization_id
     WHERE token_hash = :token_hash AND expires_at > :now AND status = 'active'
  `)
  const useUp = db.prepare<{ id: string }>(`DELETE FROM invitations WHERE id = :id`)

  function find(token_hash: string, now: string) {
    const row = byToken.get({ token_hash, now })
    return row ? { ...row, user: users.findByEmail(row.email) } : null
  }

  const create = db.transaction<Sync<Invitations>['create']>((invitation, token_hash) => {
    const { organization_id, email } = invitation
    requireNoMember(isMember.get({ organization_id, email }) !== undefined)
    put.run({ ...invitation, token_hash })
    return toInvited(invitation)
  })

  const accept = db.transaction<Sync<Invitations>['accept']>((token_hash, person, now) => {
    const invitation = find(token_hash, now)
    if (!invitation) return null
    const { user, organization_id, role } = invitation
    if (!mayAccept(user, person)) return null
    const joining = user ?? userOf(invitation, person, now)
    if (!user) users.create(joining)
    else if (person.password_hash) users.setPassword(user.id, person.password_hash, now)
    users.setRole(organization_id, joining.id, role, now)
    useUp.run({ id: invitation.id })
    return joining.id
  })

  return {
    create: (...values) => create.immediate(...values),
    find,
    accept: (...values) => accept.immediate(...values),
  }
}
