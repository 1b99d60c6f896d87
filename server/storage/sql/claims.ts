import type { Claims } from '../ports/claims.ts'
import type { Organization } from '../ports/organizations.ts'
import { addOrganization, findOrganizationBySlug, listOrganizations } from './organizations.ts'
import { type Driver, type Step, sql } from './step.ts'
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

    organizations: (code_hash) =>
      db.run(function* () {
        return (yield* refusal(code_hash)) ?? (yield* activeOrganizations())
      }),

    claim: (code_hash, { user, organization, owned }, now) =>
      db.step(function* () {
        const refused = yield* refusal(code_hash)
        if (refused) return refused
        const { id } = organization
        const isNew = 'slug' in organization
        if (!isNew && !(yield* activeOrganizations()).some((one) => one.id === id)) return 'missing'
        // Before the rest, so that of two who claim at once one waits here, and finds a person.
        yield* forgetCodes.run({})
        if (isNew) yield* addOrganization(organization)
        yield* addUser(user)
        for (const organization_id of [id, ...(yield* idsOf(owned))]) {
          yield* putMember({ organization_id, user_id: user.id, role: 'owner' }, now)
        }
        return 'done'
      }),
  }
}

/** Why a code claims nothing; null when it does. */
function* refusal(code_hash: string): Step<'claimed' | 'wrong' | null> {
  if (yield* anyUser.get({})) return 'claimed'
  return (yield* isCode.get({ code_hash })) ? null : 'wrong'
}

function* activeOrganizations(): Step<Organization[]> {
  return (yield* listOrganizations()).filter(({ status }) => status === 'active')
}

function* idsOf(slugs: string[]): Step<string[]> {
  const ids = []
  for (const slug of slugs) {
    const found = yield* findOrganizationBySlug(slug)
    if (found) ids.push(found.id)
  }
  return ids
}
