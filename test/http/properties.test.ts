import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody, statusOf } from '../../server/contract/errors.ts'
import type { JsonSchema } from '../../server/contract/json-schema.ts'
import { describeApi } from '../../server/contract/openapi.ts'
import type { Response as Reply } from '../../server/contract/openapi-document.ts'
import type { Writes } from '../support/writes.ts'
import { comparable } from './comparable.ts'
import {
  createRandomRequests,
  type Described,
  type Ids,
  pathId,
  type Sent,
} from './random-requests.ts'
import {
  answeredTurn,
  call,
  outcome,
  page,
  startHttp,
  type TestService,
  visitorTurn,
} from './service.ts'
import { createKey, createTenant, PUBLIC_URL, type Tenant } from './tenants.ts'

/** Enough to reach each field's limits; a failure prints the seed for repeating it. */
const RUNS = 10
/** Requests for each operation with ids of another organization. */
const FOREIGN_RUNS = 2

const document = describeApi('0.0.0')
const operations: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
)
const random = createRandomRequests(document)

let service: TestService
let writes: Writes

beforeAll(async () => {
  service = await startHttp()
  writes = await service.data.countWrites()
})
afterAll(async () => {
  await writes.stop()
  await service.stop()
})

async function createIds(tenant: Tenant): Promise<Ids & { visitor_token: string }> {
  const { keys, assistant_id, collection_id, deployment } = tenant
  const key = keys.owner
  const make = async (route: string, json: unknown) =>
    (await outcome(await call(service, route, { key, json }))).body
  const source = await make(`POST /knowledge/collections/${collection_id}/sources`, {
    name: crypto.randomUUID(),
    type: 'upload',
  })
  const { documents, job } = await make(`POST /knowledge/sources/${source.id}/documents`, {
    documents: [{ path: 'a.md', text: 'A' }],
  })
  await make('PUT /webhook', { url: 'https://hooks.example/', events: ['answer.rated_down'] })
  const turn = await answeredTurn(service, key, assistant_id)
  const visited = await visitorTurn(service, tenant)
  const testQuestions = `POST /assistants/${assistant_id}/test-questions`
  const testQuestion = await make(testQuestions, { question: 'Where is it?' })
  await make(`${testQuestions}/runs`, undefined)
  return {
    assistant_id,
    collection_id,
    knowledge_base_id: collection_id,
    deployment_id: deployment.id,
    source_id: source.id,
    source_document_id: documents[0].id,
    test_question_id: testQuestion.id,
    document_id: documents[0].id,
    job_id: job.id,
    conversation_id: turn.conversation.id,
    message_id: turn.answer.id,
    api_key_id: (await createKey(service.store, tenant.id, 'member')).id,
    user_id: tenant.people.member.user_id,
    widget_conversation_id: visited.conversation_id,
    widget_message_id: visited.turn.answer.id,
    model: 'builtin/extractive',
    embedding_model: 'builtin/meaning-1',
    schedule: '0 3 * * *',
    email: `${crypto.randomUUID()}@people.test`,
    visitor_token: visited.headers['x-svc-visitor-token' as keyof typeof visited.headers] ?? '',
  }
}

/** The required credentials of an operation, of the tenant's owner or visitor. */
function credentials({ security }: Described, tenant: Tenant, ids: Ids): Record<string, string> {
  const [choice = {}] = security
  if ('apiKey' in choice) return { authorization: `Bearer ${tenant.keys.owner.secret}` }
  if ('session' in choice) return { cookie: tenant.people.owner.cookie, origin: PUBLIC_URL }
  if ('visitorToken' in choice) {
    return page(tenant, { 'x-svc-visitor-token': ids.visitor_token ?? '' })
  }
  return 'widgetKey' in choice ? page(tenant) : {}
}

async function send(
  { method, path }: Described,
  { path: ids, query, body }: Sent,
  headers: Record<string, string>,
): Promise<Response> {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const route = `${method.toUpperCase()} ${at}${search && `?${search}`}`
  return call(service, route, { headers, ...(body !== undefined && { json: body }) })
}

/** Validates a reply by the description: a known status, and a body of its schema. */
function check({ operationId, responses }: Described, status: number, type: string, text: string) {
  const described = responses[status]
  if (status >= 400) {
    const { code } = ErrorBody.parse(JSON.parse(text))
    expect(statusOf[code as keyof typeof statusOf], `${operationId}: ${text}`).toBe(status)
    expect(status, `${operationId}: ${text}`).toBeLessThan(500)
    expect(described, `${operationId} answers ${status}: ${text}`).toBeDefined()
    return
  }
  const content = (described as Reply | undefined)?.content
  if (!content) return expect(text).toBe('')
  const mediaType = content[type.split(';')[0] ?? '']
  expect(mediaType, `${operationId} answers ${type}`).toBeDefined()
  if (!type.startsWith('application/json') || !mediaType) return
  schemaOf(mediaType.schema).parse(JSON.parse(text))
}

const read = new Map<JsonSchema, z.ZodType>()

/** The described schema itself, so that the description is tested against the service. */
function schemaOf(schema: JsonSchema): z.ZodType {
  const known = read.get(schema)
  if (known) return known
  const whole = { ...schema, $defs: document.components.schemas }
  const json = JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')
  const made = z.fromJSONSchema(JSON.parse(json))
  read.set(schema, made)
  return made
}

test.each(operations)(
  '$operationId: no 5xx, errors are {code, message}, replies as described, refusals change nothing',
  async (described) => {
    const tenant = await createTenant(service.store, crypto.randomUUID())
    const ids = await createIds(tenant)
    const headers = credentials(described, tenant, ids)
    // The use of a credential is recorded at first, and then once a minute.
    await (await send(described, { path: {}, query: {}, body: undefined }, headers)).text()

    const property = fc.asyncProperty(random.requests(described, ids), async (sent) => {
      const before = await writes.count()
      const response = await send(described, sent, headers)
      const type = response.headers.get('content-type') ?? ''
      check(described, response.status, type, await response.text())
      if (response.status >= 400) expect(await writes.count()).toBe(before)
    })
    await fc.assert(property, { numRuns: RUNS })
  },
)

test.each(operations.filter(({ path }) => path.includes('{')))(
  '$operationId: a foreign id gets the same response as an unknown one, byte for byte (docs/behaviour.md#unknown-and-foreign-ids)',
  async (described) => {
    const tenant = await createTenant(service.store, crypto.randomUUID())
    const ids = await createIds(tenant)
    const foreign = await createIds(await createTenant(service.store, crypto.randomUUID()))
    const names = Object.keys(foreign)
    const unknown = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))
    const headers = credentials(described, tenant, ids)

    const property = fc.asyncProperty(random.bodies(described, ids), async (body) => {
      const as = (of: Ids) => ({ path: pathIds(described, of), query: {}, body })
      const theirs = await comparable(await send(described, as(foreign), headers))
      const nobodys = await comparable(await send(described, as(unknown), headers))

      expect(theirs.status).toBeGreaterThanOrEqual(400)
      expect(theirs).toEqual(nobodys)
    })
    await fc.assert(property, { numRuns: described.requestBody ? FOREIGN_RUNS : 1 })
  },
)

function pathIds(described: Described, ids: Ids): Record<string, string> {
  const names = (described.parameters ?? []).filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(names.map(({ name }) => [name, ids[pathId(described, name)] ?? '']))
}
