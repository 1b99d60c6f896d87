import type { Claims } from '../ports/claims.ts'
import type { Database } from './database.ts'
import { addOrganization, findOrganizationBySlug } from './organizations.ts'
import { sql } from './statement.ts'
import { addUser, putMember } from './users.ts'

const anyUser = sql<object>('SELECT 1 FROM users LIMIT 1')
const isCode = sql<{ code_hash: string }>('SELECT 1 FROM claim_codes WHERE code_hash = :code_hash')
const forgetCodes = sql<object>('DELETE FROM claim_codes')
const addCode = sql<{ code_hash: string }>(
  'INSERT INTO claim_codes (code_hash) VALUES (:code_hash)',
)

export function createClaims(db: Database): Claims {
  return {
    isClaimed: async () => (await anyUser.get(db, {})) !== undefined,

    setCode: (code_hash) =>
      db.step(async (transaction) => {
        await forgetCodes.run(transaction, {})
        await addCode.run(transaction, { code_hash })
      }),

    claim: (code_hash, { user, organization, owned }, now) =>
      db.step(async (transaction) => {
        if (await anyUser.get(transaction, {})) return 'claimed'
        if (!(await isCode.get(transaction, { code_hash }))) return 'wrong'
        // First of all, so that of two who claim at once one waits here, and then finds a person.
        await forgetCodes.run(transaction, {})
        await addOrganization(transaction, organization)
        await addUser(transaction, user)
        for (const slug of [organization.slug, ...owned]) {
          const found = await findOrganizationBySlug(transaction, slug)
          if (!found) continue
          const owner = { organization_id: found.id, user_id: user.id, role: 'owner' as const }
          await putMember(transaction, owner, now)
        }
        return 'done'
      }),
  }
}
