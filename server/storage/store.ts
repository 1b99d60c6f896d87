import type { ApiKey } from '../contract/api-key.ts'
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
 * The port to storage: one interface per aggregate, each method one atomic step. Callers are promised
 * neither SQL nor transactions, so that another database is another folder beside `sqlite`.
 *
 * `null` stands for "absent, someone else's or malformed": those three are never told apart. Every
 * method that reads or changes an organization's data takes its id. Time and ids come from the caller.
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
  /** Puts recent writes where they stay, so that the log of them does not grow. May wait for the disk. */
  checkpoint(): Promise<void>
  /**
   * Throws when the database cannot be written: it is locked, read-only, damaged, or the disk is
   * full.
   */
  ping(): Promise<void>
  /** Findings of an integrity check, one sentence each; empty when all is well. */
  check(): Promise<string[]>
  /** A consistent copy of the database while it serves. */
  backup(file: string): Promise<void>
  close(): void
}

/** A page of a list (completions 2). `cursor` is what an earlier page returned; a damaged or foreign one throws `validation_error`. */
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
  /** Ends every session of the person (completions 4). */
  setPassword(id: string, password_hash: string, now: string): Promise<void>
  find(id: string): Promise<User | null>
  findByEmail(email: string): Promise<User | null>
  /** Adds a membership or changes its role. */
  setRole(organization_id: string, user_id: string, role: Role, now: string): Promise<void>
  members(organization_id: string): Promise<{ user: User; role: Role }[]>
  /** The active organizations that the person belongs to, the one joined first coming first. */
  memberships(user_id: string): Promise<{ organization: Organization; role: Role }[]>
}

/** Who belongs to an organization, and who is invited to it: an invitation has its own id as `user_id`. */
export interface Members {
  list(organization_id: string, paging: Paging): Promise<Page<Member>>
  find(organization_id: string, user_id: string): Promise<Member | null>
  /** Throws `conflict` for the last owner, and when the role is no longer `from`. null: no such member. */
  changeRole(
    organization_id: string,
    user_id: string,
    role: { from: Role; to: Role },
  ): Promise<Member | null>
  /** Ends the person's sessions in the organization. Throws `conflict` for the last owner, and when the role is no longer `from`. */
  remove(
    organization_id: string,
    user_id: string,
    role: { from: Role },
    now: string,
  ): Promise<boolean>
}

export interface NewInvitation {
  /** Also the id of the user that is made of it, when nobody has the address by then. */
  id: string
  organization_id: string
  /** In lower case. */
  email: string
  name: string
  role: Role
  created_at: string
  expires_at: string
}

/** An invitation as who holds its link meets it. */
export interface PresentedInvitation extends NewInvitation {
  organization_name: string
  /** Who has the address already. */
  user: User | null
}

export interface Invitations {
  /** Replaces an earlier invitation of the address, whose link ends. Throws `conflict` for a member. */
  create(invitation: NewInvitation, token_hash: string): Promise<Member>
  /** One that has not expired, of an active organization. */
  find(token_hash: string, now: string): Promise<PresentedInvitation | null>
  /**
   * Uses the invitation up and makes its person a member. With a `password_hash`, as whom the address
   * belongs to from now on; without one, as whom it belongs to already. null: it is no longer so, or
   * the invitation is no longer there. Returns the person's id.
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
  /** null: of the staff, without an organization. */
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

/** A session as a request meets it. */
export interface PresentedSession {
  id: string
  expires_at: string
  user: Pick<User, 'id' | 'email' | 'name' | 'staff'>
  /** Where the person acts; null for staff without an organization. */
  membership: { organization: OrganizationName; role: Role } | null
  /** The support session that was opened here and not left, live or stopped. */
  support: PresentedSupport | null
}

export interface PresentedSupport extends OpenedSupport {
  /** It has not stopped, the person is still of the staff, and the organization is active. */
  live: boolean
}

export type OrganizationName = Pick<Organization, 'id' | 'slug' | 'name'>

export interface Sessions {
  create(session: NewSession, token_hash: string): Promise<void>
  /** A session that has not expired, whose person still belongs to its organization, which is active. */
  present(token_hash: string, now: string): Promise<PresentedSession | null>
  /** Moves the expiry on. */
  prolong(id: string, expires_at: string): Promise<void>
  /** Leaves a support session too. False: the person does not belong to it, or it is suspended. */
  switchTo(id: string, organization_id: string, now: string): Promise<boolean>
  /** Those of a person that have not expired, newest first. */
  list(user_id: string, now: string, paging: Paging): Promise<Page<StoredSession>>
  /** Ends the support session that was opened here too. */
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
  /** Everything of contract §2.7. */
  state(organization_id: string, now: string): Promise<SupportAccess>
  /**
   * Opens one within a console session, ending the one that was open there. `organization` is a slug or
   * an id. null: no such organization, or it does not allow it, or is suspended.
   */
  open(
    console_session_id: string,
    support: Omit<SupportSession, 'end'> & { user_id: string; organization: string },
  ): Promise<OpenedSupport | null>
  /** `ended_by_organization`; one that has stopped stays as it is. False: no such session. */
  endByOrganization(organization_id: string, id: string, now: string): Promise<boolean>
  /** `ended_by_staff`; one that has stopped stays as it is, and the console session leaves it. False: not the person's. */
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
  /** A key that is neither revoked nor expired, of an active organization; by the SHA-256 of its secret. */
  findLive(secret_hash: string, now: string): Promise<StoredApiKey | null>
  findByName(organization_id: string, name: string): Promise<StoredApiKey | null>
  /** SHA-256 of the key's secret, to tell whether it is the declared one. */
  secretHash(organization_id: string, id: string): Promise<string | null>
  list(organization_id: string): Promise<StoredApiKey[]>
  page(organization_id: string, paging: Paging): Promise<Page<ApiKey>>
  /** Writes when the use that the key was read with is a minute old. */
  touch(key: Pick<StoredApiKey, 'id' | 'last_used_at'>, now: string): Promise<void>
  /** Idempotent: a revoked key keeps its `revoked_at`. */
  revoke(organization_id: string, id: string, now: string): Promise<ApiKey | null>
}

export interface Assistants {
  /** Throws `validation_error` naming `knowledge_base_ids` when one is unknown or their embeddings differ. */
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
  /** Also creates the collection's search indexes. Throws `conflict` on a taken name. */
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
  /** Lets folder sources of the organization read this folder: the operator's word, beside SVC_SOURCE_ROOTS. */
  grantRoot(organization_id: string, path: string): Promise<void>
  grantedRoots(organization_id: string): Promise<string[]>
  /** Removes the source, its jobs, uploads and documents; its passages leave every search at once. */
  delete(organization_id: string, id: string): Promise<boolean>
}

/** A file that was uploaded to a source; its bytes lie in the data folder under their SHA-256. */
export interface Upload {
  /** Also the id of the document that is made from it. */
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
  /** Hashes of all uploaded files, of every organization: what the data folder must keep. */
  hashes(): Promise<Set<string>>
  /** The path that a file was uploaded under; one of them when it was uploaded several times. */
  pathOf(content_hash: string): Promise<string | null>
}

/** A job with what a run needs to know. */
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
   * (none) → queued; while a job of the source is active, that job, the queued one where another runs
   * (docs/behaviour.md#jobs). With `joins: 'queued'` a running one is not enough, because it may have read
   * already what the new one is for. In an archived collection, whatever else runs, a new job that ends
   * at once: `skipped` for a scheduled one, else `failed` with `collection_archived`. null: no such source.
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
  /** pending, queued or running → cancelled; any other is returned as it is. */
  cancel(organization_id: string, id: string, now: string): Promise<Job | null>
  /**
   * A queued job that is due → running, or null: of the organization with the fewest running ones, and of
   * those the longest queued. Never one of a source of which a job runs, nor of `busy` ones.
   */
  claim(now: string, busy?: BusyJobs): Promise<ClaimedJob | null>
  /** Records progress. False when the job is no longer running (cancelled, or its source deleted): stop. */
  progress(id: string, counters: JobCounters, source_version: string | null): Promise<boolean>
  /** running → an end. */
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
  /** running → queued without counting an attempt: the server shuts down. */
  release(): Promise<void>
  /**
   * At start: jobs the last process left running → queued with one attempt more, or failed `interrupted`
   * after the last; passages it staged are given up. Returns how many jobs.
   */
  recover(now: string): Promise<number>
  /** When the next queued job that could be claimed falls due; null when there is none. */
  nextDueAt(busy?: BusyJobs): Promise<string | null>
  /** Of all organizations, for the operator's metrics; a status that no job has is left out. */
  counts(): Promise<JobCount[]>
}

/** Ids of sources and organizations of which no job may be claimed. */
export interface BusyJobs {
  sources?: string[]
  organizations?: string[]
}

export interface JobCount {
  status: Job['status']
  jobs: number
}

/** A passage on its way into the index, with what is searched of it already analysed. */
export interface NewPassage {
  /** UUID from (document id, content hash, position) (completions 8). */
  id: string
  position: number
  /** Heading path or page. */
  anchor: string | null
  url: string | null
  /** Markdown. */
  text: string
  /** Space-separated terms of the title, the heading path and the text (see `retrieval/analyze.ts`). */
  terms: { title: string; heading: string; text: string }
  /** Space-separated character n-grams. */
  grams: string
  /** null where no ranking by vectors is asked for: nothing is stored then. */
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
  /** It was there when the run began. */
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
  /** Also removes the upload it was made from, or is yet to be made from. */
  delete(organization_id: string, id: string): Promise<boolean>
  /**
   * Forgets what the documents of active collections were made from, so that the next run of each source
   * reads and indexes them again; until then they are found as they are. Returns the ids of the sources.
   */
  outdate(organization_id: string): Promise<string[]>
  known(source_id: string): Promise<KnownDocument[]>
  /** Stores versions of documents that were found unchanged under another version. */
  recordVersions(versions: { id: string; version: string | null }[]): Promise<void>
  /** How many were published before digests were kept, so that `Store.check` cannot check their passages. */
  countUndigested(): Promise<number>
  /**
   * Remembers a document whose parsing takes long, until `endedParsing` or its publication. What is
   * still remembered when a run begins was left by a process that died.
   */
  beganParsing(source_id: string, document: BeingParsed): Promise<void>
  endedParsing(source_id: string, path: string): Promise<void>
  beingParsed(source_id: string): Promise<BeingParsed[]>
  /**
   * Writes passages of a document's next version; no search sees them before `publish`. Called several
   * times for a long document, in reading order, so that no transaction is long; what an attempt that
   * failed staged from there on is given up. Throws a `RangeError` on a vector of another width than the
   * collection's, or with numbers that are not finite.
   */
  stage(collection_id: string, document_id: string, passages: NewPassage[]): Promise<void>
  /**
   * In one step: stores the document (inserting or replacing it), shows the staged passages and hides
   * the earlier ones. A document that failed or was skipped publishes none and loses its earlier ones.
   * False, and nothing is shown, when it was deleted since the run began: its source, its upload, or the
   * document itself where it was `known`.
   */
  publish(organization_id: string, collection_id: string, version: NewVersion): Promise<boolean>
  /**
   * `stage` and `publish` of several documents in one step, which costs an index a tenth of as many
   * steps. Each part has passages. Returns those that were published.
   */
  ingest(
    organization_id: string,
    collection_id: string,
    batch: { staged: StagedPart[]; published: NewVersion[] },
  ): Promise<NewVersion[]>
  /** Hides passages and removes documents that are gone from their source. */
  remove(source_id: string, ids: string[]): Promise<void>
  /** Deletes up to `limit` hidden passages from the indexes; returns how many are left to do. Staged ones are left alone. */
  sweep(limit: number): Promise<number>
}

/** A passage found by one ranking: higher is nearer; the scale is the ranking's own. */
export interface Hit {
  rowid: number
  score: number
}

/** A stored passage as ranking and answering need it. */
export interface StoredPassage extends Omit<Passage, 'score'> {
  rowid: number
  position: number
  /** Title terms and heading terms are not kept; the texts are enough to analyse again. */
}

export interface Passages {
  find(organization_id: string, id: string): Promise<PassageWithNeighbours | null>
  /** In reading order. null: no such document. */
  list(organization_id: string, document_id: string, paging: Paging): Promise<Page<Passage> | null>
  /** Number of passages that searches of these collections can see. */
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

/** Who may see a conversation as its own: the owner, and of a deployment's conversations the one visitor. */
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
  /** Any of the organization's, for a moderator. */
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
  /** By sequence. The caller has made sure that the conversation may be read. */
  messages(organization_id: string, id: string, paging: Paging): Promise<Page<Message>>
  message(organization_id: string, conversation_id: string, id: string): Promise<Message | null>
  /** A visitor's list, with their own rating of each answer. */
  widgetMessages(asker: Asker, id: string, paging: Paging): Promise<Page<WidgetMessage>>
  widgetList(asker: Asker, paging: Paging): Promise<Page<WidgetConversation>>
  /** The last `count` messages before `sequence`, oldest first: what a follow-up question is completed from. */
  before(organization_id: string, id: string, sequence: number, count: number): Promise<Message[]>
}

export interface NewQuestion {
  id: string
  answer_id: string
  text: string
  idempotency_key: string | null
  metadata: Record<string, string>
  /** A streamed turn is kept when it fails; a whole one is not (contract §4.5, rules 6 and 7). */
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
  /** Of an interrupted or failed answer: the reason or error code, and the failure's sentence. */
  error_code: string | null
  error_message: string | null
  input_tokens: number
  output_tokens: number
  /** Of an abstention: what was near the question, nearest first. A replay does not know it. */
  nearest?: NearPassage[]
}

/** A turn that has ended, with what a replay needs beyond the wire (completions 7). */
export interface EndedTurn extends Turn {
  ending: Ending
}

export type Begun =
  | { kind: 'begun'; conversation: Conversation; question: Message; answer_id: string }
  | { kind: 'finished'; turn: EndedTurn }

export interface Turns {
  /**
   * Looks a key up and, when it is new, claims the conversation: idle → awaiting_answer, in one step
   * (contract §3; completions 6). null: not the asker's conversation. Throws `conflict`: the key's
   * question is still being answered, or was another one; the conversation is archived; a question is
   * in progress. Throws `validation_error`: its assistant cannot answer. Names an untitled conversation
   * after the first line of its first question.
   */
  begin(
    asker: Asker,
    conversation_id: string,
    question: NewQuestion,
    now: string,
  ): Promise<Begun | null>
  /** Keeps what a streamed answer has come to, for the case of a crash. */
  progress(answer_id: string, text: string, citations: Citation[]): Promise<void>
  /** awaiting_answer → idle, with the answer stored and usage counted. null: erased or recovered meanwhile. */
  end(answer_id: string, ending: Ending, now: string): Promise<EndedTurn | null>
  /** awaiting_answer → idle, with the question removed: nothing of the attempt is kept (contract §4.5, rule 7). */
  drop(answer_id: string, now: string): Promise<void>
  /** At start: ends what the last process left unanswered (completions 6). Returns how many turns. */
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

/** A deployment as a widget request meets it. */
export interface PresentedDeployment extends StoredDeployment {
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
    >,
  ): Promise<StoredDeployment | null>
  /** Throws `conflict` on a taken name. */
  update(
    organization_id: string,
    id: string,
    change: { name?: string; allowed_origins?: string[]; expires_at?: string | null },
    now: string,
  ): Promise<StoredDeployment | null>
  /** active → revoked; a revoked one is returned unchanged (contract §3, Widget deployment). */
  revoke(organization_id: string, id: string, now: string): Promise<StoredDeployment | null>
  find(organization_id: string, id: string, now: string): Promise<StoredDeployment | null>
  list(organization_id: string, paging: Paging, now: string): Promise<Page<StoredDeployment>>
  /** By its public key, whatever its status. */
  findByKey(widget_key: string, now: string): Promise<PresentedDeployment | null>
  /** Whether some live deployment allows the origin: what a preflight, which carries no key, is judged by. */
  originAllowed(origin: string, now: string): Promise<boolean>
  /** Writes when the use that the deployment was read with is a minute old. */
  touch(deployment: Pick<StoredDeployment, 'id' | 'last_used_at'>, now: string): Promise<void>
  refuse(id: string, origin: string, reason: RefusalReason, now: string): Promise<void>
  /** Those of the last 24 hours. null: no such deployment. */
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
  /** A visitor of this deployment whose token has not expired; its expiry is moved on to `expires_at` (at most once a minute). */
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
  /** An organization that never saved one has the layer `{}` at revision 0 (contract §2.6). */
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
  /** Counts a call for follow-ups; turns and ratings count themselves. */
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
  /** What was counted on these days, of one assistant or of all (completions 12). */
  report(
    organization_id: string,
    filter: Days & { assistant_id?: string | undefined },
  ): Promise<UsageReport>
  /** Newest first. Questions of erased conversations are gone from it; their counts stay. */
  unanswered(organization_id: string, paging: Paging): Promise<Page<UnansweredQuestion>>
}
