import type { Role } from '../../contract/member.ts'
import { NEWEST } from '../paging.ts'
import type { Members } from '../ports/members.ts'
import { type MemberRow, toMember } from '../rows/members.ts'
import { keepAnOwner, requireUnchanged } from '../rules/members.ts'
import { voidInvitation } from './invitations.ts'
import { readPage } from './paging.ts'
import { endSessionsOfMember } from './session-ends.ts'
import { type Driver, type Step, sql } from './step.ts'
import { tellMember } from './users.ts'

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
  DELETE FROM memberships
   WHERE organization_id = :organization_id AND user_id = :user_id AND role = :from
`)
const removeOrganization = sql<Which>(`
  DELETE FROM organizations_of_users
   WHERE user_id = :user_id AND organization_id = :organization_id
`)
const otherOwner = sql<Which>(`
  SELECT 1
    FROM memberships
   WHERE organization_id = :organization_id AND role = 'owner' AND user_id <> :user_id
   LIMIT 1
`)

function* find(which: Which) {
  const row = yield* byId.get(which)
  return row ? toMember(row) : null
}

function* hasOtherOwner(which: Which): Step<boolean> {
  return (yield* otherOwner.get(which)) !== undefined
}

export function createMembers(db: Driver): Members {
  return {
    list: (organization_id, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['members', organization_id], start: NEWEST },
          (range) => page.all({ organization_id, ...range }),
          toMember,
        ),
      ),

    find: (organization_id, user_id) => db.run(() => find({ organization_id, user_id })),

    changeRole: (organization_id, user_id, role) =>
      db.step(function* () {
        const which = { organization_id, user_id }
        const member = yield* find(which)
        if (!member) return null
        const hasOther = yield* hasOtherOwner(which)
        keepAnOwner(member, role.to, () => hasOther)
        const isInvited = member.status === 'invited'
        const change = isInvited ? changeInvitation : changeMembership
        requireUnchanged((yield* change.run({ ...which, ...role })) > 0)
        yield* tellMember(organization_id, isInvited ? null : user_id)
        return yield* find(which)
      }),

    remove: (organization_id, user_id, { from }, now) =>
      db.step(function* () {
        const which = { organization_id, user_id }
        const member = yield* find(which)
        if (!member) return false
        const hasOther = yield* hasOtherOwner(which)
        keepAnOwner(member, null, () => hasOther)
        const isInvited = member.status === 'invited'
        const isRemoved = isInvited
          ? yield* voidInvitation({ organization_id, id: user_id, role: from })
          : (yield* removeMembership.run({ ...which, from })) > 0
        requireUnchanged(isRemoved)
        if (!isInvited) yield* removeOrganization.run(which)
        yield* tellMember(organization_id, isInvited ? null : user_id)
        yield* endSessionsOfMember({ ...which, now })
        return true
      }),
  }
}
