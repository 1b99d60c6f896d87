import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { compose } from '../../server/compose.ts'
import type { Citation } from '../../server/contract/conversation.ts'
import { ServiceError } from '../../server/contract/errors.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { Role } from '../../server/contract/member.ts'
import { answerWith } from '../../server/http/malformed.ts'
import type { Caller } from '../../server/identity/caller.ts'
import type { Rates } from '../../server/identity/rate-limits.ts'
import {
  createApiKeySecret,
  createSessionToken,
  createVisitorToken,
  createWidgetKey,
  hashSecret,
  secretPrefix,
} from '../../server/identity/secrets.ts'
import { sessionExpiry } from '../../server/identity/session.ts'
import { addressOf, listen } from '../../server/listen.ts'
import type { Metrics } from '../../server/metrics/metrics.ts'
import type { Questions } from '../../server/resources/questions.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import type { Ending } from '../../server/storage/ports/turns.ts'
import { openDatabase } from '../../server/storage/sqlite/database.ts'
import { createSqliteStore } from '../../server/storage/sqlite/store.ts'
import type { Store } from '../../server/storage/store.ts'
import { analyzeQuestion } from '../../server/text/question.ts'

export interface Key {
  id: string
  secret: string
}

/** Somebody signed in to the console; the cookie is the request's header. */
export interface Person {
  user_id: string
  email: string
  cookie: string
}

/**
 * An organization with a key and a person of each role, an assistant that can answer, and a widget
 * deployment.
 */
export interface Tenant {
  id: string
  slug: string
  keys: Record<Role, Key>
  people: Record<Role, Person>
  collection_id: string
  assistant_id: string
  deployment: { id: string; widget_key: string }
}

export const PUBLIC_URL = 'https://answers.test'
export const PAGE_ORIGIN = 'https://shop.test'
export const START = '2026-11-01T00:00:00.000Z'

export type TestService = Awaited<ReturnType<typeof startHttp>>

interface Options {
  widgetOrigins?: string[] | '*'
  /** Folder of a built widget, whose versions are kept below the service's own unless named. */
  assetsDir?: string
  versionsDir?: string
  sourceRoots?: string[]
  keepAliveMs?: number
  bodyTimeoutMs?: number
  /** Limits are off unless they are what a test is about. */
  rates?: Partial<Rates>
  trustProxy?: number
  metrics?: Metrics | null
  /** What every search finds. */
  found?: RetrievedPassage[]
  /** The events of every streamed answer, given the ids of the turn. */
  script?: (turn: ScriptedTurn, signal: AbortSignal) => AsyncIterable<StreamEvent>
}

export interface ScriptedTurn {
  conversation_id: string
  user_message_id: string
  answer_message_id: string
}

/** The HTTP layer over a real store, with scripted answers in the place of models and retrieval. */
export async function startHttp({
  widgetOrigins = '*',
  assetsDir,
  versionsDir,
  sourceRoots = [],
  keepAliveMs,
  bodyTimeoutMs,
  rates = {},
  trustProxy = 0,
  metrics = null,
  found = [],
  script = wholeAnswer,
}: Options = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'http-'))
  const databaseFile = join(dir, 'test.db')
  const store = createSqliteStore(openDatabase(databaseFile, { synchronous: 'NORMAL' }))
  const logged: string[] = []
  const clock = { now: START, draining: false, databaseDown: false }
  const now = () => clock.now
  const app = compose({
    store,
    models,
    now,
    newId,
    publicUrl: PUBLIC_URL,
    sourceRoots,
    wakeJobs: () => {},
    questions: createScriptedQuestions(store, now, script),
    retrieve: async ({ query }) => ({
      question: analyzeQuestion(query),
      indexed: found.length,
      passages: found,
      confidence: 1,
    }),
    uploadsDir: join(dir, 'uploads'),
    widgetOrigins,
    rates: { identity: 0, address: 0, widget: 0, deployment: 0, mcp: 0, ...rates },
    monotonicMs: () => Date.parse(clock.now),
    trustProxy,
    metrics,
    assets: assetsDir ? { assetsDir, versionsDir: versionsDir ?? join(dir, 'widget') } : null,
    log: pino({ base: null }, { write: (line) => logged.push(line) }),
    ...(keepAliveMs !== undefined && { keepAliveMs }),
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    readiness: {
      version: '0.0.0',
      draining: () => clock.draining,
      checks: {
        database: async () => {
          if (clock.databaseDown) throw new Error('disk gone')
        },
      },
    },
  })
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    settings: { host: 'host', port: 'port' },
    answer: (server) => answerWith(server, app.callback()),
  })
  const origin = addressOf(server)

  return {
    origin,
    databaseFile,
    url: `${origin}/svc/api/v1`,
    /** Where a person's console finds its routes, and below `v1` those of the API. */
    console: `${origin}/svc/console/api`,
    store,
    clock,
    /** Lines of the log, as JSON. */
    logged,
    tenant: await createTenant(store, 'acme'),
    stranger: await createTenant(store, 'other'),

    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      store.close()
      await rm(dir, { recursive: true })
    },
  }
}

interface Call {
  key?: Key | string
  /** A signed-in person, whose console sends the request. */
  person?: Person
  headers?: Record<string, string>
  json?: unknown
  body?: RequestInit['body']
}

/** `call(service, 'POST /assistants', { key, json })`. */
export async function call(
  { url }: { url: string },
  route: string,
  { key, person, headers, json, body }: Call = {},
): Promise<Response> {
  const [method = '', path = ''] = route.split(' ')
  return fetch(url + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${typeof key === 'string' ? key : key.secret}` }),
      ...(person && { cookie: person.cookie, origin: PUBLIC_URL }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && body !== null && { body, duplex: 'half' }),
  } as RequestInit)
}

/** Status and body in one value; the body is null when there is none. */
export async function outcome(response: Response) {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

/** Headers of a page that shows the tenant's widget. */
export function page(tenant: Tenant, headers: Record<string, string> = {}) {
  return { 'x-svc-widget-key': tenant.deployment.widget_key, origin: PAGE_ORIGIN, ...headers }
}

/** An API conversation with one answered question. */
export async function answeredTurn(service: TestService, key: Key, assistant_id: string) {
  const { body: conversation } = await outcome(
    await call(service, 'POST /conversations', { key, json: { assistant_id } }),
  )
  const { body: turn } = await outcome(
    await call(service, `POST /conversations/${conversation.id}/messages`, {
      key,
      json: { text: 'Where is it?' },
    }),
  )
  return turn as {
    conversation: { id: string }
    question: { id: string }
    answer: { id: string }
  }
}

/** A visitor of the tenant's page with one answered question. */
export async function visitorTurn(service: TestService, tenant: Tenant) {
  const { body: begun } = await outcome(
    await call(service, 'POST /widget/conversations', { headers: page(tenant), json: {} }),
  )
  const visitor = page(tenant, { 'x-svc-visitor-token': begun.visitor_token })
  const { body: turn } = await outcome(
    await call(service, `POST /widget/conversations/${begun.conversation.id}/messages`, {
      headers: visitor,
      json: { text: 'Where is it?' },
    }),
  )
  return { headers: visitor, conversation_id: begun.conversation.id as string, turn }
}

export async function createTenant(store: Store, slug: string): Promise<Tenant> {
  const id = newId()
  await store.organizations.create({
    id,
    slug,
    name: slug,
    status: 'active',
    support_access: false,
    created_at: START,
  })
  const collection_id = newId()
  await store.collections.create(id, {
    id: collection_id,
    name: 'Handbook',
    description: '',
    embedding_model: 'builtin/lexical-512',
    embedding_dimensions: 4,
    created_at: START,
  })
  const assistant_id = newId()
  await store.assistants.create(id, {
    id: assistant_id,
    name: 'Helper',
    description: '',
    status: 'active',
    model: 'builtin/extractive',
    knowledge_base_ids: [collection_id],
    instruction: null,
    created_at: START,
  })
  const deployment = { id: newId(), widget_key: createWidgetKey() }
  await store.deployments.create(id, {
    ...deployment,
    name: 'Website',
    assistant_id,
    allowed_origins: [PAGE_ORIGIN],
    created_at: START,
    created_by: null,
    expires_at: null,
    appearance: {},
  })
  const keys = {
    owner: await createKey(store, id, 'owner'),
    admin: await createKey(store, id, 'admin'),
    editor: await createKey(store, id, 'editor'),
    member: await createKey(store, id, 'member'),
  }
  const people = {
    owner: await createPerson(store, { organization_id: id, role: 'owner' }),
    admin: await createPerson(store, { organization_id: id, role: 'admin' }),
    editor: await createPerson(store, { organization_id: id, role: 'editor' }),
    member: await createPerson(store, { organization_id: id, role: 'member' }),
  }
  return { id, slug, keys, people, collection_id, assistant_id, deployment }
}

/** A member of an organization, or with null one of the support staff, already signed in. */
export async function createPerson(
  store: Store,
  membership: { organization_id: string; role: Role } | null,
  { password_hash = null }: { password_hash?: string | null } = {},
): Promise<Person> {
  const user_id = newId()
  const email = `${user_id}@people.test`
  const name = membership ? `The ${membership.role}` : 'Sam'
  const user = { id: user_id, email, name, password_hash, created_at: START }
  await store.users.create({ ...user, staff: membership === null })
  if (membership) {
    const { organization_id, role } = membership
    await store.users.setRole(organization_id, user_id, role, START)
  }
  return signedIn(store, { user_id, email, organization_id: membership?.organization_id ?? null })
}

/** The person on one more browser. */
export async function signedIn(
  store: Store,
  { user_id, email, organization_id }: Omit<Person, 'cookie'> & { organization_id: string | null },
): Promise<Person> {
  const token = createSessionToken()
  const expires_at = sessionExpiry(START)
  const session = { id: newId(), user_id, organization_id, created_at: START, expires_at }
  await store.sessions.create(session, hashSecret(token))
  return { user_id, email, cookie: `__Host-svc_session=${token}` }
}

export async function createKey(
  store: Store,
  organization_id: string,
  role: Role,
  { expires_at = null }: { expires_at?: string | null } = {},
): Promise<Key> {
  const secret = createApiKeySecret()
  const id = newId()
  await store.apiKeys.create(
    {
      id,
      organization_id,
      name: `${role} ${id}`,
      role,
      prefix: secretPrefix(secret),
      created_at: START,
      created_by: null,
      expires_at,
      revoked_at: null,
      last_used_at: null,
    },
    hashSecret(secret),
  )
  return { id, secret }
}

export const aVisitorToken = createVisitorToken

const models = {
  language(selector: string) {
    if (selector === '' || selector.startsWith('builtin/')) {
      return { selector: selector || 'builtin/extractive' }
    }
    throw new ServiceError('validation_error', 'model must name a configured provider: builtin.')
  },
  embedding(selector: string, dimensions = 512) {
    if (selector === '' || selector === 'builtin/lexical-512') {
      return { selector: 'builtin/lexical-512', dimensions }
    }
    throw new ServiceError('validation_error', 'embedding_model must be builtin/lexical-512.')
  },
}

export const citation: Citation = {
  source_id: '6f1c2f6e-8f0e-4c35-9d4e-0a6f4e5d6c7b',
  ordinal: 1,
  title: 'Harbour guide',
  url: 'https://shop.test/guide',
  snippet: 'At the harbour.',
  anchor: null,
  score: 0.5,
}

async function* wholeAnswer(turn: ScriptedTurn): AsyncIterable<StreamEvent> {
  const { answer_message_id } = turn
  yield { type: 'message.created', data: turn }
  yield { type: 'answer.started', data: { answer_message_id } }
  yield { type: 'answer.sources', data: { citations: [citation] } }
  yield { type: 'answer.delta', data: { text: 'At the harbour [1].\n“Hä”\u2028' } }
  yield { type: 'answer.sources', data: { citations: [citation] } }
  yield {
    type: 'answer.completed',
    data: {
      answer_message_id,
      status: 'answered',
      abstained: false,
      finish_reason: 'stop',
      abstention_reason: null,
    },
  }
}

const answered: Ending = {
  status: 'complete',
  text: 'At the harbour [1].',
  citations: [citation],
  abstained: false,
  model: 'builtin/extractive',
  finish_reason: 'stop',
  abstention_reason: null,
  error_code: null,
  error_message: null,
  input_tokens: 0,
  output_tokens: 0,
}

/** Turns as the store knows them, with answers from a script. */
function createScriptedQuestions(
  store: Store,
  now: () => string,
  script: NonNullable<Options['script']>,
): Questions {
  async function begin(
    caller: Caller,
    conversation_id: string,
    body: Parameters<Questions['whole']>[2],
    streamed: boolean,
  ) {
    const begun = await store.turns.begin(
      caller,
      conversation_id,
      {
        id: newId(),
        answer_id: newId(),
        text: body.text,
        idempotency_key: body.idempotency_key ?? null,
        metadata: body.metadata ?? {},
        streamed,
      },
      now(),
    )
    if (!begun) throw new ServiceError('not_found', 'Conversation not found.')
    return begun
  }

  return {
    async whole(caller, conversation_id, body) {
      const begun = await begin(caller, conversation_id, body, false)
      const ended =
        begun.kind === 'finished'
          ? begun.turn
          : await store.turns.end(begun.answer_id, answered, now())
      if (!ended) throw new ServiceError('not_found', 'Conversation not found.')
      const { conversation, question, answer } = ended
      return { conversation, question, answer }
    },

    async stream(caller, conversation_id, body, signal) {
      const begun = await begin(caller, conversation_id, body, true)
      if (begun.kind === 'finished') throw new Error('Replays are not scripted.')
      const { question, answer_id } = begun
      const turn = {
        conversation_id,
        user_message_id: question.id,
        answer_message_id: answer_id,
      }
      return ending(script(turn, signal), () => store.turns.end(answer_id, answered, now()))
    },

    async suggestFollowUps(caller, conversation_id, message_id) {
      const own = await store.conversations.findOwn(caller, conversation_id)
      const message =
        own &&
        (await store.conversations.message(caller.organization_id, conversation_id, message_id))
      if (!message) throw new ServiceError('not_found', 'Message not found.')
      return { follow_ups: [] }
    },
  }
}

async function* ending<Event>(events: AsyncIterable<Event>, end: () => Promise<unknown>) {
  try {
    yield* events
  } finally {
    await end()
  }
}
