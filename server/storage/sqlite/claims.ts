import type { Database } from 'better-sqlite3'
import type { Claims } from '../ports/claims.ts'
import type { Organizations } from '../ports/organizations.ts'
import type { Users } from '../ports/users.ts'
import type { Sync } from './promised.ts'

export function createClaims(
  db: Database,
  { users, organizations }: { users: Sync<Users>; organizations: Sync<Organizations> },
): Sync<Claims> {
  const anyUser = db.prepare('SELECT 1 FROM users LIMIT 1')
  const isCode = db.prepare<{ code_hash: string }>(`
    SELECT 1 FROM claim_codes WHERE code_hash = :code_hash
  `)
  const forgetCodes = db.prepare('DELETE FROM claim_codes')
  const addCode = db.prepare<{ code_hash: string }>(`
    INSERT INTO claim_codes (code_hash) VALUES (:code_hash)
  `)

  const setCode = db.transaction((code_hash: string) => {
    forgetCodes.run()
    addCode.run({ code_hash })
  })

  const claim = db.transaction<Sync<Claims>['claim']>((code_hash, made, now) => {
    if (anyUser.get()) return 'claimed'
    if (!isCode.get({ code_hash })) return 'wrong'
    const { user, organization, owned } = made
    organizations.create(organization)
    users.create(user)
    const ids = owned.flatMap((slug) => organizations.findBySlug(slug)?.id ?? [])
    for (const id of [organization.id, ...ids]) users.setRole(id, user.id, 'owner', now)
    forgetCodes.run()
    return 'done'
  })

  return {
    isClaimed: () => anyUser.get() !== undefined,
    setCode: (code_hash) => setCode.immediate(code_hash),
    claim: (...values) => claim.immediate(...values),
  }
}
