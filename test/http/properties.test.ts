import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody, statusOf } from '../../server/contract/errors.ts'
import type { JsonSchema } from '../../server/contract/json-schema.ts'
import {
  type DescribedOperation,
  describeApi,
  type Response as Reply,
} from '../../server/contract/openapi.ts'
import {
  answeredTurn,
  call,
  createKey,
  createTenant,
  outcome,
  PUBLIC_URL,
  page,
  startHttp,
  type Tenant,
  type TestService,
  visitorTurn,
} from './service.ts'

/** Enough to meet each field's limits; a failure names the seed to repeat it with. */
const RUNS = 15
/** Requests for each operation with ids of another organization. */
const FOREIGN_RUNS = 3

interface Described extends DescribedOperation {
  method: string
  path: string
}

const document = describeApi('0.0.0')
const operations: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
)

let service: TestService
/** Sees whether another connection has changed the database. */
let watcher: Database.Database

beforeAll(async () => {
  service = await startHttp()
  watcher = new Database(service.databaseFile, { readonly: true })
})
afterAll(async () => {
  watcher.close()
  await service.stop()
})

/** Everything of a tenant that a request can name, by the name of the parameter or field. */
type Ids = Record<string, string>

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
  const turn = await answeredTurn(service, key, assistant_id)
  const visited = await visitorTurn(service, tenant)
  return {
    assistant_id,
    collection_id,
    knowledge_base_id: collection_id,
    deployment_id: deployment.id,
    source_id: source.id,
    document_id: documents[0].id,
    job_id: job.id,
    conversation_id: turn.conversation.id,
    message_id: turn.answer.id,
    api_key_id: (await createKey(service.store, tenant.id, 'member')).id,
    user_id: tenant.people.member.user_id,
    widget_conversation_id: visited.conversation_id,
    widget_message_id: visited.turn.answer.id,
    model: 'builtin/extractive',
    embedding_model: 'builtin/lexical-512',
    schedule: '0 3 * * *',
    email: `${crypto.randomUUID()}@people.test`,
    visitor_token: visited.headers['x-svc-visitor-token' as keyof typeof visited.headers] ?? '',
  }
}

/** The credentials that an operation asks for, of the tenant's owner or visitor. */
function credentials({ security }: Described, tenant: Tenant, ids: Ids): Record<string, string> {
  const [choice = {}] = security
  if ('apiKey' in choice) return { authorization: `Bearer ${tenant.keys.owner.secret}` }
  if ('session' in choice) return { cookie: tenant.people.owner.cookie, origin: PUBLIC_URL }
  if ('visitorToken' in choice) {
    return page(tenant, { 'x-svc-visitor-token': ids.visitor_token ?? '' })
  }
  return 'widgetKey' in choice ? page(tenant) : {}
}

interface Sent {
  path: Record<string, string>
  query: Record<string, string | undefined>
  body: unknown
}

/** A request as its description allows, and now and then not. */
function requests(described: Described, ids: Ids): fc.Arbitrary<Sent> {
  const parameters = described.parameters ?? []
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where)
  const path = Object.fromEntries(
    of('path').map(({ name }) => [name, idOf(ids, pathId(described, name))]),
  )
  const query = Object.fromEntries(
    of('query').map(({ name, schema }) => [
      name,
      fc.oneof(
        { arbitrary: valueOf(schema, ids, name).map(String), weight: 8 },
        { arbitrary: hostileText, weight: 1 },
      ),
    ]),
  )
  const schema = described.requestBody?.content['application/json']?.schema
  return fc.record({
    path: fc.record(path),
    query: fc.oneof(fc.constant({}), fc.record(query, { requiredKeys: [] })),
    body: schema
      ? fc.oneof(
          { arbitrary: valueOf(schema, ids, ''), weight: 6 },
          { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
        )
      : fc.constant(undefined),
  })
}

/** The widget's conversations are a visitor's own. */
function pathId({ path }: Described, name: string): string {
  return path.startsWith('/widget/') ? `widget_${name}` : name
}

function idOf(ids: Ids, name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.constant(ids[name] ?? ''), weight: 4 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: fc.constantFrom('x', '0', '%00', '..%2f', 'ü', '%F0%9F%92%A9'), weight: 1 },
  )
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom('', ' ', '\u0000', "'; DROP TABLE messages; --", '\u202e', '{}', '-1', '1e9'),
)

function valueOf(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: plainValueOf(schema, ids, name), weight: 12 },
    { arbitrary: fc.oneof(hostileText, fc.jsonValue({ maxDepth: 1 })), weight: 1 },
  )
}

function plainValueOf(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref) {
    return plainValueOf(document.components.schemas[nameOf(schema.$ref)] ?? {}, ids, name)
  }
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => plainValueOf(choice, ids, name)))
  const types = [schema.type ?? []].flat()
  return fc.oneof(...types.map((type) => typedValue(type, schema, ids, name)), nothing(types))
}

/** A schema without a type takes anything. */
function nothing(types: string[]): fc.WeightedArbitrary<unknown> {
  return { arbitrary: fc.jsonValue({ maxDepth: 1 }), weight: types.length === 0 ? 1 : 0 }
}

function typedValue(
  type: string,
  schema: JsonSchema,
  ids: Ids,
  name: string,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema, ids)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, ids, name.replace(/s$/, '')), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      })
    case 'integer':
    case 'number':
      if (name === 'revision') return fc.constantFrom(0, 1)
      return fc.integer({ min: schema.minimum ?? -2, max: schema.maximum ?? 1000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textOf(schema, ids, name)
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema, ids: Ids) {
  const fields = Object.entries(properties).map(([field, value]) => [
    field,
    valueOf(value, ids, field),
  ])
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required as never[],
    noNullPrototype: true,
  })
}

function textOf(schema: JsonSchema, ids: Ids, name: string): fc.Arbitrary<string> {
  if (ids[name] !== undefined) return idOf(ids, name)
  if (schema.pattern) return matching(schema.pattern)
  if (schema.format === 'uri' || /url$/i.test(name)) return fc.webUrl({ validSchemes: ['https'] })
  if (schema.format === 'date') return fc.constantFrom('2026-10-01', '2026-11-01', '2020-01-01')
  if (schema.format === 'date-time') return fc.constant('2030-01-01T00:00:00.000Z')
  if (name === 'allowed_origin') return fc.webUrl().map((url) => new URL(url).origin)
  return fc.string({
    unit: fc.oneof(
      { arbitrary: fc.constantFrom(...'abcXYZ 019-_.'), weight: 12 },
      { arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), weight: 1 },
    ),
    minLength: Math.min(schema.minLength ?? 0, 20),
    maxLength: Math.min(schema.maxLength ?? 20, 20),
  })
}

/** The one pattern that looks ahead is that of colours, which fast-check does not do. */
function matching(pattern: string): fc.Arbitrary<string> {
  if (pattern.includes('(?!')) return fc.constantFrom('#1c3fc4', 'teal', 'rgb(1 2 3)')
  return fc.stringMatching(new RegExp(pattern))
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? ''
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

/** The database's own count of what other connections have written to it. */
function changes(): number {
  return Number(watcher.pragma('data_version', { simple: true }))
}

/** Holds a reply to its description: a known status, and a body of that status's schema. */
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

/** The described schema itself, so that the description is held to what the service answers. */
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
    // The first use of a credential is noted, and once a minute from then on.
    await (await send(described, { path: {}, query: {}, body: undefined }, headers)).text()

    const property = fc.asyncProperty(requests(described, ids), async (sent) => {
      const before = changes()
      const response = await send(described, sent, headers)
      const type = response.headers.get('content-type') ?? ''
      check(described, response.status, type, await response.text())
      if (response.status >= 400) expect(changes()).toBe(before)
    })
    await fc.assert(property, { numRuns: RUNS })
  },
)

test.each(operations.filter(({ path }) => path.includes('{')))(
  '$operationId: what is another organization’s answers like what is not there, byte for byte (§5.2, §7)',
  async (described) => {
    const tenant = await createTenant(service.store, crypto.randomUUID())
    const ids = await createIds(tenant)
    const foreign = await createIds(await createTenant(service.store, crypto.randomUUID()))
    const names = Object.keys(foreign)
    const unknown = Object.fromEntries(names.map((name) => [name, crypto.randomUUID()]))
    const headers = credentials(described, tenant, ids)
    const schema = described.requestBody?.content['application/json']?.schema

    const bodies = schema ? plainValueOf(schema, ids, '') : fc.constant(undefined)
    const property = fc.asyncProperty(bodies, async (body) => {
      const as = (of: Ids) => ({ path: pathIds(described, of), query: {}, body })
      const theirs = await everything(await send(described, as(foreign), headers))
      const nobodys = await everything(await send(described, as(unknown), headers))

      expect(theirs.status).toBeGreaterThanOrEqual(400)
      expect(theirs).toEqual(nobodys)
    })
    await fc.assert(property, { numRuns: schema ? FOREIGN_RUNS : 1 })
  },
)

function pathIds(described: Described, ids: Ids): Record<string, string> {
  const names = (described.parameters ?? []).filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(names.map(({ name }) => [name, ids[pathId(described, name)] ?? '']))
}

/** Status, body and headers less those that differ by nature. */
async function everything(response: Response) {
  const headers = Object.fromEntries(response.headers)
  const { date: _date, 'x-request-id': _id, ...same } = headers
  return { status: response.status, headers: same, body: await response.text() }
}
