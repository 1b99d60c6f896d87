import { randomUUID } from 'node:crypto'
import { found } from '../../hot/inbox-search/postgres.ts'
import { createSearchIndex } from '../../hot/index/postgres/search-index.ts'
import { passageRows } from '../../hot/stored-passages/postgres.ts'
import { turnSteps } from '../../hot/turns/postgres.ts'
import { ownerOf } from '../../rules/leases.ts'
import { createApiKeys } from '../../sql/api-keys.ts'
import { createArchive } from '../../sql/archive.ts'
import { createAssistants } from '../../sql/assistants.ts'
import { createAuditLog } from '../../sql/audit.ts'
import { createBehaviours } from '../../sql/behaviours.ts'
import { createBrandings } from '../../sql/brandings.ts'
import { createClaims } from '../../sql/claims.ts'
import { createCollections } from '../../sql/collections.ts'
import { createConversations } from '../../sql/conversations.ts'
import { createCuratedAnswers } from '../../sql/curated-answers.ts'
import { createDeployments } from '../../sql/deployments.ts'
import { createDocuments } from '../../sql/documents.ts'
import { createEmbeddingMoves } from '../../sql/embedding-moves.ts'
import { createGapChecks } from '../../sql/gap-checks.ts'
import { createGaps } from '../../sql/gaps.ts'
import { createInbox } from '../../sql/inbox.ts'
import { createInvitations } from '../../sql/invitations.ts'
import { createJobs } from '../../sql/jobs.ts'
import { createLeases } from '../../sql/leases.ts'
import { createMembers } from '../../sql/members.ts'
import { createOpenings } from '../../sql/openings.ts'
import { createOrganizations } from '../../sql/organizations.ts'
import { createPages } from '../../sql/pages.ts'
import { createPassages } from '../../sql/passages.ts'
import { createPasswordResets } from '../../sql/password-resets.ts'
import { createProblems } from '../../sql/problems.ts'
import { createQuestionLikes } from '../../sql/question-likes.ts'
import { createRatings } from '../../sql/ratings.ts'
import { createReadings } from '../../sql/readings.ts'
import { createSectionQuestions } from '../../sql/section-questions.ts'
import { createSessions } from '../../sql/sessions.ts'
import { createSources } from '../../sql/sources.ts'
import { createSpending } from '../../sql/spending.ts'
import { createSupportSessions } from '../../sql/support-sessions.ts'
import { createSynonyms } from '../../sql/synonyms.ts'
import { createTestQuestions } from '../../sql/test-questions.ts'
import { createTestRuns } from '../../sql/test-runs.ts'
import { createTraces } from '../../sql/traces.ts'
import { createTurns } from '../../sql/turns.ts'
import { createUploads } from '../../sql/uploads.ts'
import { createUsage } from '../../sql/usage.ts'
import { createUsers } from '../../sql/users.ts'
import { createVisitors } from '../../sql/visitors.ts'
import { createWebhooks } from '../../sql/webhooks.ts'
import type { Store } from '../../store.ts'
import { watchChanges } from './changes.ts'
import type { Database } from './database.ts'
import { createPostgresDriver } from './driver.ts'
import { findDamage } from './integrity.ts'

/**
 * The port over a database, or over one transaction of it (`joined`). Each thread of a process has
 * a store of its own, and so an owner of leases.
 */
export function createPostgresStore(db: Database, owner: string = ownerOf(randomUUID())): Store {
  const index = createSearchIndex(db)
  const driver = createPostgresDriver(db)
  return {
    owner,
    leases: createLeases(driver, owner),
    organizations: createOrganizations(driver),
    users: createUsers(driver),
    members: createMembers(driver),
    invitations: createInvitations(driver),
    claims: createClaims(driver),
    passwordResets: createPasswordResets(driver),
    sessions: createSessions(driver),
    supportSessions: createSupportSessions(driver),
    apiKeys: createApiKeys(driver),
    assistants: createAssistants(driver),
    behaviours: createBehaviours(driver),
    collections: createCollections(driver, index),
    synonyms: createSynonyms(driver),
    readings: createReadings(driver),
    sectionQuestions: createSectionQuestions(driver),
    sources: createSources(driver),
    spending: createSpending(driver),
    uploads: createUploads(driver),
    jobs: createJobs(driver, owner),
    pages: createPages(driver),
    embeddingMoves: createEmbeddingMoves(driver, owner, {
      lockIndex: index.lock,
      vectors: index.vectors,
    }),
    documents: createDocuments(driver, owner, { passages: passageRows, lockIndex: index.lock }),
    passages: createPassages(driver),
    searchIndex: index.port,
    conversations: createConversations(driver),
    curatedAnswers: createCuratedAnswers(driver),
    inbox: createInbox(driver, found),
    gaps: createGaps(driver),
    gapChecks: createGapChecks(driver),
    testQuestions: createTestQuestions(driver),
    testRuns: createTestRuns(driver, owner),
    traces: createTraces(driver),
    turns: createTurns(driver, owner, turnSteps),
    ratings: createRatings(driver),
    openings: createOpenings(driver),
    questionLikes: createQuestionLikes(driver),
    deployments: createDeployments(driver),
    visitors: createVisitors(driver),
    brandings: createBrandings(driver),
    problems: createProblems(driver),
    usage: createUsage(driver),
    audit: createAuditLog(driver),
    archive: createArchive(driver),
    webhooks: createWebhooks(driver, owner),

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
