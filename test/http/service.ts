import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { createTestRunner } from '../../server/answering/test-runs.ts'
import { compose } from '../../server/compose.ts'
import { createAddressRules } from '../../server/fetch/address-rules.ts'
import type { PrivateAccess } from '../../server/fetch/private-access.ts'
import { answerWith } from '../../server/http/malformed.ts'
import { createFolderVersions, type KeptVersions } from '../../server/http/widget-versions.ts'
import type { Rates } from '../../server/identity/rate-limits.ts'
import { createVaultWith, type Vault } from '../../server/identity/vault.ts'
import { addressOf, listen } from '../../server/listen.ts'
import type { Metrics } from '../../server/metrics/metrics.ts'
import { openStore } from '../../server/open-store.ts'
import { createChangeFeed } from '../../server/resources/changes.ts'
import type { Questions } from '../../server/resources/questions.ts'
import type { Probe } from '../../server/resources/sources.ts'
import type { TestWebhook } from '../../server/resources/webhook.ts'
import { createMatchCurated } from '../../server/retrieval/curated.ts'
import type { RetrievedPassage } from '../../server/retrieval/retrieval.ts'
import type { RateCounters } from '../../server/storage/ports/counters.ts'
import { analyzeQuestion } from '../../server/text/question.ts'
import { emptyData } from '../support/data.ts'
import { createScriptedQuestions, models, type Script, wholeAnswer } from './scripted.ts'
import {
  createTenant,
  type Key,
  PAGE_ORIGIN,
  type Person,
  PUBLIC_URL,
  START,
  type Tenant,
} from './tenants.ts'

export type TestService = Awaited<ReturnType<typeof startHttp>>

interface Options {
  widgetOrigins?: string[] | '*'
  /** Folder of a built widget, whose versions are kept below the service's own unless given. */
  assetsDir?: string
  versions?: KeptVersions
  /** Folder of a built console. */
  consoleDir?: string | null
  sourceRoots?: string[]
  fetchPrivate?: PrivateAccess
  vault?: Vault
  probe?: Probe
  testWebhook?: TestWebhook
  keepAliveMs?: number
  bodyTimeoutMs?: number
  /** Limits are off unless they are what a test is about. */
  rates?: Partial<Rates>
  trustProxy?: number
  /** What counts requests; else the process alone, since a shared database has its own clock. */
  counters?: RateCounters | null
  metrics?: Metrics | null
  /** What every search finds. */
  found?: RetrievedPassage[]
  /** The events of every streamed answer. */
  script?: Script
  /** How test questions are answered; without it their runs stay queued. */
  tryOut?: Questions['tryOut']
}

/** The HTTP layer over a real store, with scripted answers in the place of models and retrieval. */
export async function startHttp({
  widgetOrigins = '*',
  assetsDir,
  versions,
  consoleDir = null,
  sourceRoots = [],
  fetchPrivate = [],
  vault = createVaultWith('a key of the tests'),
  probe = async () => {
    throw new Error('Nothing is reached out to.')
  },
  testWebhook = async () => ({ status: 204 }),
  keepAliveMs,
  bodyTimeoutMs,
  rates = {},
  trustProxy = 0,
  counters = null,
  metrics = null,
  found = [],
  script = wholeAnswer,
  tryOut,
}: Options = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'http-'))
  const data = await emptyData(dir)
  const store = await openStore(data, { synchronous: 'NORMAL' })
  const logged: string[] = []
  /** The collections of each search. */
  const searched: string[][] = []
  const feed = createChangeFeed()
  const clock = { now: START, draining: false, databaseDown: false }
  const now = () => clock.now
  const testRunner =
    tryOut && createTestRunner({ store, tryOut, now, report: (error) => logged.push(`${error}`) })
  const app = compose({
    store,
    feed,
    models,
    now,
    newId,
    publicUrl: PUBLIC_URL,
    sourceRoots,
    addressRules: createAddressRules(fetchPrivate),
    vault,
    probe,
    testWebhook,
    wakeJobs: () => {},
    wakeTestRuns: () => testRunner?.wake(),
    async tryModel(_organization_id, selector) {
      models.language(selector)
      return { ok: true, first_token_ms: 1, message: 'The model answered.' }
    },
    questions: createScriptedQuestions(store, now, script),
    matchCurated: createMatchCurated({ store, now }),
    async retrieve({ query, collection_ids }) {
      searched.push(collection_ids)
      return {
        question: analyzeQuestion(query),
        indexed: found.length,
        passages: found,
        confidence: 1,
      }
    },
    files: store.files,
    counters,
    widgetOrigins,
    rates: { identity: 0, console: 0, address: 0, widget: 0, deployment: 0, mcp: 0, ...rates },
    monotonicMs: () => Date.parse(clock.now),
    trustProxy,
    metrics,
    assets: assetsDir
      ? { assetsDir, versions: versions ?? createFolderVersions(join(dir, 'widget')) }
      : null,
    consoleDir,
    log: pino({ base: null }, { write: (line) => logged.push(line) }),
    ...(keepAliveMs !== undefined && { keepAliveMs }),
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    machine: {
      state: async () => machineState,
      providers: async () => [{ name: 'openai', problem: 'cannot be reached' }],
      backUp: async () => ({
        name: 'svc.backup',
        stream: Readable.from([Buffer.from('a backup')]),
      }),
    },
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
  const tenant = await createTenant(store, 'acme')
  const stranger = await createTenant(store, 'other')
  store.watch((changes) => feed.emit('stored', changes))

  return {
    origin,
    data,
    url: `${origin}/svc/api/v1`,
    /** Where a person's console finds its routes, and below `v1` those of the API. */
    console: `${origin}/svc/console/api`,
    store,
    clock,
    /** Lines of the log, as JSON. */
    logged,
    searched,
    tenant,
    stranger,

    async stop() {
      await testRunner?.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await store.close()
      await data.drop()
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

const machineState = {
  database: 'sqlite' as const,
  database_bytes: 1000,
  free_bytes: 2000,
  last_backup_at: null,
  backup_schedule: null,
  waiting_jobs: 0,
  running_jobs: 0,
}
