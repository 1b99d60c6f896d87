import type { Role } from '../../contract/member.ts'
import { NEWEST } from '../paging.ts'
import type { Members } from '../ports/members.ts'
import { type MemberRow, toMember } from '../rows/members.ts'
import { keepAnOwner, requireUnchanged } from '../rules/members.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { voidInvitation } from './invitations.ts'
import { readPage } from './paging.ts'
import { endSessionsOfMember } from './session-ends.ts'
import { sql } from './statement.ts'

interface Which {
  organization_id: string
  user_id: string
}

type From = Which & { from: Role }

const EVERYBODY = `
  SELECT users.id, email, name, role, 'active' AS status, memberships.created_at,
         NULL AS invitation_expires_at
    FROM memberships JOIN users ON users.id = user_id
   WHERE organization_id = :organization_id
   UNION ALL
  SELECT id, email, name, role, 'invited', created_at, expires_at
    FROM invitations
   WHERE organization_id = :organization_id`

const page = sql<{ organization_id: string; rows: number } & typeof NEWEST, MemberRow>(`
  SELECT * FROM (${EVERYBODY}) AS everybody
   WHERE (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const byId = sql<Which, MemberRow>(`
  SELECT * FROM (${EVERYBODY}) AS everybody WHERE id = :user_id
`)
const changeMembership = sql<From & { to: Role }>(`
  UPDATE memberships
     SET role = :to
   WHERE organization_id = :organization_id AND user_id = :user_id AND role = :from
`)
const changeInvitation = sql<From & { to: Role }>(`
  UPDATE invitations
     SET role = :to
   WHERE organization_id = :organization_id AND id = :user_id AND role = :from
`)
const removeMembership = sql<From>(`
  WITH removed AS (
    DELETE FROM memberships
     WHERE organization_id = :organization_id AND user_id = :user_id AND role = :from
    RETURNING user_id, organization_id
  )
  DELETE FROM organizations_of_users
   USING removed
   WHERE organizations_of_users.user_id = removed.user_id
     AND organizations_of_users.organization_id = removed.organization_id
`)
const otherOwner = sql<Which>(`
  SELECT 1
    FROM memberships
   WHERE organization_id = :organization_id AND role = 'owner' AND user_id <> :user_id
   LIMIT 1
`)

async function find(on: Runner, which: Which) {
  const row = await byId.get(on, which)
  return row ? toMember(row) : null
}

async function hasOtherOwner(transaction: Transaction, which: Which): Promise<boolean> {
  return (await otherOwner.get(transaction, which)) !== undefined
}

export function createMembers(db: Database): Members {
  return {
    list: (organization_id, paging) =>
      readPage(
        paging,
        { list: ['members', organization_id], start: NEWEST },
        (range) => page.all(db, { organization_id, ...range }),
        toMember,
      ),

    find: (organization_id, user_id) => find(db, { organization_id, user_id }),

    changeRole: (organization_id, user_id, role) =>
      db.step(async (transaction) => {
        const which = { organization_id, user_id }
        const member = await find(transaction, which)
        if (!member) return null
        const hasOther = await hasOtherOwner(transaction, which)
        keepAnOwner(member, role.to, () => hasOther)
        const isInvited = member.status === 'invited'
        const change = isInvited ? changeInvitation : changeMembership
        requireUnchanged((await change.run(transaction, { ...which, ...role })) > 0)
        tellMember(transaction, organization_id, isInvited ? null : user_id)
        return find(transaction, which)
      }),

    remove: (organization_id, user_id, { from }, now) =>
      db.step(async (transaction) => {
        const which = { organization_id, user_id }
        const member = await find(transaction, which)
        if (!member) return false
        const hasOther = await hasOtherOwner(transaction, which)
        keepAnOwner(member, null, () => hasOther)
        const isInvited = member.status === 'invited'
        const isRemoved = isInvited
          ? await voidInvitation(transaction, { organization_id, id: user_id, role: from })
          : (await removeMembership.run(transaction, { ...which, from })) > 0
        requireUnchanged(isRemoved)
        tellMember(transaction, organization_id, isInvited ? null : user_id)
        await endSessionsOfMember(transaction, { ...which, now })
        return true
      }),
  }
}

function tellMember(transaction: Transaction, organization_id: string, id: string | null): void {
  transaction.tell({ organization_id, kind: 'member', id, revision: null })
}
