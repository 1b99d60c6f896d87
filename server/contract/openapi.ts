import { z } from 'zod'
import * as apiKey from './api-key.ts'
import * as assistant from './assistant.ts'
import * as branding from './branding.ts'
import * as collection from './collection.ts'
import * as conversation from './conversation.ts'
import * as deployment from './deployment.ts'
import * as document from './document.ts'
import { ErrorBody, type ErrorCode, REQUEST_TIMEOUT, statusOf } from './errors.ts'
import { eventData } from './events.ts'
import { exampleOf } from './examples.ts'
import * as health from './health.ts'
import * as job from './job.ts'
import { createJsonSchemas, type JsonSchema } from './json-schema.ts'
import * as member from './member.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import * as search from './search.ts'
import * as source from './source.ts'
import * as supportAccess from './support-access.ts'
import * as usage from './usage.ts'
import * as widget from './widget.ts'

/** Modules whose exported schemas become components under their own names. */
const contracts = [
  apiKey,
  assistant,
  branding,
  conversation,
  deployment,
  health,
  collection,
  document,
  job,
  search,
  source,
  member,
  supportAccess,
  usage,
  widget,
  { ErrorBody },
]

export interface MediaType {
  schema: JsonSchema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Response {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, MediaType>
}

export interface Reference {
  $ref: string
}

export interface DescribedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

/** An OpenAPI 3.1 document, as far as ours goes. */
export interface OpenApi {
  openapi: '3.1.1'
  jsonSchemaDialect: string
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}

/** Describes every operation, with its checks, replies, errors and an example of each body. */
export function describeApi(version: string): OpenApi {
  const schemas = createJsonSchemas(namedSchemas())
  const paths: OpenApi['paths'] = {}
  for (const [operationId, declared] of Object.entries<Operation>(operations)) {
    const methods = (paths[declared.path] ??= {})
    methods[declared.method] = describe(operationId, declared, schemas)
  }
  const tags = [...new Set(Object.values(operations).map(tagOf))]
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Knowledge Assistant API', version, description: ABOUT },
    servers: [{ url: '/svc/api/v1', description: 'This service' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      responses: errorResponses(schemas),
      securitySchemes,
    },
  }
}

type Schemas = ReturnType<typeof createJsonSchemas>

const ABOUT = [
  'Questions answered from an organization’s own knowledge, with citations, or an honest abstention.',
  'Lists answer `data`, `has_more` and `next_cursor`; send `next_cursor` as `cursor` for the next page.',
  'Every error is `{code, message}` with the matching status; every response carries `X-Request-Id`.',
  'Unknown body fields are refused, unknown query parameters ignored.',
].join('\n\n')

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `svc_sk_…`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_session',
    description:
      'A person signed in to the console; `__Host-svc_session` where the public URL is https.',
  },
  widgetKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SVC-Widget-Key',
    description: 'The public key of a widget deployment, from an allowed `Origin`.',
  },
  visitorToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SVC-Visitor-Token',
    description: 'A visitor of that deployment, `svc_vt_…`.',
  },
}

function namedSchemas(): Map<z.ZodType, string> {
  const named = contracts.flatMap((contract) =>
    Object.entries(contract).filter((entry): entry is [string, z.ZodType] => {
      return entry[1] instanceof z.ZodType && !entry[0].endsWith('Query')
    }),
  )
  return new Map(named.map(([name, schema]) => [schema, name]))
}

function describe(operationId: string, declared: Operation, schemas: Schemas): DescribedOperation {
  const parameters = parametersOf(declared, schemas)
  return {
    operationId,
    tags: [tagOf(declared)],
    summary: declared.summary,
    description: accessOf(declared),
    security: securityOf(declared),
    ...(parameters.length > 0 && { parameters }),
    ...(declared.body && { requestBody: requestBody(declared.body, declared, schemas) }),
    responses: { ...replyOf(declared, schemas), ...errorsOf(declared) },
  }
}

/** `/knowledge/sources/{id}` belongs to Knowledge, `/widget-deployments` to Widget deployments. */
function tagOf({ path }: Operation): string {
  const [, first = ''] = path.split('/')
  const words = TAGS[first] ?? first.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const TAGS: Record<string, string> = {
  health: 'service',
  ready: 'service',
  'openapi.json': 'service',
  'api-keys': 'API keys',
}

function accessOf({ access, person }: Operation): string {
  switch (access) {
    case 'anyone':
      return 'Needs no credential.'
    case 'widget':
      return 'Needs a widget key and an allowed origin.'
    case 'visitor':
      return 'Needs a widget key, an allowed origin and a visitor token.'
    case 'session':
    case 'staff':
      return 'Needs a console session.'
    default:
      return `Needs the permission \`${access}\`${person ? ' and a person: an API key is refused' : ''}.`
  }
}

function securityOf({ access, person }: Operation): Record<string, string[]>[] {
  switch (access) {
    case 'anyone':
      return []
    case 'widget':
      return [{ widgetKey: [] }]
    case 'visitor':
      return [{ widgetKey: [], visitorToken: [] }]
    case 'session':
    case 'staff':
      return [{ session: [] }]
    default:
      return person ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }]
  }
}

function parametersOf({ path, query, headers }: Operation, schemas: Schemas): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    }),
  )
  return [
    ...inPath,
    ...(query ? fieldsOf(query, 'query', schemas) : []),
    ...(headers ? fieldsOf(headers, 'header', schemas) : []),
  ]
}

function fieldsOf(object: z.ZodObject, where: 'query' | 'header', schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = schemas.write(object)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema,
  }))
}

function requestBody(body: z.ZodType, { files }: Operation, schemas: Schemas) {
  const content = { 'application/json': mediaType(body, schemas) }
  // An empty object is what a request without a body is read as.
  const required = !body.safeParse({}).success
  return { required, content: files ? { ...content, ...multipart(files) } : content }
}

function multipart({ field, maxFiles }: NonNullable<Operation['files']>) {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const files = { type: 'array', minItems: 1, maxItems: maxFiles, items: file }
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [field]: files }, required: [field] },
    },
  }
}

function mediaType(schema: z.ZodType, schemas: Schemas): MediaType {
  const written = schemas.write(schema)
  return { schema: written, example: exampleOf(written, schemas.components) }
}

function replyOf(declared: Operation, schemas: Schemas): Record<string, Response> {
  const { status, reply, stream, representation, tagged } = declared
  if (stream) return { [status]: streamReply(schemas) }
  if (representation) return themeReply(schemas)
  if (!reply) return { [status]: { description: 'Done; no body.' } }
  return {
    [status]: {
      description: SUCCESS[status],
      ...(tagged && { headers: ETAG }),
      content: { 'application/json': mediaType(reply, schemas) },
    },
    ...(tagged && { 304: NOT_MODIFIED }),
  }
}

const ETAG = { ETag: { description: 'The revision of the branding.', schema: { type: 'string' } } }
const NOT_MODIFIED = { description: 'Not modified, by `If-None-Match`.', headers: ETAG }

const SUCCESS = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the work goes on.',
  204: 'Done; no body.',
}

/**
 * OpenAPI 3.1 has no words for the events of a stream: they are told, and their data are
 * components.
 */
function streamReply(schemas: Schemas): Response {
  const lines = Object.entries(eventData).map(([type, data]) => {
    const name = eventName(type)
    schemas.components[name] = schemas.write(data)
    return `- \`${type}\`: the data is \`#/components/schemas/${name}\``
  })
  return {
    description: [
      'Server-sent events, each of three lines (`id`, `event`, `data`) and a blank one. Exactly one of',
      '`answer.completed`, `answer.interrupted` and `answer.error` ends the stream. Comments keep it alive.',
      'Types that you do not know must be ignored.\n\n' + lines.join('\n'),
    ].join(' '),
    headers: {
      'X-Accel-Buffering': { description: 'Always `no`.', schema: { const: 'no' } },
    },
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EVENTS } },
  }
}

/** `answer.delta` → `AnswerDeltaEvent`. */
function eventName(type: string): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}

const EVENTS = [
  'id: 1\nevent: answer.started\ndata: {"answer_message_id":"019a9f3c-3f6e-7bd2-8d5a-2f0c4c1e9b77"}',
  'id: 2\nevent: answer.delta\ndata: {"text":"Within 30 days "}',
  '',
].join('\n\n')

function themeReply(schemas: Schemas): Record<string, Response> {
  const resolved = schemas.write(branding.ResolvedBrand)
  return {
    200: {
      description: 'The theme in the format that was asked for.',
      headers: ETAG,
      content: {
        'text/css': { schema: { type: 'string' } },
        'application/json': { schema: { anyOf: [resolved, { type: 'object' }] } },
      },
    },
    304: NOT_MODIFIED,
  }
}

function errorsOf(declared: Operation): Record<string, Reference> {
  const statuses = [
    ...errorCodes(declared).map((code) => statusOf[code]),
    ...(declared.body ? [REQUEST_TIMEOUT] : []),
  ]
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}

/** One response for each status that an error can have. */
function errorResponses(schemas: Schemas): Record<string, Response> {
  const schema = schemas.write(ErrorBody)
  const responses: Record<string, Response> = {}
  const statuses = [...Object.entries(statusOf), ['validation_error', REQUEST_TIMEOUT] as const]
  for (const [code, status] of statuses) {
    const also = responses[`Error${status}`]?.description
    responses[`Error${status}`] = {
      description: also ? `${also} or \`${code}\`` : `\`${code}\``,
      ...(status === 429 && { headers: { 'Retry-After': RETRY_AFTER } }),
      content: { 'application/json': { schema, example: { code, message: 'One sentence.' } } },
    }
  }
  return responses
}

const RETRY_AFTER = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } }

/**
 * Any operation may get a request with two hosts or with a body that it does not read, so that 400
 * and 413 are everywhere.
 */
function errorCodes({ access, method, path, body }: Operation): ErrorCode[] {
  const isWrite = method !== 'get'
  const asks = isWrite && path.includes('/messages')
  return [
    'validation_error',
    'payload_too_large',
    ...when(access !== 'anyone', 'authentication_error', 'authorization_error'),
    ...when(path.includes('{') || body, 'not_found'),
    ...when(isWrite, 'conflict'),
    ...when(body, 'unsupported_media_type'),
    ...when(path !== '/health', 'rate_limit_exceeded'),
    'internal_error',
    ...when(asks, 'provider_failure', 'retrieval_failure'),
    ...when(path === '/knowledge/search', 'retrieval_failure'),
    'service_unavailable',
  ]
}

function when(condition: unknown, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : []
}
