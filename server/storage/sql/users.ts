import type { Role } from '../../contract/member.ts'
import type { User, Users } from '../ports/users.ts'
import { type OrganizationRow, toOrganization } from '../rows/organizations.ts'
import { foldEmail, toUser, toUserRow, type UserRow } from '../rows/users.ts'
import { ORGANIZATION_COLUMNS } from './organizations.ts'
import { endSessionsOfUser } from './session-ends.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { unique } from './unique.ts'

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
const lastOrganization = sql<{ id: string }, { last_organization_id: string | null }>(`
  SELECT last_organization_id FROM users WHERE id = :id
`)

/** `Users.create` as a part of a step. */
export function* addUser(user: User): Step<void> {
  yield* unique('user', insert.run(toUserRow(user)))
}

/** `Users.setPassword` as a part of a step. */
export function* changeUserPassword(
  { id, password_hash }: { id: string; password_hash: string },
  now: string,
): Step<void> {
  yield* changePassword.run({ id, password_hash })
  yield* voidReset.run({ id })
  yield* endSessionsOfUser({ user_id: id, now })
}

/** `Users.setRole` as a part of a step. */
export function* putMember(member: Which & { role: Role }, now: string): Step<void> {
  const { organization_id, user_id } = member
  yield* putMembership.run({ ...member, now })
  yield* putOrganization.run({ organization_id, user_id })
  yield* tellMember(organization_id, user_id)
}

/** Tells of a member, or of an invited person, who is no member yet: null. */
export function* tellMember(organization_id: string, user_id: string | null): Step<void> {
  yield* tell({ organization_id, kind: 'member', id: user_id, revision: null })
}

export function* findUserByEmail(email: string): Step<User | null> {
  return found(yield* byEmail.get({ email_folded: foldEmail(email) }))
}

export function createUsers(db: Driver): Users {
  return {
    create: (user) => db.step(() => addUser(user)),

    update: (id, { name = null, staff }) =>
      db.step(function* () {
        const number = staff === undefined ? null : Number(staff)
        yield* change.run({ id, name, staff: number })
      }),

    setPassword: (id, password_hash, now) =>
      db.step(() => changeUserPassword({ id, password_hash }, now)),

    find: (id) =>
      db.run(function* () {
        return found(yield* byId.get({ id }))
      }),
    findByEmail: (email) => db.run(() => findUserByEmail(email)),

    setRole: (organization_id, user_id, role, now) =>
      db.step(() => putMember({ organization_id, user_id, role }, now)),

    members: (organization_id) =>
      db.run(function* () {
        return (yield* members.all({ organization_id })).map(({ role, ...user }) => ({
          user: toUser(user),
          role,
        }))
      }),

    memberships: (user_id) =>
      db.run(function* () {
        return (yield* memberships.all({ user_id })).map(({ role, ...organization }) => ({
          organization: toOrganization(organization),
          role,
        }))
      }),

    lastOrganization: (id) =>
      db.run(function* () {
        return (yield* lastOrganization.get({ id }))?.last_organization_id ?? null
      }),
  }
}

function found(row: UserRow | undefined): User | null {
  return row ? toUser(row) : null
}
