import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { createSqliteDriver } from '../drivers/sqlite.ts'
import { createAssistants } from '../sql/assistants.ts'
import { createBehaviours } from '../sql/behaviours.ts'
import { createBrandings } from '../sql/brandings.ts'
import { createCollections } from '../sql/collections.ts'
import { createCuratedAnswers } from '../sql/curated-answers.ts'
import { createJobs } from '../sql/jobs.ts'
import { createPages } from '../sql/pages.ts'
import { createParsing } from '../sql/parsing.ts'
import { createSources } from '../sql/sources.ts'
import { createSynonyms } from '../sql/synonyms.ts'
import { createUploads } from '../sql/uploads.ts'
import type { Store } from '../store.ts'
import { createApiKeys } from './api-keys.ts'
import { createArchive } from './archive.ts'
import { createAuditLog } from './audit.ts'
import { createChanges } from './changes.ts'
import { createClaims } from './claims.ts'
import { createConversations } from './conversations.ts'
import { type OpenOptions, openDatabase } from './database.ts'
import { createDeployments } from './deployments.ts'
import { createDocuments } from './documents.ts'
import { openingFailure } from './failures.ts'
import { createGapChecks } from './gap-checks.ts'
import { createGrouping } from './gap-grouping.ts'
import { createGaps } from './gaps.ts'
import { createInbox } from './inbox.ts'
import { findDamage } from './integrity.ts'
import { createInvitations } from './invitations.ts'
import { createLeases, prepareHolds } from './leases.ts'
import { createLockQueue } from './lock-queue.ts'
import { createMembers } from './members.ts'
import { createOrganizations } from './organizations.ts'
import { createOutbox } from './outbox.ts'
import { createPassages } from './passages.ts'
import { createPasswordResets } from './password-resets.ts'
import { createProblems } from './problems.ts'
import { promised as promisedOf, type Sync } from './promised.ts'
import { createRatings } from './ratings.ts'
import { createSearchIndex } from './search-index.ts'
import { createSessionEnds } from './session-ends.ts'
import { createSessions } from './sessions.ts'
import { prepareDelete } from './source-removal.ts'
import { createSpending } from './spending.ts'
import { createFindSupport, createSupportSessions } from './support-sessions.ts'
import { createTestQuestions } from './test-questions.ts'
import { createTestRuns } from './test-runs.ts'
import { createTraces } from './traces.ts'
import { createTurns } from './turns.ts'
import { createUsage, createUsageCounts } from './usage.ts'
import { createUsers } from './users.ts'
import { createVisitors } from './visitors.ts'
import { createWebhooks } from './webhooks.ts'

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
export function createSqliteStore(db: Database, owner: string = randomUUID()): SqliteStore {
  const queue = createLockQueue()
  const changes = createChanges(db)
  const driver = createSqliteDriver(db, { queue, tell: changes.tell })
  const connection = { file: db.name, queue }
  const promised = <Port>(methods: Sync<Port>) => promisedOf(methods, connection)
  const index = createSearchIndex(db)
  const usageCounts = createUsageCounts(db)
  const grouping = createGrouping(db)
  const outbox = createOutbox(db)
  const ends = createSessionEnds(db)
  const findSupport = createFindSupport(db)
  const organizations = createOrganizations(db)
  const users = createUsers(db, { ends, organizations })
  const { ping, check, checkpoint } = promised<Pick<SqliteStore, 'ping' | 'check' | 'checkpoint'>>(
    createChecks(db),
  )

  return {
    owner,
    leases: promised(createLeases(db, owner)),
    organizations: promised(organizations),
    users: promised(users),
    members: promised(createMembers(db, { ends })),
    invitations: promised(createInvitations(db, { users })),
    claims: promised(createClaims(db, { users, organizations })),
    passwordResets: promised(createPasswordResets(db, { users })),
    sessions: promised(createSessions(db, { ends, findSupport })),
    supportSessions: promised(createSupportSessions(db, { findSupport })),
    apiKeys: promised(createApiKeys(db)),
    assistants: createAssistants(driver),
    behaviours: createBehaviours(driver),
    collections: createCollections(driver, index.create),
    synonyms: createSynonyms(driver),
    sources: {
      ...createSources(driver),
      ...promised<Pick<Store['sources'], 'delete'>>({ delete: prepareDelete(db) }),
    },
    spending: promised(createSpending(db, outbox)),
    uploads: createUploads(driver),
    jobs: createJobs(driver, owner),
    documents: {
      ...promised(createDocuments(db, index.of, prepareHolds(db, owner))),
      ...createParsing(driver),
    },
    pages: createPages(driver),
    passages: promised(createPassages(db)),
    searchIndex: promised(index.port),
    conversations: promised(createConversations(db)),
    curatedAnswers: createCuratedAnswers(driver),
    gaps: promised(createGaps(db, grouping)),
    gapChecks: promised(createGapChecks(db)),
    inbox: promised(createInbox(db)),
    testQuestions: promised(createTestQuestions(db)),
    testRuns: promised(createTestRuns(db, owner)),
    traces: promised(createTraces(db)),
    turns: promised(createTurns(db, owner, { usage: usageCounts, grouping })),
    ratings: promised(createRatings(db, { usage: usageCounts, grouping, outbox })),
    deployments: promised(createDeployments(db)),
    visitors: promised(createVisitors(db)),
    problems: promised(createProblems(db)),
    brandings: createBrandings(driver),
    usage: promised(createUsage(db, usageCounts)),
    audit: promised(createAuditLog(db)),
    webhooks: promised(createWebhooks(db, owner, outbox)),
    archive: promised(createArchive(db)),
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
