import type { Claims } from '../ports/claims.ts'
import { addOrganization, findOrganizationBySlug } from './organizations.ts'
import { type Driver, sql } from './step.ts'
import { addUser, putMember } from './users.ts'

const anyUser = sql<object>('SELECT 1 FROM users LIMIT 1')
const isCode = sql<{ code_hash: string }>('SELECT 1 FROM claim_codes WHERE code_hash = :code_hash')
const forgetCodes = sql<object>('DELETE FROM claim_codes')
const addCode = sql<{ code_hash: string }>(
  'INSERT INTO claim_codes (code_hash) VALUES (:code_hash)',
)

export function createClaims(db: Driver): Claims {
  return {
    isClaimed: () =>
      db.run(function* () {
        return (yield* anyUser.get({})) !== undefined
      }),

    setCode: (code_hash) =>
      db.step(function* () {
        yield* forgetCodes.run({})
        yield* addCode.run({ code_hash })
      }),

    claim: (code_hash, { user, organization, owned }, now) =>
      db.step(function* () {
        if (yield* anyUser.get({})) return 'claimed'
        if (!(yield* isCode.get({ code_hash }))) return 'wrong'
        // First of all, so that of two who claim at once one waits here, and then finds a person.
        yield* forgetCodes.run({})
        yield* addOrganization(organization)
        yield* addUser(user)
        for (const slug of [organization.slug, ...owned]) {
          const found = yield* findOrganizationBySlug(slug)
          if (!found) continue
          const owner = { organization_id: found.id, user_id: user.id, role: 'owner' as const }
          yield* putMember(owner, now)
        }
        return 'done'
      }),
  }
}
