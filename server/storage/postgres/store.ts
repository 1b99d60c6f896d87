import { randomUUID } from 'node:crypto'
import { createPostgresDriver } from '../drivers/postgres.ts'
import { createAssistants } from '../sql/assistants.ts'
import { createBehaviours } from '../sql/behaviours.ts'
import { createBrandings } from '../sql/brandings.ts'
import { createCuratedAnswers } from '../sql/curated-answers.ts'
import { createSynonyms } from '../sql/synonyms.ts'
import type { Store } from '../store.ts'
import { createApiKeys } from './api-keys.ts'
import { createArchive } from './archive.ts'
import { createAuditLog } from './audit.ts'
import { watchChanges } from './changes.ts'
import { createClaims } from './claims.ts'
import { createCollections } from './collections.ts'
import { createConversations } from './conversations.ts'
import type { Database } from './database.ts'
import { createDeployments } from './deployments.ts'
import { createDocuments } from './documents.ts'
import { createGapChecks } from './gap-checks.ts'
import { createGaps } from './gaps.ts'
import { createInbox } from './inbox.ts'
import { findDamage } from './integrity.ts'
import { createInvitations } from './invitations.ts'
import { createJobs } from './jobs.ts'
import { createLeases } from './leases.ts'
import { createMembers } from './members.ts'
import { createOrganizations } from './organizations.ts'
import { createPages } from './pages.ts'
import { createPassages } from './passages.ts'
import { createPasswordResets } from './password-resets.ts'
import { createProblems } from './problems.ts'
import { createRatings } from './ratings.ts'
import { createSearchIndex } from './search-index.ts'
import { createSessions } from './sessions.ts'
import { createSources } from './sources.ts'
import { createSpending } from './spending.ts'
import { createSupportSessions } from './support-sessions.ts'
import { createTestQuestions } from './test-questions.ts'
import { createTestRuns } from './test-runs.ts'
import { createTraces } from './traces.ts'
import { createTurns } from './turns.ts'
import { createUploads } from './uploads.ts'
import { createUsage } from './usage.ts'
import { createUsers } from './users.ts'
import { createVisitors } from './visitors.ts'
import { createWebhooks } from './webhooks.ts'

/**
 * The port over a database, or over one transaction of it (`joined`). Each thread of a process has
 * a store of its own, and so an owner of leases.
 */
export function createPostgresStore(db: Database, owner: string = randomUUID()): Store {
  const index = createSearchIndex(db)
  const driver = createPostgresDriver(db)
  return {
    owner,
    leases: createLeases(db, owner),
    organizations: createOrganizations(db),
    users: createUsers(db),
    members: createMembers(db),
    invitations: createInvitations(db),
    claims: createClaims(db),
    passwordResets: createPasswordResets(db),
    sessions: createSessions(db),
    supportSessions: createSupportSessions(db),
    apiKeys: createApiKeys(db),
    assistants: createAssistants(driver),
    behaviours: createBehaviours(driver),
    collections: createCollections(db),
    synonyms: createSynonyms(driver),
    sources: createSources(db),
    spending: createSpending(db),
    uploads: createUploads(db),
    jobs: createJobs(db, owner),
    pages: createPages(db),
    documents: createDocuments(db, index, owner),
    passages: createPassages(db),
    searchIndex: index.port,
    conversations: createConversations(db),
    curatedAnswers: createCuratedAnswers(driver),
    inbox: createInbox(db),
    gaps: createGaps(db),
    gapChecks: createGapChecks(db),
    testQuestions: createTestQuestions(db),
    testRuns: createTestRuns(db, owner),
    traces: createTraces(db),
    turns: createTurns(db, owner),
    ratings: createRatings(db),
    deployments: createDeployments(db),
    visitors: createVisitors(db),
    brandings: createBrandings(driver),
    problems: createProblems(db),
    usage: createUsage(db),
    audit: createAuditLog(db),
    archive: createArchive(db),
    webhooks: createWebhooks(db, owner),

    hearsAll: true,
    watch: (listener) => watchChanges(db, listener),
    ping: () => requireWritable(db),
    check: () => findDamage(db),
    close: () => db.close(),
  }
}

/** A standby, or a server that is being looked at, only reads. */
async function requireWritable(db: Database): Promise<void> {
  const { rows } = await db.query('SHOW transaction_read_only', [])
  const [{ transaction_read_only }] = rows as [{ transaction_read_only: string }]
  if (transaction_read_only === 'on') throw new Error('The database only reads.')
}
