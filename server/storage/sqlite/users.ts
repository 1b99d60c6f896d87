import type { Database } from 'better-sqlite3'
import type { Role } from '../../identity/permissions.ts'
import type { User, Users } from '../store.ts'
import { unique } from './conflicts.ts'
import type { Sync } from './promised.ts'

type Row = Omit<User, 'staff'> & { staff: 0 | 1 }

export function createUsers(db: Database): Sync<Users> {
  const insert = db.prepare<Row & { email_folded: string }>(`
    INSERT INTO users (id, email, email_folded, name, password_hash, staff, created_at)
    VALUES (:id, :email, :email_folded, :name, :password_hash, :staff, :created_at)
  `)
  const change = db.prepare<
    { id: string } & Record<'name' | 'password_hash' | 'staff', string | number | null>
  >(`
    UPDATE users
       SET name = coalesce(:name, name),
           password_hash = coalesce(:password_hash, password_hash),
           staff = coalesce(:staff, staff)
     WHERE id = :id
  `)
  const byEmail = db.prepare<{ email_folded: string }, Row>(`
    SELECT id, email, name, password_hash, staff, created_at
      FROM users
     WHERE email_folded = :email_folded
  `)
  const setRole = db.prepare<{ organization_id: string; user_id: string; role: Role }>(`
    INSERT INTO memberships (organization_id, user_id, role)
    VALUES (:organization_id, :user_id, :role)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role
  `)
  const members = db.prepare<{ organization_id: string }, Row & { role: Role }>(`
    SELECT users.id, email, name, password_hash, staff, created_at, role
      FROM memberships JOIN users ON users.id = memberships.user_id
     WHERE organization_id = :organization_id
     ORDER BY created_at DESC, users.id DESC
  `)

  return {
    create(user) {
      unique('email is already used by another user.', () =>
        insert.run({ ...user, staff: user.staff ? 1 : 0, email_folded: user.email.toLowerCase() }),
      )
    },

    update(id, { name = null, password_hash = null, staff }) {
      change.run({ id, name, password_hash, staff: staff === undefined ? null : Number(staff) })
    },

    findByEmail(email) {
      const row = byEmail.get({ email_folded: email.toLowerCase() })
      return row ? fromRow(row) : null
    },

    setRole(organization_id, user_id, role) {
      setRole.run({ organization_id, user_id, role })
    },

    members: (organization_id) =>
      members.all({ organization_id }).map(({ role, ...user }) => ({ user: fromRow(user), role })),
  }
}

function fromRow(row: Row): User {
  return { ...row, staff: row.staff === 1 }
}
