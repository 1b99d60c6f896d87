import type { PasswordResets } from '../ports/password-resets.ts'
import { type Driver, sql } from './step.ts'
import { changeUserPassword } from './users.ts'

const belongsAlone = sql<{ organization_id: string; user_id: string }>(`
  SELECT 1
    FROM users JOIN organizations_of_users ON user_id = users.id
   WHERE users.id = :user_id AND staff = 0
   GROUP BY users.id
  HAVING count(*) = 1 AND max(organization_id) = :organization_id
`)
const put = sql<{ user_id: string; token_hash: string; expires_at: string }>(`
  INSERT INTO password_resets (user_id, token_hash, expires_at)
  VALUES (:user_id, :token_hash, :expires_at)
  ON CONFLICT (user_id) DO UPDATE
     SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
`)
const byToken = sql<{ token_hash: string; now: string }, { user_id: string }>(`
  SELECT user_id
    FROM password_resets JOIN users ON users.id = user_id
   WHERE token_hash = :token_hash AND expires_at > :now AND staff = 0
     AND (SELECT count(*)
            FROM organizations_of_users
           WHERE organizations_of_users.user_id = users.id) = 1
`)

export function createPasswordResets(db: Driver): PasswordResets {
  return {
    create: (organization_id, reset) =>
      db.step(function* () {
        const { user_id } = reset
        if (!(yield* belongsAlone.get({ organization_id, user_id }))) return false
        yield* put.run(reset)
        return true
      }),

    find: (token_hash, now) =>
      db.run(function* () {
        return (yield* byToken.get({ token_hash, now }))?.user_id ?? null
      }),

    accept: (token_hash, password_hash, now) =>
      db.step(function* () {
        const reset = yield* byToken.get({ token_hash, now })
        if (!reset) return null
        yield* changeUserPassword({ id: reset.user_id, password_hash }, now)
        return reset.user_id
      }),
  }
}
