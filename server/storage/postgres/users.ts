import type { Role } from '../../contract/member.ts'
import type { User, Users } from '../ports/users.ts'
import { type OrganizationRow, toOrganization } from '../rows/organizations.ts'
import { foldEmail, toUser, toUserRow, type UserRow } from '../rows/users.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { unique } from './failures.ts'
import { ORGANIZATION_COLUMNS } from './organizations.ts'
import { endSessionsOfUser } from './session-ends.ts'
import { sql } from './statement.ts'

const COLUMNS = `users.id, email, users.name, password_hash, staff, users.created_at`

interface Which {
  organization_id: string
  user_id: string
}

const insert = sql<ReturnType<typeof toUserRow>>(`
  INSERT INTO users (id, email, email_folded, name, password_hash, staff, created_at)
  VALUES (:id, :email, :email_folded, :name, :password_hash, :staff, :created_at)
`)
const change = sql<{ id: string; name: string | null; staff: number | null }>(`
  UPDATE users SET name = coalesce(:name, name), staff = coalesce(:staff, staff) WHERE id = :id
`)
const changePassword = sql<{ id: string; password_hash: string }>(`
  UPDATE users SET password_hash = :password_hash WHERE id = :id
`)
const voidReset = sql<{ id: string }>('DELETE FROM password_resets WHERE user_id = :id')
const byId = sql<{ id: string }, UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = :id`)
const byEmail = sql<{ email_folded: string }, UserRow>(`
  SELECT ${COLUMNS} FROM users WHERE email_folded = :email_folded
`)
const putMembership = sql<Which & { role: Role; now: string }>(`
  INSERT INTO memberships (organization_id, user_id, role, created_at)
  VALUES (:organization_id, :user_id, :role, :now)
  ON CONFLICT (organization_id, user_id) DO UPDATE SET role = excluded.role
`)
const putOrganization = sql<Which>(`
  INSERT INTO organizations_of_users (user_id, organization_id)
  VALUES (:user_id, :organization_id)
  ON CONFLICT DO NOTHING
`)
const members = sql<{ organization_id: string }, UserRow & { role: Role }>(`
  SELECT ${COLUMNS}, role
    FROM memberships JOIN users ON users.id = user_id
   WHERE organization_id = :organization_id
   ORDER BY users.created_at DESC, users.id DESC
`)
const memberships = sql<{ user_id: string }, OrganizationRow & { role: Role }>(`
  SELECT ${ORGANIZATION_COLUMNS}, role
    FROM organizations_of_users AS joined
    JOIN organizations ON organizations.id = joined.organization_id
    JOIN memberships
      ON memberships.organization_id = joined.organization_id
     AND memberships.user_id = joined.user_id
   WHERE joined.user_id = :user_id AND organizations.status = 'active'
   ORDER BY memberships.created_at, joined.organization_id
`)

/** `Users.create` as a part of a step. */
export async function addUser(transaction: Transaction, user: User): Promise<void> {
  await unique('user', insert.run(transaction, toUserRow(user)))
}

/** `Users.setPassword` as a part of a step. */
export async function changeUserPassword(
  transaction: Transaction,
  { id, password_hash }: { id: string; password_hash: string },
  now: string,
): Promise<void> {
  await changePassword.run(transaction, { id, password_hash })
  await voidReset.run(transaction, { id })
  await endSessionsOfUser(transaction, { user_id: id, now })
}

/** `Users.setRole` as a part of a step. */
export async function putMember(
  transaction: Transaction,
  member: Which & { role: Role },
  now: string,
): Promise<void> {
  const { organization_id, user_id } = member
  await putMembership.run(transaction, { ...member, now })
  await putOrganization.run(transaction, { organization_id, user_id })
  transaction.tell({ organization_id, kind: 'member', id: user_id, revision: null })
}

export async function findUserByEmail(on: Runner, email: string): Promise<User | null> {
  return found(await byEmail.get(on, { email_folded: foldEmail(email) }))
}

export function createUsers(db: Database): Users {
  return {
    create: (user) => db.step((transaction) => addUser(transaction, user)),

    update: (id, { name = null, staff }) =>
      db.step(async (transaction) => {
        const number = staff === undefined ? null : Number(staff)
        await change.run(transaction, { id, name, staff: number })
      }),

    setPassword: (id, password_hash, now) =>
      db.step((transaction) => changeUserPassword(transaction, { id, password_hash }, now)),

    find: async (id) => found(await byId.get(db, { id })),
    findByEmail: (email) => findUserByEmail(db, email),

    setRole: (organization_id, user_id, role, now) =>
      db.step((transaction) => putMember(transaction, { organization_id, user_id, role }, now)),

    members: async (organization_id) =>
      (await members.all(db, { organization_id })).map(({ role, ...user }) => ({
        user: toUser(user),
        role,
      })),

    memberships: async (user_id) =>
      (await memberships.all(db, { user_id })).map(({ role, ...organization }) => ({
        organization: toOrganization(organization),
        role,
      })),
  }
}

function found(row: UserRow | undefined): User | null {
  return row ? toUser(row) : null
}
