import type { Role } from '../../contract/member.ts'
import type { Invitations, NewInvitation } from '../ports/invitations.ts'
import { toInvited } from '../rows/members.ts'
import { mayAccept, userOf } from '../rules/invitations.ts'
import { requireNoMember } from '../rules/members.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { addSecret, removeSecret } from './secrets.ts'
import { sql } from './statement.ts'
import { addUser, changeUserPassword, findUserByEmail, putMember } from './users.ts'

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
export async function voidInvitation(
  transaction: Transaction,
  which: { organization_id: string; id: string; role: Role },
): Promise<boolean> {
  const voided = await remove.get(transaction, which)
  if (voided) await removeSecret(transaction, voided.token_hash)
  return voided !== undefined
}

async function find(on: Runner, token_hash: string, now: string) {
  const row = await byToken.get(on, { token_hash, now })
  return row ? { ...row, user: await findUserByEmail(on, row.email) } : null
}

function tell(transaction: Transaction, organization_id: string): void {
  transaction.tell({ organization_id, kind: 'member', id: null, revision: null })
}

export function createInvitations(db: Database): Invitations {
  return {
    create: (invitation, token_hash) =>
      db.step(async (transaction) => {
        const { organization_id, email } = invitation
        const address = { organization_id, email }
        requireNoMember((await isMember.get(transaction, address)) !== undefined)
        const earlier = await ofAddress.get(transaction, address)
        if (earlier) await removeSecret(transaction, earlier.token_hash)
        await addSecret(transaction, { hash: token_hash, organization_id })
        await put.run(transaction, { ...invitation, token_hash })
        tell(transaction, organization_id)
        return toInvited(invitation)
      }),

    find: (token_hash, now) => db.snapshot((runner) => find(runner, token_hash, now)),

    accept: (token_hash, person, now) =>
      db.step(async (transaction) => {
        const invitation = await find(transaction, token_hash, now)
        if (!invitation) return null
        const { user, organization_id, role } = invitation
        if (!mayAccept(user, person)) return null
        const { id } = user ?? userOf(invitation, person, now)
        const { password_hash } = person
        // First of all, so that of two who accept at once one waits here, and then finds nothing.
        await voidInvitation(transaction, invitation)
        if (!user) await addUser(transaction, userOf(invitation, person, now))
        else if (password_hash) await changeUserPassword(transaction, { id, password_hash }, now)
        await putMember(transaction, { organization_id, user_id: id, role }, now)
        tell(transaction, organization_id)
        return id
      }),
  }
}
