import { slug as slugOf } from 'github-slugger'
import type { Claim, Claimable, Installation } from '../contract/claim.ts'
import { DEMO_SLUG, isOfDemo } from '../contract/demo.ts'
import { ServiceError } from '../contract/errors.ts'
import type { Page, SessionReply } from '../contract/operation.ts'
import type { Session } from '../contract/session.ts'
import { hashPassword } from '../identity/passwords.ts'
import { budgetSpent } from '../identity/rate-counters.ts'
import { createClaimCode, hashSecret } from '../identity/secrets.ts'
import type { Budget, RateCounters } from '../storage/ports/counters.ts'
import type { NewOrganization } from '../storage/ports/organizations.ts'
import type { Store } from '../storage/store.ts'
import { refuseWeak } from './refuse-weak.ts'
import type { Sessions } from './sessions.ts'

export type Claims = ReturnType<typeof createClaims>

const ofAddress: Budget = { name: 'claim-address', limit: 10, windowMs: 10 * 60_000 }
const ofAll: Budget = { name: 'claim', limit: 100, windowMs: 60 * 60_000 }

/** Organizations that belong to whoever claims the installation, where they exist. */
const OWNED = [DEMO_SLUG]

const MAX_SLUG_CHARS = 64

/** Taking over an installation that has no people (docs/behaviour.md#claiming-the-console). */
export function createClaims({
  store,
  counters,
  sessions,
  version,
  now,
  newId,
}: {
  store: Store
  counters: RateCounters
  sessions: Pick<Sessions, 'begin'>
  version: string
  now: () => string
  newId: () => string
}) {
  /** Every try counts; a right code is needed once only. */
  async function limited(address: string): Promise<void> {
    const uses = [
      { budget: ofAddress, key: address },
      { budget: ofAll, key: '' },
    ]
    const { taken, states } = await counters.take(uses)
    if (taken) return
    throw budgetSpent(states, 'Too many wrong codes; try again later.')
  }

  async function freeSlug(name: string): Promise<string> {
    const wanted =
      slugOf(name.normalize('NFKD').replace(/\p{M}/gu, ''))
        .replace(/[^a-z0-9-]/g, '')
        .slice(0, MAX_SLUG_CHARS - 4)
        .replace(/^-+|-+$/g, '') || 'organization'
    for (let number = 1; ; number += 1) {
      const slug = number === 1 ? wanted : `${wanted}-${number}`
      if (!(await store.organizations.findBySlug(slug))) return slug
    }
  }

  async function newOrganization(name: string, created_at: string): Promise<NewOrganization> {
    const slug = await freeSlug(name)
    return { id: newId(), slug, name, status: 'active', support_access: false, created_at }
  }

  return {
    async installation(): Promise<Installation> {
      return { claimed: await store.claims.isClaimed(), version }
    },

    /** Organizations that `claim` takes over by their id; throws as it does. */
    async organizations(address: string, code: string): Promise<Page<Claimable>> {
      if (await store.claims.isClaimed()) throw refused('claimed')
      await limited(address)
      const found = await store.claims.organizations(hashSecret(code))
      if (typeof found === 'string') throw refused(found)
      const data = found
        .filter(({ slug }) => !isOfDemo(slug))
        .map(({ id, slug, name }) => ({ id, slug, name }))
      return { data, has_more: false, next_cursor: null }
    },

    /** `authentication_error` for a wrong code, `not_found` once somebody has claimed it. */
    async claim(
      address: string,
      { code, email, name, password, organization_name, organization_id }: Claim,
    ): Promise<SessionReply<Session>> {
      if (await store.claims.isClaimed()) throw refused('claimed')
      await limited(address)
      await refuseWeak('password', password, { name, email })
      const at = now()
      const organization =
        organization_name === undefined
          ? { id: organization_id ?? '' }
          : await newOrganization(organization_name, at)
      const password_hash = await hashPassword(password)
      const user = { id: newId(), email, name, password_hash, staff: true, created_at: at }
      const made = { user, organization, owned: OWNED }
      const outcome = await store.claims.claim(hashSecret(code), made, at)
      if (outcome !== 'done') throw refused(outcome)
      return sessions.begin(user.id, organization.id)
    },
  }
}

function refused(why: 'claimed' | 'wrong' | 'missing'): ServiceError {
  switch (why) {
    case 'claimed':
      return new ServiceError('not_found', 'This installation has been claimed.')
    case 'wrong':
      return new ServiceError('authentication_error', 'code is not the one that the start printed.')
    case 'missing':
      return new ServiceError(
        'validation_error',
        'organization_id must be one of the organizations that can be taken over.',
      )
  }
}

/**
 * A code for an installation that has no people, which replaces any earlier one; null when it has.
 */
export async function newClaimCode(store: Pick<Store, 'claims'>): Promise<string | null> {
  if (await store.claims.isClaimed()) return null
  const code = createClaimCode()
  await store.claims.setCode(hashSecret(code))
  return code
}
