import { createPasswordLimit } from '../identity/password-limit.ts'
import type { Log } from '../log.ts'
import type { RateCounters } from '../storage/ports/counters.ts'
import type { Store } from '../storage/store.ts'
import { createApiKeys } from './api-keys.ts'
import { createRecordLater } from './audit.ts'
import { createClaims } from './claims.ts'
import { createDemo } from './demo.ts'
import { createInvitations } from './invitations.ts'
import { createMembers } from './members.ts'
import { createSessions } from './sessions.ts'
import { createSupportAccess } from './support-access.ts'

/** The resources of authentication, which share one rate limit on wrong passwords. */
export function createPeople({
  counters,
  ...parts
}: {
  store: Store
  counters: RateCounters
  log: Log
  publicUrl: string
  version: string
  now: () => string
  newId: () => string
}) {
  const passwordAttempt = createPasswordLimit(counters)
  const shared = { ...parts, recordLater: createRecordLater(parts) }
  const sessions = createSessions({ ...shared, passwordAttempt })
  return {
    apiKeys: createApiKeys(shared),
    members: createMembers(shared),
    invitations: createInvitations({ ...shared, sessions, passwordAttempt }),
    claims: createClaims({ ...shared, counters, sessions }),
    demo: createDemo({ ...shared, sessions }),
    sessions,
    supportAccess: createSupportAccess(shared),
  }
}
