import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { found } from '../../hot/inbox-search/sqlite.ts'
import { createSearchIndex } from '../../hot/index/sqlite/search-index.ts'
import { passageRows } from '../../hot/stored-passages/sqlite.ts'
import { turnSteps } from '../../hot/turns/sqlite.ts'
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
import { createChanges } from './changes.ts'
import { type OpenOptions, openDatabase } from './database.ts'
import { createSqliteDriver } from './driver.ts'
import { openingFailure } from './failures.ts'
import { findDamage } from './integrity.ts'
import { createLockQueue } from './lock-queue.ts'
import { promised as promisedOf, type Sync } from './promised.ts'

export interface StoreOptions extends OpenOptions {
  /** Holds the store's leases (docs/architecture.md#leases); a new one by default. */
  owner?: string
}

export interface SqliteStore extends Store {
  /**
   * Moves recent writes from the write-ahead log into the database, and empties the log if nothing
   * reads it. May wait for the disk.
   */
  checkpoint(): Promise<void>
}

/**
 * Opens a database; throws as `openDatabase` does, also when its schema is not the expected one.
 */
export function openSqliteStore(
  file: string,
  { owner, ...options }: StoreOptions = {},
): SqliteStore {
  const db = openDatabase(file, options)
  try {
    return createSqliteStore(db, owner)
  } catch (error) {
    db.close()
    throw openingFailure(error, file)
  }
}

/**
 * The port over one connection, which `close` closes. Each thread has a store of its own, and so an
 * owner of leases.
 */
export function createSqliteStore(
  db: Database,
  owner: string = ownerOf(randomUUID()),
): SqliteStore {
  const queue = createLockQueue()
  const changes = createChanges()
  const driver = createSqliteDriver(db, { queue, tell: changes.tell })
  const connection = { file: db.name, queue }
  const promised = <Port>(methods: Sync<Port>) => promisedOf(methods, connection)
  const index = createSearchIndex(db)
  const { ping, check, checkpoint } = promised<Pick<SqliteStore, 'ping' | 'check' | 'checkpoint'>>(
    createChecks(db),
  )

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
    embeddingMoves: createEmbeddingMoves(driver, owner, {
      lockIndex: index.lock,
      vectors: index.vectors,
    }),
    documents: createDocuments(driver, owner, { passages: passageRows, lockIndex: index.lock }),
    pages: createPages(driver),
    passages: createPassages(driver),
    searchIndex: promised(index.port),
    conversations: createConversations(driver),
    curatedAnswers: createCuratedAnswers(driver),
    gaps: createGaps(driver),
    gapChecks: createGapChecks(driver),
    inbox: createInbox(driver, found),
    testQuestions: createTestQuestions(driver),
    testRuns: createTestRuns(driver, owner),
    traces: createTraces(driver),
    turns: createTurns(driver, owner, turnSteps),
    ratings: createRatings(driver),
    openings: createOpenings(driver),
    questionLikes: createQuestionLikes(driver),
    deployments: createDeployments(driver),
    visitors: createVisitors(driver),
    problems: createProblems(driver),
    brandings: createBrandings(driver),
    usage: createUsage(driver),
    audit: createAuditLog(driver),
    webhooks: createWebhooks(driver, owner),
    archive: createArchive(driver),
    ping,
    checkpoint,
    check,

    hearsAll: false,
    watch: changes.watch,

    async close() {
      db.close()
    },
  }
}

function createChecks(db: Database) {
  // Writes the current value again: a page is written to the disk, and nothing changes.
  const probe = db.transaction(() => {
    db.pragma(`application_id = ${db.pragma('application_id', { simple: true })}`)
  })
  return {
    ping: () => probe.immediate(),
    checkpoint() {
      const [state] = db.pragma('wal_checkpoint(PASSIVE)') as {
        log: number
        checkpointed: number
      }[]
      // A log that is written back whole would still hold what was erased.
      const isWhole = state && state.log > 0 && state.log === state.checkpointed
      if (isWhole) db.pragma('wal_checkpoint(TRUNCATE)')
    },
    check: () => findDamage(db),
  }
}
