import type { ApiKey } from '../contract/api-key.ts'
import type { SparseAppearance } from '../contract/appearance.ts'
import type { Assistant, AssistantStatus } from '../contract/assistant.ts'
import type { BrandingLayer } from '../contract/branding.ts'
import type { Collection } from '../contract/collection.ts'
import type {
  Citation,
  Conversation,
  Message,
  MessageStatus,
  Rating,
  RatingValue,
  Turn,
} from '../contract/conversation.ts'
import type { Deployment, Refusal, RefusalReason } from '../contract/deployment.ts'
import type { KnowledgeDocument, Passage, PassageWithNeighbours } from '../contract/document.ts'
import type { Job, JobCounters, JobErrorCode } from '../contract/job.ts'
import type { Member, Role } from '../contract/member.ts'
import type { Page } from '../contract/operation.ts'
import type { Source } from '../contract/source.ts'
import type { SourceType } from '../contract/source-types.ts'
import type { SupportAccess, SupportRequest, SupportSession } from '../contract/support-access.ts'
import type {
  Channel,
  Days,
  NearPassage,
  UnansweredQuestion,
  Usage as UsageReport,
} from '../contract/usage.ts'
import type { WidgetConversation, WidgetMessage } from '../contract/widget.ts'
import type { Owner } from '../identity/caller.ts'

/**
 * The port to storage: one interface per aggregate, each method one atomic step. It exposes neither
 * SQL nor transactions, so that another database is another folder beside `sqlite`.
 *
 * `null` means absent, foreign or malformed, which are never told apart
 * (docs/behaviour.md#unknown-and-foreign-ids). Every method that reads or changes an organization's
 * data takes its id. Time and ids come from the caller.
 */
export interface Store {
  organizations: Organizations
  users: Users
  members: Members
  invitations: Invitations
  sessions: Sessions
  supportSessions: SupportSessions
  apiKeys: ApiKeys
  assistants: Assistants
  collections: Collections
  sources: Sources
  uploads: Uploads
  jobs: Jobs
  documents: Documents
  passages: Passages
  conversations: Conversations
  turns: Turns
  ratings: Ratings
  deployments: Deployments
  visitors: Visitors
  brandings: Brandings
  usage: Usage
  /** Moves recent writes from the write-ahead log into the database. May wait for the disk. */
  checkpoint(): Promise<void>
  /**
   * Throws when the database cannot be written: it is locked, read-only, damaged, or the disk is
   * full.
   */
  ping(): Promise<void>
  /** Findings of an integrity check, one sentence each; empty when there are none. */
  check(): Promise<string[]>
  /** Writes a consistent copy of the database while it is in use. */
  backup(file: string): Promise<void>
  close(): void
}

/**
 * The page of a list to read (docs/behaviour.md#lists). `cursor` is that of an earlier page; a
 * damaged one, or one of another list, throws `validation_error`.
 */
export interface Paging {
  limit: number
  cursor?: string | undefined
}

export interface Organization {
  id: string
  slug: string
  name: string
  status: 'active' | 'suspended'
  support_access: boolean
  created_at: string
}

export interface Organizations {
  /** Throws `conflict` when the slug is taken. */
  create(organization: Organization): Promise<void>
  update(
    id: string,
    change: { name?: string; status?: Organization['status'] },
  ): Promise<Organization | null>
  find(id: string): Promise<Organization | null>
  findBySlug(slug: string): Promise<Organization | null>
  list(): Promise<Organization[]>
}

export interface User {
  id: string
  email: string
  name: string
  password_hash: string | null
  staff: boolean
  created_at: string
}

export interface Users {
  /** Throws `conflict` when the e-mail address (compared in lower case) is taken. */
  create(user: User): Promise<void>
  update(id: string, change: { name?: string; staff?: boolean }): Promise<void>
  /** Ends every session of the person (docs/behaviour.md#passwords). */
  setPassword(id: string, password_hash: string, now: string): Promise<void>
  find(id: string): Promise<User | null>
  findByEmail(email: string): Promise<User | null>
  /** Adds a membership or changes its role. */
  setRole(organization_id: string, user_id: string, role: Role, now: string): Promise<void>
  members(organization_id: string): Promise<{ user: User; role: Role }[]>
  /** The active organizations that the person belongs to, in the order of joining. */
  memberships(user_id: string): Promise<{ organization: Organization; role: Role }[]>
}

/** Members of an organization, and people invited to it, whose `user_id` is the invitation's id. */
export interface Members {
  list(organization_id: string, paging: Paging): Promise<Page<Member>>
  find(organization_id: string, user_id: string): Promise<Member | null>
  /**
   * Throws `conflict` for the last owner, and when the role is no longer `from`. null: no such
   * member.
   */
  changeRole(
    organization_id: string,
    user_id: string,
    role: { from: Role; to: Role },
  ): Promise<Member | null>
  /**
   * Ends the person's sessions in the organization. Throws `conflict` for the last owner, and when
   * the role is no longer `from`.
   */
  remove(
    organization_id: string,
    user_id: string,
    role: { from: Role },
    now: string,
  ): Promise<boolean>
}

export interface NewInvitation {
  /** Also the id of the user created on acceptance, unless the address has a user by then. */
  id: string
  organization_id: string
  /** In lower case. */
  email: string
  name: string
  role: Role
  created_at: string
  expires_at: string
}

/** An invitation as the holder of its link sees it. */
export interface PresentedInvitation extends NewInvitation {
  organization_name: string
  /** The user who has the address already. */
  user: User | null
}

export interface Invitations {
  /** Replaces an earlier invitation of the address. Throws `conflict` for a member. */
  create(invitation: NewInvitation, token_hash: string): Promise<Member>
  /** One that has not expired, of an active organization. */
  find(token_hash: string, now: string): Promise<PresentedInvitation | null>
  /**
   * Consumes the invitation, makes its person a member and returns the person's id. `password_hash`
   * is given exactly when the address has no user with a password yet. null: that has changed, or
   * the invitation no longer exists.
   */
  accept(
    token_hash: string,
    person: { name: string | null; password_hash: string | null },
    now: string,
  ): Promise<string | null>
}

export interface NewSession {
  id: string
  user_id: string
  /** null for staff without an organization. */
  organization_id: string | null
  created_at: string
  expires_at: string
}

export interface StoredSession {
  id: string
  /** Where the person acts; null for staff without an organization. */
  organization: OrganizationName | null
  created_at: string
  expires_at: string
}

/** A session as a request needs it. */
export interface PresentedSession {
  id: string
  expires_at: string
  user: Pick<User, 'id' | 'email' | 'name' | 'staff'>
  /** Where the person acts; null for staff without an organization. */
  membership: { organization: OrganizationName; role: Role } | null
  /** The support session that was opened in this session and not left, live or ended. */
  support: PresentedSupport | null
}

export interface PresentedSupport extends OpenedSupport {
  /** It has not ended, the person still belongs to the staff, and the organization is active. */
  live: boolean
}

export type OrganizationName = Pick<Organization, 'id' | 'slug' | 'name'>

export interface Sessions {
  create(session: NewSession, token_hash: string): Promise<void>
  /** An unexpired session, whose person still belongs to its organization, which is active. */
  present(token_hash: string, now: string): Promise<PresentedSession | null>
  /** Extends the expiry. */
  prolong(id: string, expires_at: string): Promise<void>
  /** Also leaves a support session. False: the person is no member there, or it is suspended. */
  switchTo(id: string, organization_id: string, now: string): Promise<boolean>
  /** The unexpired sessions of a person, newest first. */
  list(user_id: string, now: string, paging: Paging): Promise<Page<StoredSession>>
  /** Also ends the support session that was opened in it. */
  end(id: string, now: string): Promise<void>
  /** Ends every session of the person but this one, with the support sessions opened in them. */
  endOthers(session: { id: string; user_id: string }, now: string): Promise<void>
}

export interface OpenedSupport extends SupportSession {
  organization: OrganizationName
}

export interface SupportSessions {
  /** Turning access off ends the live sessions: `access_turned_off`. */
  allow(organization_id: string, allowed: boolean, now: string): Promise<void>
  /** The whole state of docs/behaviour.md#support-access. */
  state(organization_id: string, now: string): Promise<SupportAccess>
  /**
   * Opens one within a console session, ending the one that was open there. `organization` is a
   * slug or an id. null: no such organization, it does not allow support access, or it is
   * suspended.
   */
  open(
    console_session_id: string,
    support: Omit<SupportSession, 'end'> & { user_id: string; organization: string },
  ): Promise<OpenedSupport | null>
  /** `ended_by_organization`; one that has ended stays as it is. False: no such session. */
  endByOrganization(organization_id: string, id: string, now: string): Promise<boolean>
  /**
   * `ended_by_staff`, and the console session leaves it; one that has ended stays as it is. False:
   * not the person's.
   */
  endByStaff(user_id: string, id: string, now: string): Promise<boolean>
  record(id: string, request: SupportRequest): Promise<void>
  /** Newest first. null: no such session. */
  requests(
    organization_id: string,
    id: string,
    paging: Paging,
  ): Promise<Page<SupportRequest> | null>
}

/** `prefix` is the first 12 characters of the secret. */
export interface StoredApiKey extends ApiKey {
  organization_id: string
}

export interface ApiKeys {
  create(key: StoredApiKey, secret_hash: string): Promise<void>
  /**
   * By the SHA-256 of its secret: a key that is neither revoked nor expired, of an active
   * organization.
   */
  findLive(secret_hash: string, now: string): Promise<StoredApiKey | null>
  findByName(organization_id: string, name: string): Promise<StoredApiKey | null>
  /** SHA-256 of the key's secret, to compare it with the declared one. */
  secretHash(organization_id: string, id: string): Promise<string | null>
  list(organization_id: string): Promise<StoredApiKey[]>
  page(organization_id: string, paging: Paging): Promise<Page<ApiKey>>
  /** Writes only when `last_used_at` is at least a minute old. */
  touch(key: Pick<StoredApiKey, 'id' | 'last_used_at'>, now: string): Promise<void>
  /** Idempotent: a revoked key keeps its `revoked_at`. */
  revoke(organization_id: string, id: string, now: string): Promise<ApiKey | null>
}

export interface Assistants {
  /**
   * Throws `validation_error` naming `knowledge_base_ids` when one is unknown or their embeddings
   * differ.
   */
  create(
    organization_id: string,
    assistant: Omit<Assistant, 'answerable' | 'revision' | 'updated_at'>,
  ): Promise<Assistant>
  /** Throws `conflict` on an outdated revision, `validation_error` as `create` does. */
  update(
    organization_id: string,
    id: string,
    revision: number,
    change: Partial<
      Pick<
        Assistant,
        'name' | 'description' | 'model' | 'instruction' | 'status' | 'knowledge_base_ids'
      >
    >,
    now: string,
  ): Promise<Assistant | null>
  find(organization_id: string, id: string): Promise<Assistant | null>
  list(
    organization_id: string,
    filter: { status?: AssistantStatus | undefined },
    paging: Paging,
  ): Promise<Page<Assistant>>
}

export interface Collections {
  /** Also creates the collection's search indexes. Throws `conflict` when the name is taken. */
  create(
    organization_id: string,
    collection: Pick<
      Collection,
      'id' | 'name' | 'description' | 'embedding_model' | 'embedding_dimensions' | 'created_at'
    >,
  ): Promise<Collection>
  /** Throws `conflict` on a taken name. */
  update(
    organization_id: string,
    id: string,
    change: { name?: string; description?: string; status?: Collection['status'] },
    now: string,
  ): Promise<Collection | null>
  find(organization_id: string, id: string): Promise<Collection | null>
  /** Those of the ids that exist in the organization. */
  findMany(organization_id: string, ids: string[]): Promise<Collection[]>
  list(
    organization_id: string,
    filter: { status: Collection['status'] },
    paging: Paging,
  ): Promise<Page<Collection>>
}

export interface Sources {
  /** null: no such collection. Throws `conflict` on a taken name and for an archived collection. */
  create(
    organization_id: string,
    source: Pick<
      Source,
      'id' | 'collection_id' | 'name' | 'type' | 'config' | 'schedule' | 'created_at'
    >,
  ): Promise<Source | null>
  update(
    organization_id: string,
    id: string,
    change: { name?: string; config?: Record<string, unknown>; schedule?: string | null },
    now: string,
  ): Promise<Source | null>
  find(organization_id: string, id: string): Promise<Source | null>
  /** null: no such collection. */
  list(organization_id: string, collection_id: string, paging: Paging): Promise<Page<Source> | null>
  /** Every source with a schedule, of every active organization. */
  scheduled(): Promise<
    { organization_id: string; id: string; schedule: string; updated_at: string }[]
  >
  /**
   * Allows folder sources of the organization to read this folder, in addition to SVC_SOURCE_ROOTS.
   */
  grantRoot(organization_id: string, path: string): Promise<void>
  grantedRoots(organization_id: string): Promise<string[]>
  /**
   * Removes the source, its jobs, uploads and documents; its passages leave every search at once.
   */
  delete(organization_id: string, id: string): Promise<boolean>
}

/**
 * A file that was uploaded to a source; its bytes are stored in the data folder by their SHA-256.
 */
export interface Upload {
  /** Also the id of the document made from it. */
  id: string
  source_id: string
  path: string
  title: string | null
  url: string | null
  media_type: string
  bytes: number
  content_hash: string
}

export interface Uploads {
  /**
   * Adds files to a source, each replacing the one of the same path (which keeps its id). null: no
   * such source. Throws `conflict` when its collection is archived.
   */
  put(
    organization_id: string,
    source_id: string,
    files: Omit<Upload, 'source_id'>[],
    now: string,
  ): Promise<Upload[] | null>
  list(source_id: string): Promise<Upload[]>
  /** Hashes of the uploaded files of all organizations, which the data folder must keep. */
  hashes(): Promise<Set<string>>
  /** The path that a file was uploaded under; any of them when it was uploaded several times. */
  pathOf(content_hash: string): Promise<string | null>
}

/** A job with everything that its run needs. */
export interface ClaimedJob {
  organization_id: string
  job: Job
  source: { id: string; type: SourceType; config: Record<string, unknown> }
  collection: {
    id: string
    status: Collection['status']
    embedding_model: string
    embedding_dimensions: number
  }
}

export interface Jobs {
  /**
   * (none) → queued. While the source has an active job, returns that job, preferring a queued one
   * to a running one (docs/behaviour.md#jobs). With `joins: 'queued'` it never returns a running
   * one, which may already have read what the new job is for. In an archived collection a new job
   * ends at once: `skipped` when scheduled, else `failed` with `collection_archived`. null: no such
   * source.
   */
  enqueue(
    organization_id: string,
    source_id: string,
    job: {
      id: string
      trigger: Job['trigger']
      max_attempts: number
      joins?: 'active' | 'queued'
    },
    now: string,
  ): Promise<Job | null>
  find(organization_id: string, id: string): Promise<Job | null>
  /** null: no such source. */
  list(organization_id: string, source_id: string, paging: Paging): Promise<Page<Job> | null>
  latest(organization_id: string, source_id: string): Promise<Job | null>
  /** pending, queued or running → cancelled; any other stays as it is. */
  cancel(organization_id: string, id: string, now: string): Promise<Job | null>
  /**
   * A queued job that is due → running: of the organization with the fewest running jobs, the one
   * queued longest. Never of a source with a running job, nor of `busy` ones. null: no such job.
   */
  claim(now: string, busy?: BusyJobs): Promise<ClaimedJob | null>
  /** Records progress. False: stop, the job no longer runs (cancelled, or its source deleted). */
  progress(id: string, counters: JobCounters, source_version: string | null): Promise<boolean>
  /** running → the given status. */
  finish(
    id: string,
    end: {
      status: 'succeeded' | 'partial' | 'failed' | 'skipped'
      error_code: JobErrorCode | null
      error_message: string | null
      counters: JobCounters
      source_version: string | null
    },
    now: string,
  ): Promise<void>
  /** running → queued for another attempt, not before `next_attempt_at`. */
  retry(
    id: string,
    failure: { error_code: JobErrorCode; error_message: string; next_attempt_at: string },
  ): Promise<void>
  /** At shutdown: running → queued, without counting an attempt. */
  release(): Promise<void>
  /**
   * At start: jobs that the last process left running → queued with one more attempt, or failed
   * with `interrupted` after the last one; its staged passages are discarded. Returns the number of
   * jobs.
   */
  recover(now: string): Promise<number>
  /** When the next job that can be claimed is due; null when there is none. */
  nextDueAt(busy?: BusyJobs): Promise<string | null>
  /** Over all organizations, for the operator's metrics; a status without jobs is left out. */
  counts(): Promise<JobCount[]>
}

/** Ids of sources and organizations whose jobs may not be claimed. */
export interface BusyJobs {
  sources?: string[]
  organizations?: string[]
}

export interface JobCount {
  status: Job['status']
  jobs: number
}

/** A passage to be indexed, with its text already analysed. */
export interface NewPassage {
  /** UUID derived from document id, content hash and position (docs/behaviour.md#documents). */
  id: string
  position: number
  /** Heading path or page. */
  anchor: string | null
  url: string | null
  /** Markdown. */
  text: string
  /**
   * Space-separated terms of the title, the heading path and the text (see `text/passage.ts`).
   */
  terms: { title: string; heading: string; text: string }
  /** Space-separated character n-grams. */
  grams: string
  /** null: without ranking by vectors none is stored. */
  vector: Float32Array | null
}

/** Passages of one document's next version, in reading order. */
export interface StagedPart {
  document_id: string
  passages: NewPassage[]
}

/** A document of an earlier run. */
export interface KnownDocument {
  id: string
  path: string
  content_hash: string
  /** The source's version when it was last read (`versionMark` of `ingestion/content-hash.ts`). */
  version: string | null
  status: KnowledgeDocument['status']
}

/** A document as a run made it. */
export type NewVersion = KnowledgeDocument & {
  /** It existed when the run began. */
  known?: boolean
  /** It is made from the upload of the same id. */
  uploaded?: boolean
  /** See `KnownDocument`. */
  version?: string | null
}

export interface BeingParsed {
  path: string
  content_hash: string
}

export interface Documents {
  find(organization_id: string, id: string): Promise<KnowledgeDocument | null>
  /** By path. null: no such source. */
  list(
    organization_id: string,
    source_id: string,
    filter: { status?: KnowledgeDocument['status'] | undefined },
    paging: Paging,
  ): Promise<Page<KnowledgeDocument> | null>
  /** Also removes the upload that it is made from, even before it is ingested. */
  delete(organization_id: string, id: string): Promise<boolean>
  /**
   * Clears the content hashes of the documents of active collections, so that the next run of each
   * source reads and indexes them again; until then they stay searchable. Returns the ids of the
   * sources.
   */
  outdate(organization_id: string): Promise<string[]>
  known(source_id: string): Promise<KnownDocument[]>
  /** Stores versions of documents that were found unchanged under another version. */
  recordVersions(versions: { id: string; version: string | null }[]): Promise<void>
  /** Number of documents older than digests, whose passages `Store.check` cannot check. */
  countUndigested(): Promise<number>
  /**
   * Records a document whose parsing takes long, until `endedParsing` or its publication. A record
   * that exists when a run begins was left by a process that died.
   */
  beganParsing(source_id: string, document: BeingParsed): Promise<void>
  endedParsing(source_id: string, path: string): Promise<void>
  beingParsed(source_id: string): Promise<BeingParsed[]>
  /**
   * Writes passages of a document's next version; no search sees them before `publish`. Called
   * several times for a long document, in reading order, so that no transaction is long; staged
   * passages of a failed attempt from there on are discarded. Throws a `RangeError` on a vector of
   * another width than the collection's, or with numbers that are not finite.
   */
  stage(collection_id: string, document_id: string, passages: NewPassage[]): Promise<void>
  /**
   * In one step: inserts or replaces the document, shows the staged passages and hides the earlier
   * ones. A document that failed or was skipped publishes none and loses its earlier ones. False,
   * and nothing is published, when its source, its upload or, where it was `known`, the document
   * itself was deleted since the run began.
   */
  publish(organization_id: string, collection_id: string, version: NewVersion): Promise<boolean>
  /**
   * `stage` and `publish` of several documents in one step, which is several times faster than one
   * by one. Each part has passages. Returns those that were published.
   */
  ingest(
    organization_id: string,
    collection_id: string,
    batch: { staged: StagedPart[]; published: NewVersion[] },
  ): Promise<NewVersion[]>
  /** Removes documents that are gone from their source, and hides their passages. */
  remove(source_id: string, ids: string[]): Promise<void>
  /**
   * Deletes up to `limit` hidden passages from the indexes, but no staged ones; returns how many
   * are left.
   */
  sweep(limit: number): Promise<number>
}

/** A passage found by one ranking; a higher score is better, on the ranking's own scale. */
export interface Hit {
  rowid: number
  score: number
}

/** A stored passage as ranking and answering need it. */
export interface StoredPassage extends Omit<Passage, 'score'> {
  rowid: number
  position: number
}

export interface Passages {
  find(organization_id: string, id: string): Promise<PassageWithNeighbours | null>
  /** In reading order. null: no such document. */
  list(organization_id: string, document_id: string, paging: Paging): Promise<Page<Passage> | null>
  /** Number of passages in these collections that can be found. */
  count(collection_ids: string[]): Promise<number>
  /** BM25 over terms, best first; `weights` for title, heading and text. */
  matchTerms(
    collection_id: string,
    terms: string[],
    weights: [number, number, number],
    limit: number,
  ): Promise<Hit[]>
  /** BM25 over character n-grams, best first. */
  matchGrams(collection_id: string, grams: string[], limit: number): Promise<Hit[]>
  /** Cosine similarity of vectors, best first. */
  nearest(collection_id: string, vector: Float32Array, limit: number): Promise<Hit[]>
  /** In how many passages of the collection each term occurs; absent terms are left out. */
  frequencies(collection_id: string, terms: string[]): Promise<Map<string, number>>
  /** The passages of these rows that are visible, in the order asked. */
  load(rowids: number[]): Promise<StoredPassage[]>
}

/** Whose a conversation is: the owner's, or in a widget deployment one visitor's. */
export interface Asker {
  organization_id: string
  owner: Owner
  visitor_id: string | null
}

export interface NewConversation {
  id: string
  assistant_id: string
  title: string
  metadata: Record<string, string>
  channel: Channel
  created_at: string
}

export interface Conversations {
  create(asker: Asker, conversation: NewConversation): Promise<Conversation>
  /** Only the asker's own. */
  findOwn(asker: Asker, id: string): Promise<Conversation | null>
  /** Any conversation of the organization, for a moderator. */
  find(organization_id: string, id: string): Promise<Conversation | null>
  list(
    organization_id: string,
    filter: {
      asker: Asker | null
      assistant_id?: string | undefined
      status: Conversation['status']
    },
    paging: Paging,
  ): Promise<Page<Conversation>>
  update(
    asker: Asker,
    id: string,
    change: { title?: string; status?: Conversation['status']; metadata?: Record<string, string> },
    now: string,
  ): Promise<Conversation | null>
  /** Erases it with its messages and ratings. */
  delete(asker: Asker, id: string): Promise<boolean>
  /** By sequence. The caller has checked that the conversation may be read. */
  messages(organization_id: string, id: string, paging: Paging): Promise<Page<Message>>
  message(organization_id: string, conversation_id: string, id: string): Promise<Message | null>
  /** A visitor's list, with their own rating of each answer. */
  widgetMessages(asker: Asker, id: string, paging: Paging): Promise<Page<WidgetMessage>>
  widgetList(asker: Asker, paging: Paging): Promise<Page<WidgetConversation>>
  /**
   * The last `count` messages before `sequence`, oldest first, to complete a follow-up question
   * from.
   */
  before(organization_id: string, id: string, sequence: number, count: number): Promise<Message[]>
}

export interface NewQuestion {
  id: string
  answer_id: string
  text: string
  idempotency_key: string | null
  metadata: Record<string, string>
  /** A failed turn is stored when it was streamed, otherwise not (docs/behaviour.md#turns). */
  streamed: boolean
}

/** How an answer ended. */
export interface Ending {
  status: MessageStatus
  text: string
  citations: Citation[]
  abstained: boolean
  model: string
  finish_reason: string | null
  abstention_reason: string | null
  /** Of an interrupted or failed answer: the reason or error code, and the error message. */
  error_code: string | null
  error_message: string | null
  input_tokens: number
  output_tokens: number
  /** Of an abstention: the passages near the question, nearest first. Not part of a replay. */
  nearest?: NearPassage[]
}

/** A turn that has ended, with what a replay needs (docs/behaviour.md#idempotency). */
export interface EndedTurn extends Turn {
  ending: Ending
}

export type Begun =
  | { kind: 'begun'; conversation: Conversation; question: Message; answer_id: string }
  | { kind: 'finished'; turn: EndedTurn }

export interface Turns {
  /**
   * Looks up an idempotency key and, when it is new, claims the conversation: idle →
   * awaiting_answer, in one step (docs/behaviour.md#turns). null: not the asker's conversation.
   * Throws `conflict` when the key's question is still being answered or is a different one, the
   * conversation is archived, or a question is in progress; `validation_error` when its assistant
   * cannot answer. Titles an untitled conversation with the first line of its first question.
   */
  begin(
    asker: Asker,
    conversation_id: string,
    question: NewQuestion,
    now: string,
  ): Promise<Begun | null>
  /** Stores a streamed answer so far, in case of a crash. */
  progress(answer_id: string, text: string, citations: Citation[]): Promise<void>
  /**
   * awaiting_answer → idle: stores the answer and counts usage. null: erased or recovered
   * meanwhile.
   */
  end(answer_id: string, ending: Ending, now: string): Promise<EndedTurn | null>
  /** awaiting_answer → idle: removes the question, and nothing of the attempt is kept. */
  drop(answer_id: string, now: string): Promise<void>
  /** At start: ends the turns that the last process left open. Returns their number. */
  recover(now: string): Promise<number>
}

export interface Ratings {
  put(
    asker: Asker,
    message_id: string,
    rating: { rating: RatingValue; note: string | null },
    now: string,
  ): Promise<Rating>
  find(asker: Asker, message_id: string): Promise<Rating | null>
  clear(asker: Asker, message_id: string): Promise<void>
}

/** `snippet` names the server's address, which storage does not know. */
export type StoredDeployment = Omit<Deployment, 'snippet'>

/** A deployment as a widget request needs it. */
export interface PresentedDeployment extends StoredDeployment {
  appearance: SparseAppearance
  organization_id: string
  organization_status: Organization['status']
}

export interface Deployments {
  /** null: no such assistant. Throws `conflict` on a taken name. */
  create(
    organization_id: string,
    deployment: Pick<
      StoredDeployment,
      | 'id'
      | 'name'
      | 'widget_key'
      | 'assistant_id'
      | 'allowed_origins'
      | 'created_at'
      | 'created_by'
      | 'expires_at'
    > & { appearance: SparseAppearance },
  ): Promise<StoredDeployment | null>
  /** Throws `conflict` on a taken name. */
  update(
    organization_id: string,
    id: string,
    change: { name?: string; allowed_origins?: string[]; expires_at?: string | null },
    now: string,
  ): Promise<StoredDeployment | null>
  /** active → revoked; a revoked one is returned unchanged. */
  revoke(organization_id: string, id: string, now: string): Promise<StoredDeployment | null>
  find(organization_id: string, id: string, now: string): Promise<StoredDeployment | null>
  list(organization_id: string, paging: Paging, now: string): Promise<Page<StoredDeployment>>
  /** null: no such deployment. */
  appearance(organization_id: string, id: string): Promise<SparseAppearance | null>
  /** Replaces it whole. false: no such deployment. */
  setAppearance(organization_id: string, id: string, appearance: SparseAppearance): Promise<boolean>
  /** By its public key, in any status. */
  findByKey(widget_key: string, now: string): Promise<PresentedDeployment | null>
  /** Writes only when `last_used_at` is at least a minute old. */
  touch(deployment: Pick<StoredDeployment, 'id' | 'last_used_at'>, now: string): Promise<void>
  refuse(id: string, origin: string, reason: RefusalReason, now: string): Promise<void>
  /** The refusals of the last 24 hours. null: no such deployment. */
  refusals(
    organization_id: string,
    id: string,
    paging: Paging,
    now: string,
  ): Promise<Page<Refusal> | null>
}

export interface Visitor {
  id: string
  expires_at: string
}

export interface Visitors {
  create(deployment_id: string, visitor: Visitor, token_hash: string): Promise<void>
  /**
   * A visitor of this deployment whose token has not expired. Extends its expiry to `expires_at`,
   * at most once a minute.
   */
  present(
    deployment_id: string,
    token_hash: string,
    now: string,
    expires_at: string,
  ): Promise<Visitor | null>
}

export interface Branding {
  layer: BrandingLayer
  revision: number
  updated_at: string | null
  updated_by: string | null
}

export interface Brandings {
  /** An organization that never saved one has the layer `{}` at revision 0. */
  find(organization_id: string): Promise<Branding>
  /** Replaces the layer. null: `revision` is outdated. */
  save(
    organization_id: string,
    revision: number,
    layer: Branding['layer'],
    by: string | null,
    now: string,
  ): Promise<Branding | null>
}

export interface Usage {
  /** Counts a call for follow-ups; turns and ratings are counted where they are stored. */
  followUps(
    organization_id: string,
    used: {
      assistant_id: string
      channel: Channel
      model: string
      input_tokens: number
      output_tokens: number
    },
    now: string,
  ): Promise<void>
  /** Counts of these days, for one assistant or all (docs/behaviour.md#usage). */
  report(
    organization_id: string,
    filter: Days & { assistant_id?: string | undefined },
  ): Promise<UsageReport>
  /** Newest first, without questions of erased conversations, whose counts stay. */
  unanswered(organization_id: string, paging: Paging): Promise<Page<UnansweredQuestion>>
}
