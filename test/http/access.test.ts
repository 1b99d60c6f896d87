import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../server/contract/member.ts'
import { operations } from '../../server/contract/operations.ts'
import { createApiKeySecret } from '../../server/identity/secrets.ts'
import {
  answeredTurn,
  aVisitorToken,
  call,
  createKey,
  createPerson,
  type Key,
  outcome,
  type Person,
  PUBLIC_URL,
  page,
  START,
  startHttp,
  type TestService,
  visitorTurn,
} from './service.ts'

type Name = keyof typeof operations

let service: TestService
beforeAll(async () => {
  service = await startHttp()
})
afterAll(() => service.stop())

/** A request that a key of the organization may make on what is its own. */
interface Attempt {
  route: string
  json?: unknown
}

interface PersonRow {
  attempt: () => Promise<Attempt> | Attempt
  /** Statuses for persons: owner, admin, editor, member, and the owner of another organization. */
  statuses: Row['statuses']
}

interface Row {
  /** What the request is about is made with this key, whoever makes the request. */
  attempt: (key: Key) => Promise<Attempt> | Attempt
  /** Statuses for owner, admin, editor, member, and the owner of another organization. */
  statuses: [owner: number, admin: number, editor: number, member: number, stranger: number]
}

const read: Row['statuses'] = [200, 200, 200, 200, 404]
const listed: Row['statuses'] = [200, 200, 200, 200, 200]

/** Completions 3, operation by operation. */
const keyRows: Partial<Record<Name, Row>> = {
  listAssistants: { attempt: () => ({ route: 'GET /assistants' }), statuses: listed },
  createAssistant: {
    attempt: () => ({ route: 'POST /assistants', json: { name: 'New' } }),
    statuses: [201, 201, 201, 403, 201],
  },
  getAssistant: { attempt: () => ({ route: `GET ${assistant()}` }), statuses: read },
  updateAssistant: {
    attempt: async () => ({
      route: `PATCH ${await newAssistant()}`,
      json: { revision: 1, description: 'Changed' },
    }),
    statuses: [200, 200, 200, 403, 404],
  },
  getAssistantSettings: {
    attempt: () => ({ route: `GET ${assistant()}/settings` }),
    statuses: read,
  },

  getBranding: { attempt: () => ({ route: 'GET /branding' }), statuses: listed },
  saveBranding: {
    attempt: async () => ({
      route: 'PUT /branding',
      json: { revision: await brandingRevision(), layer: {} },
    }),
    // The stranger acts on its own branding, which was never saved.
    statuses: [200, 200, 403, 403, 409],
  },
  resetBranding: {
    attempt: async () => ({ route: `DELETE /branding?revision=${await brandingRevision()}` }),
    statuses: [200, 200, 403, 403, 409],
  },
  getTheme: { attempt: () => ({ route: 'GET /branding/theme' }), statuses: listed },

  listDeployments: { attempt: () => ({ route: 'GET /widget-deployments' }), statuses: listed },
  createDeployment: {
    attempt: () => ({ route: 'POST /widget-deployments', json: newDeploymentBody() }),
    statuses: [201, 201, 201, 403, 404],
  },
  getDeployment: { attempt: () => ({ route: `GET ${deployment()}` }), statuses: read },
  updateDeployment: {
    attempt: () => ({ route: `PATCH ${deployment()}`, json: { name: 'Website' } }),
    statuses: [200, 200, 200, 403, 404],
  },
  revokeDeployment: {
    attempt: async () => {
      const made = await make('POST /widget-deployments', newDeploymentBody())
      return { route: `DELETE /widget-deployments/${made.id}` }
    },
    statuses: [200, 200, 200, 403, 404],
  },
  listRefusals: { attempt: () => ({ route: `GET ${deployment()}/refusals` }), statuses: read },

  listConversations: { attempt: () => ({ route: 'GET /conversations' }), statuses: listed },
  createConversation: {
    attempt: () => ({
      route: 'POST /conversations',
      json: { assistant_id: service.tenant.assistant_id },
    }),
    statuses: [201, 201, 201, 201, 404],
  },
  getConversation: {
    attempt: async (key) => ({ route: `GET ${await newConversation(key)}` }),
    statuses: read,
  },
  updateConversation: {
    attempt: async (key) => ({
      route: `PATCH ${await newConversation(key)}`,
      json: { title: 'Other' },
    }),
    statuses: read,
  },
  listMessages: {
    attempt: async (key) => ({ route: `GET ${await newConversation(key)}/messages` }),
    statuses: read,
  },
  askQuestion: {
    attempt: async (key) => ({
      route: `POST ${await newConversation(key)}/messages`,
      json: { text: 'Where?' },
    }),
    statuses: [201, 201, 201, 201, 404],
  },
  streamQuestion: {
    attempt: async (key) => ({
      route: `POST ${await newConversation(key)}/messages:stream`,
      json: { text: 'Where?' },
    }),
    statuses: read,
  },
  suggestFollowUps: {
    attempt: async (key) => ({ route: `POST ${await newAnswer(key)}/follow-ups` }),
    statuses: read,
  },
  getRating: {
    attempt: async (key) => {
      const answer = await newAnswer(key)
      await make(`PUT ${answer}/feedback`, { rating: 'up' }, key)
      return { route: `GET ${answer}/feedback` }
    },
    statuses: read,
  },
  rateAnswer: {
    attempt: async (key) => ({
      route: `PUT ${await newAnswer(key)}/feedback`,
      json: { rating: 'down', note: 'No.' },
    }),
    statuses: read,
  },
  clearRating: {
    attempt: async (key) => ({ route: `DELETE ${await newAnswer(key)}/feedback` }),
    statuses: [204, 204, 204, 204, 404],
  },

  listCollections: { attempt: () => ({ route: 'GET /knowledge/collections' }), statuses: listed },
  createCollection: {
    attempt: () => ({ route: 'POST /knowledge/collections', json: { name: unique() } }),
    statuses: [201, 201, 201, 403, 201],
  },
  getCollection: { attempt: () => ({ route: `GET ${collection()}` }), statuses: read },
  updateCollection: {
    attempt: () => ({ route: `PATCH ${collection()}`, json: { archived: false } }),
    statuses: [200, 200, 200, 403, 404],
  },
  listSources: { attempt: () => ({ route: `GET ${collection()}/sources` }), statuses: read },
  createSource: {
    attempt: () => ({
      route: `POST ${collection()}/sources`,
      json: { name: unique(), type: 'upload' },
    }),
    statuses: [201, 201, 201, 403, 404],
  },
  getSource: { attempt: async () => ({ route: `GET ${await newSource()}` }), statuses: read },
  updateSource: {
    attempt: async () => ({ route: `PATCH ${await newSource()}`, json: { schedule: null } }),
    statuses: [200, 200, 200, 403, 404],
  },
  deleteSource: {
    attempt: async () => ({ route: `DELETE ${await newSource()}` }),
    statuses: [204, 204, 204, 403, 404],
  },
  syncSource: {
    attempt: async () => ({ route: `POST ${await newSource()}/sync` }),
    statuses: [202, 202, 202, 403, 404],
  },
  listDocuments: {
    attempt: async () => ({ route: `GET ${await newSource()}/documents` }),
    statuses: read,
  },
  uploadDocuments: {
    attempt: async () => ({ route: `POST ${await newSource()}/documents`, json: oneDocument }),
    statuses: [202, 202, 202, 403, 404],
  },
  getDocument: {
    attempt: async () => ({ route: `GET ${await newDocument()}` }),
    statuses: read,
  },
  deleteDocument: {
    attempt: async () => ({ route: `DELETE ${await newDocument()}` }),
    statuses: [204, 204, 204, 403, 404],
  },
  listPassages: {
    attempt: async () => ({ route: `GET ${await newDocument()}/passages` }),
    statuses: read,
  },
  getJob: { attempt: async () => ({ route: `GET ${await newJob()}` }), statuses: read },
  listJobs: { attempt: async () => ({ route: `GET ${await newSource()}/jobs` }), statuses: read },
  getLatestJob: {
    attempt: async () => {
      const source = await newSource()
      await make(`POST ${source}/sync`)
      return { route: `GET ${source}/jobs/latest` }
    },
    statuses: read,
  },
  cancelJob: {
    attempt: async () => ({ route: `POST ${await newJob()}/cancel` }),
    statuses: [200, 200, 200, 403, 404],
  },
  searchKnowledge: {
    attempt: () => ({
      route: 'POST /knowledge/search',
      json: { query: 'opening hours', knowledge_base_ids: [service.tenant.collection_id] },
    }),
    statuses: read,
  },
  getPassage: {
    attempt: async () => ({ route: `GET /knowledge/passages/${await newPassage()}` }),
    statuses: read,
  },

  getUsage: { attempt: () => ({ route: 'GET /usage' }), statuses: listed },
  listUnanswered: { attempt: () => ({ route: 'GET /usage/unanswered' }), statuses: listed },

  getSupportAccess: {
    attempt: () => ({ route: 'GET /support-access' }),
    statuses: [200, 200, 403, 403, 200],
  },
  setSupportAccess: {
    attempt: () => ({ route: 'PUT /support-access', json: { allowed: true } }),
    statuses: [200, 200, 403, 403, 200],
  },
  endSupportSession: {
    attempt: async () => ({ route: `DELETE ${await newSupportSession()}` }),
    statuses: [200, 200, 403, 403, 404],
  },
  listSupportRequests: {
    attempt: async () => ({ route: `GET ${await newSupportSession()}/requests` }),
    statuses: [200, 200, 403, 403, 404],
  },
}

/** Completions 3, 4: these need a person, so that every API key gets 403. */
const personRows: Partial<Record<Name, PersonRow>> = {
  listApiKeys: {
    attempt: () => ({ route: 'GET /api-keys' }),
    statuses: [200, 200, 403, 403, 200],
  },
  createApiKey: {
    attempt: () => ({ route: 'POST /api-keys', json: { name: 'ci', role: 'admin' } }),
    statuses: [201, 201, 403, 403, 201],
  },
  revokeApiKey: {
    attempt: async () => {
      const { id } = await createKey(service.store, service.tenant.id, 'member')
      return { route: `DELETE /api-keys/${id}` }
    },
    statuses: [200, 200, 403, 403, 404],
  },
  listMembers: {
    attempt: () => ({ route: 'GET /members' }),
    statuses: [200, 200, 403, 403, 200],
  },
  inviteMember: {
    attempt: () => ({
      route: 'POST /members',
      json: { email: 'new@people.test', role: 'editor' },
    }),
    statuses: [201, 201, 403, 403, 201],
  },
  updateMember: {
    attempt: async () => ({ route: `PATCH ${await newMember()}`, json: { role: 'editor' } }),
    statuses: [200, 200, 403, 403, 404],
  },
  removeMember: {
    attempt: async () => ({ route: `DELETE ${await newMember()}` }),
    statuses: [204, 204, 403, 403, 404],
  },
}

interface WidgetRow {
  attempt: (visited: Awaited<ReturnType<typeof visitorTurn>>) => Attempt
  /**
   * Statuses for a page without a visitor token, the visitor, another visitor, and a visitor of
   * another website.
   */
  statuses: [page: number, visitor: number, another: number, elsewhere: number]
}

const widgetConversation = '/widget/conversations'

/** Completions 10, operation by operation. */
const widgetRows: Partial<Record<Name, WidgetRow>> = {
  widgetBootstrap: {
    attempt: () => ({ route: 'GET /widget/bootstrap' }),
    statuses: [200, 200, 200, 200],
  },
  createWidgetConversation: {
    attempt: () => ({ route: `POST ${widgetConversation}`, json: {} }),
    statuses: [201, 201, 201, 201],
  },
  listWidgetConversations: {
    attempt: () => ({ route: `GET ${widgetConversation}` }),
    statuses: [401, 200, 200, 401],
  },
  getWidgetConversation: {
    attempt: ({ conversation_id }) => ({ route: `GET ${widgetConversation}/${conversation_id}` }),
    statuses: [401, 200, 404, 401],
  },
  listWidgetMessages: {
    attempt: ({ conversation_id }) => ({
      route: `GET ${widgetConversation}/${conversation_id}/messages`,
    }),
    statuses: [401, 200, 404, 401],
  },
  askWidgetQuestion: {
    attempt: ({ conversation_id }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages`,
      json: { text: 'When?' },
    }),
    statuses: [401, 201, 404, 401],
  },
  streamWidgetQuestion: {
    attempt: ({ conversation_id }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages:stream`,
      json: { text: 'When?' },
    }),
    statuses: [401, 200, 404, 401],
  },
  suggestWidgetFollowUps: {
    attempt: ({ conversation_id, turn }) => ({
      route: `POST ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/follow-ups`,
    }),
    statuses: [401, 200, 404, 401],
  },
  rateWidgetAnswer: {
    attempt: ({ conversation_id, turn }) => ({
      route: `PUT ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/feedback`,
      json: { rating: 'up' },
    }),
    statuses: [401, 200, 404, 401],
  },
  clearWidgetRating: {
    attempt: ({ conversation_id, turn }) => ({
      route: `DELETE ${widgetConversation}/${conversation_id}/messages/${turn.answer.id}/feedback`,
    }),
    statuses: [401, 204, 404, 401],
  },
  deleteWidgetConversation: {
    attempt: ({ conversation_id }) => ({
      route: `DELETE ${widgetConversation}/${conversation_id}`,
    }),
    statuses: [401, 204, 404, 401],
  },
}

const openRows: Name[] = ['getHealth', 'getReady', 'getOpenapi']

test('every operation has a row here', () => {
  const rows = [keyRows, personRows, widgetRows].flatMap((table) => Object.keys(table))
  rows.push(...openRows)

  expect(rows.sort()).toEqual(Object.keys(operations).sort())
})

describe.each(Object.entries(keyRows))('%s', (name, { attempt, statuses }) => {
  const [owner, admin, editor, member, stranger] = statuses

  test.each(Object.entries({ owner, admin, editor, member }))('%s', async (role, status) => {
    const key = service.tenant.keys[role as keyof typeof service.tenant.keys]
    const { route, json } = await attempt(key)

    const response = await call(service, route, { key, json })

    expect(response.status).toBe(status)
    const reply = operationOf(name).reply
    const body = await response.text()
    if (status < 300 && reply) reply.parse(JSON.parse(body))
  })

  test('the owner of another organization', async () => {
    const { route, json } = await attempt(service.tenant.keys.owner)

    const response = await call(service, route, { key: service.stranger.keys.owner, json })

    expect(response.status).toBe(stranger)
  })

  test('no credential, and one that is not a key, get the same 401', async () => {
    const { route, json } = await attempt(service.tenant.keys.owner)
    const visitor = await visitorTurn(service, service.tenant)

    const refused = await Promise.all([
      call(service, route, { json }),
      call(service, route, { json, key: 'svc_sk_short' }),
      call(service, route, { json, key: createApiKeySecret() }),
      call(service, route, { json, key: service.tenant.deployment.widget_key }),
      call(service, route, { json, headers: visitor.headers }),
    ])

    const seen = await Promise.all(refused.map(everything))
    expect(seen[0]?.status).toBe(401)
    expect(seen[0]?.body).toContain('authentication_error')
    for (const one of seen) expect(one).toEqual(seen[0])
  })
})

describe.each(Object.entries(personRows))('%s', (name, { attempt, statuses }) => {
  const [owner, admin, editor, member, stranger] = statuses
  const everybody = { owner, admin, editor, member, stranger }

  test.each(Object.entries(everybody))('%s', async (role, status) => {
    const { route, json } = await attempt()
    const person =
      role === 'stranger' ? service.stranger.people.owner : service.tenant.people[role as Role]

    const response = await call(service, route, { person, json })

    expect(response.status).toBe(status)
    const reply = operationOf(name).reply
    const body = await response.text()
    if (status < 300 && reply) reply.parse(JSON.parse(body))
  })

  test('no credential is 401', async () => {
    const { route, json } = await attempt()

    expect((await call(service, route, { json })).status).toBe(401)
  })

  test('an API key of any role is refused', async () => {
    const { route, json } = await attempt()

    for (const key of Object.values(service.tenant.keys)) {
      const response = await call(service, route, { key, json })

      expect(await outcome(response)).toMatchObject({
        status: 403,
        body: { code: 'authorization_error' },
      })
    }
  })
})

describe('support within a session', () => {
  let staff: Person
  beforeAll(async () => {
    staff = await createPerson(service.store, null)
    await call(service, 'PUT /support-access', {
      person: service.tenant.people.owner,
      json: { allowed: true },
    })
    const opened = await fetch(`${service.console}/support-sessions`, {
      method: 'POST',
      headers: { cookie: staff.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' },
      body: JSON.stringify({ organization: service.tenant.slug, reason: 'Ticket 12' }),
    })
    expect(opened.status).toBe(201)
  })

  test.each(Object.entries({ ...keyRows, ...personRows }))('%s', async (name, row) => {
    const { route, json } = await row.attempt(service.tenant.keys.owner)

    const response = await call(service, route, { person: staff, json })

    const reads = supportReads.has(operationOf(name).access)
    expect(response.status).toBe(reads ? row.statuses[0] : 403)
  })
})

/**
 * Completions 3, the last column; those with conversation.moderate have an access that all share.
 */
const supportReads = new Set<string>([
  'assistant.read',
  'knowledge.read',
  'branding.read',
  'widget.read',
  'usage.read',
])

describe.each(Object.entries(widgetRows))('%s', (name, { attempt, statuses }) => {
  test('a page, its visitor, another visitor and another website', async () => {
    const { tenant } = service
    const visited = await visitorTurn(service, tenant)
    const another = await visitorTurn(service, tenant)
    const elsewhere = await visitorTurn(service, service.stranger)
    const { route, json } = attempt(visited)
    const token = elsewhere.headers['x-svc-visitor-token' as keyof typeof elsewhere.headers]
    const headersOf = [
      page(tenant),
      visited.headers,
      another.headers,
      page(tenant, { 'x-svc-visitor-token': token }),
    ]

    const seen: number[] = []
    // The visitor comes last: what it does may not be there for the others any more.
    for (const index of [0, 2, 3, 1]) {
      const response = await call(service, route, { json, headers: headersOf[index] ?? {} })
      seen[index] = response.status
      const reply = operationOf(name).reply
      const body = await response.text()
      if (response.status < 300 && reply) reply.parse(JSON.parse(body))
    }

    expect(seen).toEqual(statuses)
  })

  test('an API key is not accepted', async () => {
    const visited = await visitorTurn(service, service.tenant)
    const { route, json } = attempt(visited)
    const { secret } = service.tenant.keys.owner

    const asKey = await call(service, route, { json, key: secret })
    const asWidgetKey = await call(service, route, {
      json,
      headers: { ...visited.headers, 'x-svc-widget-key': secret },
    })

    expect([asKey.status, asWidgetKey.status]).toEqual([401, 401])
  })

  test('an unknown, a malformed and a missing token get the same 401', async () => {
    const visited = await visitorTurn(service, service.tenant)
    const { route, json } = attempt(visited)
    if (statuses[0] !== 401) return expect(operationOf(name).access).toBe('widget')

    const refused = await Promise.all(
      [{}, { 'x-svc-visitor-token': 'nonsense' }, { 'x-svc-visitor-token': aVisitorToken() }].map(
        (token) => call(service, route, { json, headers: page(service.tenant, token) }),
      ),
    )

    const seen = await Promise.all(refused.map(everything))
    expect(seen[0]?.status).toBe(401)
    for (const one of seen) expect(one).toEqual(seen[0])
  })
})

test('health and readiness need no credential', async () => {
  expect(await outcome(await call(service, 'GET /health'))).toEqual({
    status: 200,
    body: { status: 'ok' },
  })
  expect(await outcome(await call(service, 'GET /ready'))).toEqual({
    status: 200,
    body: { status: 'ready', version: '0.0.0', checks: { database: 'ok' } },
  })
})

/** Status, body and headers less those that differ by nature. */
async function everything(response: Response) {
  const headers = Object.fromEntries(response.headers)
  const { date: _date, 'x-request-id': _id, ...same } = headers
  return { status: response.status, headers: same, body: await response.text() }
}

function operationOf(name: string) {
  const operation = operations[name as Name]
  return { access: operation.access, reply: 'reply' in operation ? operation.reply : undefined }
}

let made = 0
const unique = () => {
  made += 1
  return `Thing ${made}`
}
const oneDocument = { documents: [{ path: 'hours.md', text: '# Hours\n\nNine to five.' }] }
const assistant = () => `/assistants/${service.tenant.assistant_id}`
const collection = () => `/knowledge/collections/${service.tenant.collection_id}`
const deployment = () => `/widget-deployments/${service.tenant.deployment.id}`
const newDeploymentBody = () => ({
  name: unique(),
  assistant_id: service.tenant.assistant_id,
  allowed_origins: [],
})

async function make(route: string, json?: unknown, key = service.tenant.keys.owner) {
  const { status, body } = await outcome(await call(service, route, { key, json }))
  if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The revision of the tenant's branding, which has been saved at least once. */
async function brandingRevision(): Promise<number> {
  const key = service.tenant.keys.owner
  const { body } = await outcome(await call(service, 'GET /branding', { key }))
  return (await make('PUT /branding', { revision: body.revision, layer: {} })).revision
}

async function newAssistant() {
  return `/assistants/${(await make('POST /assistants', { name: 'Temporary' })).id}`
}

async function newConversation(key: Key) {
  const { assistant_id } = service.tenant
  return `/conversations/${(await make('POST /conversations', { assistant_id }, key)).id}`
}

async function newAnswer(key: Key) {
  const { conversation, answer } = await answeredTurn(service, key, service.tenant.assistant_id)
  return `/conversations/${conversation.id}/messages/${answer.id}`
}

async function newSource() {
  const source = await make(`POST ${collection()}/sources`, { name: unique(), type: 'upload' })
  return `/knowledge/sources/${source.id}`
}

async function newJob() {
  return `/knowledge/jobs/${(await make(`POST ${await newSource()}/sync`)).id}`
}

/** An upload that a run has reached. */
async function ingested() {
  const source = await newSource()
  const { documents } = await make(`POST ${source}/documents`, oneDocument)
  const [{ id, source_id, path, bytes, content_hash, media_type }] = documents
  const { id: organization_id, collection_id } = service.tenant
  const passage = {
    id: crypto.randomUUID(),
    position: 0,
    anchor: 'Hours',
    url: null,
    text: 'Nine to five.',
    terms: { title: '', heading: 'hour', text: 'nine five' },
    grams: 'nine',
    vector: Float32Array.of(1, 0, 0, 0),
  }
  await service.store.documents.stage(collection_id, id, [passage])
  await service.store.documents.publish(organization_id, collection_id, {
    id,
    source_id,
    path,
    bytes,
    content_hash,
    media_type,
    title: 'Hours',
    url: null,
    status: 'ingested',
    error_code: null,
    error_message: null,
    passage_count: 1,
    updated_at: service.clock.now,
  })
  return { document: `/knowledge/documents/${id}`, passage_id: passage.id }
}

async function newSupportSession() {
  const { id: organization } = service.tenant
  const { user_id } = await createPerson(service.store, null)
  await service.store.supportSessions.allow(organization, true, START)
  const opened = await service.store.supportSessions.open('none', {
    id: crypto.randomUUID(),
    organization,
    user_id,
    staff_name: 'Sam',
    staff_email: 'sam@operator.test',
    reason: 'Ticket 12',
    started_at: START,
    expires_at: new Date(Date.parse(START) + 3_600_000).toISOString(),
  })
  return `/support-access/sessions/${opened?.id}`
}

async function newMember() {
  const { id: organization_id } = service.tenant
  const { user_id } = await createPerson(service.store, { organization_id, role: 'member' })
  return `/members/${user_id}`
}

async function newDocument() {
  return (await ingested()).document
}

async function newPassage() {
  return (await ingested()).passage_id
}
