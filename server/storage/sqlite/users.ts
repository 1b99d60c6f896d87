import type { Database } from 'better-sqlite3'
import type { Role } from '../../contract/member.ts'
import type { Organizations } from '../ports/organizations.ts'
import type { Users } from '../ports/users.ts'
import { foldEmail, toUser, toUserRow, type UserRow } from '../rows/users.ts'
import { unique } from './conflicts.ts'
import type { Sync } from './promised.ts'
import type { SessionEnds } from './session-ends.ts'

export function createUsers(
  db: Database,
  { ends, organizations }: { ends: SessionEnds; organizations: Sync<Organizations> },
): Sync<Users> {
  const insert = db.prepare<ReturnType<typeof toUserRow>>(`
    INSERT INTO users (id, email, email_folded, name, password_hash, staff, created_at)
    VALUES (:id, :email, :email_folded, :name, :password_hash, :staff, :created_at)
  `)
  const change = db.prepare<{ id: string; name: string | null; staff: number | null }>(`
    UPDATE users
       SET name = coalesce(:name, name), staff = coalesce(:staff, staff)
     WHERE id = :id
  `)
  const changePassword = db.prepare<{ id: string; password_hash: string }>(`
    UPDATE users SET password_hash = :password_hash WHERE id = :id
  `)
  const byId = db.prepare<{ id: string }, UserRow>(`
    SELECT id, email, name, password_hash, staff, created_at FROM users WHERE id = :id
  `)
  const byEmail = db.prepare<{ email_folded: string }, UserRow>(`
    SELECT id, email, name, password_hash, staff, created_at
      FROM users
     WHERE email_folded = :email_folded
  `)
  const setRole = db.prepare<{
    organization_id: string
    user_id: string
    role: Role
    now: string
  }>(`
    INSERT INTO memberships (organization_id, user_id, role, created_at)
    VALUES (:organization_id, :user_id, :role, :now)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role
  `)
  const members = db.prepare<{ organization_id: string }, UserRow & { role: Role }>(`
    SELECT users.id, email, name, password_hash, staff, users.created_at, role
      FROM memberships JOIN users ON users.id = memberships.user_id
     WHERE organization_id = :organization_id
     ORDER BY users.created_at DESC, users.id DESC
  `)
  const memberships = db.prepare<{ user_id: string }, { organization_id: string; role: Role }>(`
    SELECT organization_id, role
      FROM memberships JOIN organizations ON organizations.id = organization_id
     WHERE user_id = :user_id AND status = 'active'
     ORDER BY memberships.created_at, organization_id
  `)

  const voidReset = db.prepare<{ id: string }>('DELETE FROM password_resets WHERE user_id = :id')

  const setPassword = db.transaction<Sync<Users>['setPassword']>((id, password_hash, now) => {
    changePassword.run({ id, password_hash })
    voidReset.run({ id })
    ends.ofUser({ user_id: id }, now)
  })

  return {
    create(user) {
      unique('user', () => insert.run(toUserRow(user)))
    },

    update(id, { name = null, staff }) {
      change.run({ id, name, staff: staff === undefined ? null : Number(staff) })
    },

    setPassword: (...values) => setPassword.immediate(...values),
    find: (id) => found(byId.get({ id })),
    findByEmail: (email) => found(byEmail.get({ email_folded: foldEmail(email) })),

    setRole(organization_id, user_id, role, now) {
      setRole.run({ organization_id, user_id, role, now })
    },

    members: (organization_id) =>
      members.all({ organization_id }).map(({ role, ...user }) => ({ user: toUser(user), role })),

    memberships: (user_id) =>
      memberships.all({ user_id }).flatMap(({ organization_id, role }) => {
        const organization = organizations.find(organization_id)
        return organization ? [{ organization, role }] : []
      }),
  }
}

function found(row: UserRow | undefined) {
  return row ? toUser(row) : null
}
