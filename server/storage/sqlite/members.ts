import type { Database } from 'better-sqlite3'
import type { Member, Role } from '../../contract/member.ts'
import { NEWEST } from '../paging.ts'
import type { Members } from '../ports/members.ts'
import { type MemberRow, toMember } from '../rows/members.ts'
import { keepAnOwner, requireUnchanged } from '../rules/members.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'
import type { SessionEnds } from './session-ends.ts'

interface Which {
  organization_id: string
  user_id: string
}

export function createMembers(db: Database, { ends }: { ends: SessionEnds }): Sync<Members> {
  const everybody = `
    SELECT users.id AS id, email, name, role, 'active' AS status, memberships.created_at AS created_at,
           NULL AS invitation_expires_at
      FROM memberships JOIN users ON users.id = user_id
     WHERE organization_id = :organization_id
     UNION ALL
    SELECT id, email, name, role, 'invited', created_at, expires_at
      FROM invitations
     WHERE organization_id = :organization_id`
  const page = db.prepare<{ organization_id: string; rows: number } & typeof NEWEST, MemberRow>(`
    SELECT * FROM (${everybody})
     WHERE (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const byId = db.prepare<Which, MemberRow>(`
    SELECT * FROM (${everybody}) WHERE id = :user_id
  `)
  const changeMembership = db.prepare<Which & { from: Role; to: Role }>(`
    UPDATE memberships
       SET role = :to
     WHERE organization_id = :organization_id AND user_id = :user_id AND role = :from
  `)
  const changeInvitation = db.prepare<Which & { from: Role; to: Role }>(`
    UPDATE invitations
       SET role = :to
     WHERE organization_id = :organization_id AND id = :user_id AND role = :from
  `)
  const removeMembership = db.prepare<Which & { from: Role }>(`
    DELETE FROM memberships
     WHERE organization_id = :organization_id AND user_id = :user_id AND role = :from
  `)
  const removeInvitation = db.prepare<Which & { from: Role }>(`
    DELETE FROM invitations
     WHERE organization_id = :organization_id AND id = :user_id AND role = :from
  `)
  const otherOwner = db.prepare<Which>(`
    SELECT 1
      FROM memberships
     WHERE organization_id = :organization_id AND role = 'owner' AND user_id <> :user_id
     LIMIT 1
  `)

  function find(organization_id: string, user_id: string): Member | null {
    const row = byId.get({ organization_id, user_id })
    return row ? toMember(row) : null
  }

  const changeRole = db.transaction<Sync<Members>['changeRole']>(
    (organization_id, user_id, { from, to }) => {
      const which = { organization_id, user_id }
      const member = find(organization_id, user_id)
      if (!member) return null
      keepAnOwner(member, to, () => otherOwner.get(which) !== undefined)
      const change = member.status === 'active' ? changeMembership : changeInvitation
      requireUnchanged(change.run({ ...which, from, to }).changes > 0)
      return find(organization_id, user_id)
    },
  )

  const remove = db.transaction<Sync<Members>['remove']>(
    (organization_id, user_id, { from }, now) => {
      const which = { organization_id, user_id }
      const member = find(organization_id, user_id)
      if (!member) return false
      keepAnOwner(member, null, () => otherOwner.get(which) !== undefined)
      const removal = member.status === 'active' ? removeMembership : removeInvitation
      requireUnchanged(removal.run({ ...which, from }).changes > 0)
      ends.ofMember(which, now)
      return true
    },
  )

  return {
    list(organization_id, paging) {
      return readPage(
        paging,
        { list: ['members', organization_id], start: NEWEST },
        (range) => page.all({ organization_id, ...range }),
        toMember,
      )
    },

    find,
    changeRole: (...values) => changeRole.immediate(...values),
    remove: (...values) => remove.immediate(...values),
  }
}
