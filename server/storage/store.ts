import type { ApiKeys } from './ports/api-keys.ts'
import type { Archive } from './ports/archive.ts'
import type { Assistants } from './ports/assistants.ts'
import type { AuditLog } from './ports/audit.ts'
import type { Behaviours } from './ports/behaviours.ts'
import type { Brandings } from './ports/brandings.ts'
import type { StoredChange } from './ports/changes.ts'
import type { Claims } from './ports/claims.ts'
import type { Collections } from './ports/collections.ts'
import type { Conversations } from './ports/conversations.ts'
import type { CuratedAnswers } from './ports/curated-answers.ts'
import type { Deployments } from './ports/deployments.ts'
import type { Documents } from './ports/documents.ts'
import type { EmbeddingMoves } from './ports/embedding-moves.ts'
import type { GapChecks } from './ports/gap-checks.ts'
import type { Gaps } from './ports/gaps.ts'
import type { Inbox } from './ports/inbox.ts'
import type { Invitations } from './ports/invitations.ts'
import type { Jobs } from './ports/jobs.ts'
import type { Leases } from './ports/leases.ts'
import type { Members } from './ports/members.ts'
import type { Openings } from './ports/openings.ts'
import type { Organizations } from './ports/organizations.ts'
import type { Pages } from './ports/pages.ts'
import type { Passages } from './ports/passages.ts'
import type { PasswordResets } from './ports/password-resets.ts'
import type { Problems } from './ports/problems.ts'
import type { QuestionLikes } from './ports/question-likes.ts'
import type { Ratings } from './ports/ratings.ts'
import type { Readings } from './ports/readings.ts'
import type { SearchIndex } from './ports/search-index.ts'
import type { SectionQuestions } from './ports/section-questions.ts'
import type { Sessions } from './ports/sessions.ts'
import type { Sources } from './ports/sources.ts'
import type { Spending } from './ports/spending.ts'
import type { SupportSessions } from './ports/support-sessions.ts'
import type { Synonyms } from './ports/synonyms.ts'
import type { TestQuestions, TestRuns } from './ports/test-questions.ts'
import type { Traces } from './ports/traces.ts'
import type { Turns } from './ports/turns.ts'
import type { Uploads } from './ports/uploads.ts'
import type { Usage } from './ports/usage.ts'
import type { Users } from './ports/users.ts'
import type { Visitors } from './ports/visitors.ts'
import type { Webhooks } from './ports/webhooks.ts'

/**
 * The port to storage: one interface per aggregate, each method one atomic step. It exposes neither
 * SQL nor transactions, so that another database is another folder beside `sqlite`.
 *
 * `null` means absent, foreign or malformed, which are never told apart
 * (docs/behaviour.md#unknown-and-foreign-ids). Every method that reads or changes an organization's
 * data takes its id. Time and ids come from the caller.
 */
export interface Store {
  /** The id under which it holds what is worked on (docs/architecture.md#leases). */
  owner: string
  leases: Leases
  organizations: Organizations
  users: Users
  members: Members
  invitations: Invitations
  claims: Claims
  passwordResets: PasswordResets
  sessions: Sessions
  supportSessions: SupportSessions
  apiKeys: ApiKeys
  assistants: Assistants
  behaviours: Behaviours
  collections: Collections
  synonyms: Synonyms
  questionLikes: QuestionLikes
  readings: Readings
  sectionQuestions: SectionQuestions
  sources: Sources
  spending: Spending
  uploads: Uploads
  jobs: Jobs
  embeddingMoves: EmbeddingMoves
  documents: Documents
  pages: Pages
  passages: Passages
  searchIndex: SearchIndex
  conversations: Conversations
  curatedAnswers: CuratedAnswers
  inbox: Inbox
  gaps: Gaps
  gapChecks: GapChecks
  testQuestions: TestQuestions
  testRuns: TestRuns
  traces: Traces
  turns: Turns
  ratings: Ratings
  openings: Openings
  deployments: Deployments
  visitors: Visitors
  brandings: Brandings
  problems: Problems
  usage: Usage
  audit: AuditLog
  webhooks: Webhooks
  archive: Archive
  /**
   * Whether `watch` hears of what any process stores; otherwise of what is stored over this
   * connection alone.
   */
  hearsAll: boolean
  /**
   * Calls the listener, a moment later, with what is stored from now on; after many changes at once
   * with each kind alone. Returns a function that ends it.
   */
  watch(listener: (changes: StoredChange[]) => void): () => void
  /**
   * Throws when the database cannot be written: it is locked, read-only, damaged, or the disk is
   * full.
   */
  ping(): Promise<void>
  /** Findings of an integrity check, one sentence each; empty when there are none. */
  check(): Promise<string[]>
  close(): Promise<void>
}
