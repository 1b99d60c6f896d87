import type { Database } from 'better-sqlite3'
import type { PasswordResets } from '../ports/password-resets.ts'
import type { Users } from '../ports/users.ts'
import type { Sync } from './promised.ts'

export function createPasswordResets(
  db: Database,
  { users }: { users: Sync<Users> },
): Sync<PasswordResets> {
  const belongsAlone = db.prepare<{ organization_id: string; user_id: string }>(`
    SELECT 1
      FROM users JOIN memberships ON user_id = users.id
     WHERE users.id = :user_id AND staff = 0
     GROUP BY users.id
    HAVING count(*) = 1 AND max(organization_id) = :organization_id
  `)
  const put = db.prepare<{ user_id: string; token_hash: string; expires_at: string }>(`
    INSERT INTO password_resets (user_id, token_hash, expires_at)
    VALUES (:user_id, :token_hash, :expires_at)
    ON CONFLICT (user_id) DO UPDATE
       SET token_hash = excluded.token_hash, expires_at = excluded.expires_at
  `)
  const byToken = db.prepare<{ token_hash: string; now: string }, { user_id: string }>(`
    SELECT user_id
      FROM password_resets JOIN users ON users.id = user_id
     WHERE token_hash = :token_hash AND expires_at > :now AND staff = 0
       AND (SELECT count(*) FROM memberships WHERE memberships.user_id = users.id) = 1
  `)

  const create = db.transaction<Sync<PasswordResets>['create']>((organization_id, reset) => {
    if (!belongsAlone.get({ organization_id, user_id: reset.user_id })) return false
    put.run(reset)
    return true
  })

  const accept = db.transaction<Sync<PasswordResets>['accept']>(
    (token_hash, password_hash, now) => {
      const reset = byToken.get({ token_hash, now })
      if (!reset) return null
      users.setPassword(reset.user_id, password_hash, now)
      return reset.user_id
    },
  )

  return {
    create: (...values) => create.immediate(...values),
    find: (token_hash, now) => byToken.get({ token_hash, now })?.user_id ?? null,
    accept: (...values) => accept.immediate(...values),
  }
}
