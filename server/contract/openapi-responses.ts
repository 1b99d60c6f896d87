import type { z } from 'zod'
import { ResolvedBrand } from './branding.ts'
import { ErrorBody, type ErrorCode, REQUEST_TIMEOUT, statusOf } from './errors.ts'
import { eventData } from './events.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchemas } from './json-schema.ts'
import type { MediaType, Reference, Response } from './openapi-document.ts'
import type { Operation } from './operation.ts'

/** The successful responses of an operation. */
export function replyOf(declared: Operation, schemas: JsonSchemas): Record<string, Response> {
  const { status, reply, replyAs } = declared
  const etag = replyAs === 'etag'
  if (replyAs === 'stream') return { [status]: streamReply(schemas) }
  if (replyAs === 'representation') return themeReply(schemas)
  if (replyAs === 'download') return { [status]: DOWNLOAD }
  if (!reply) return { [status]: { description: NO_CONTENT } }
  const content = { 'application/json': mediaType(reply, schemas) }
  return {
    [status]: { description: SUCCESS[status], ...(etag && { headers: ETAG }), content },
    ...(replyAs === 'saved' && { 201: { description: SUCCESS[201], content } }),
    ...(etag && { 304: NOT_MODIFIED }),
  }
}

const ETAG = { ETag: { description: 'The revision of the branding.', schema: { type: 'string' } } }
const NOT_MODIFIED = {
  description: 'Not modified: `If-None-Match` names the current version.',
  headers: ETAG,
}

const DOWNLOAD: Response = {
  description: 'The archive.',
  content: { 'application/octet-stream': { schema: { type: 'string' } } },
}

const NO_CONTENT = 'No content'

const SUCCESS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted; a job does the work.',
  204: NO_CONTENT,
}

/**
 * OpenAPI 3.1 cannot describe events, so they are listed in the text, and their data are
 * components.
 */
function streamReply(schemas: JsonSchemas): Response {
  const lines = Object.entries(eventData).map(([type, data]) => {
    const name = eventName(type)
    schemas.components[name] = schemas.write(data)
    return `- \`${type}\`: the data is \`#/components/schemas/${name}\``
  })
  return {
    description: [
      'Server-sent events, each with the lines `id`, `event` and `data`. Exactly one of',
      '`answer.completed`, `answer.interrupted` and `answer.error` ends the stream. Comments keep it',
      'alive. Clients must ignore unknown event types.\n\n' + lines.join('\n'),
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

function themeReply(schemas: JsonSchemas): Record<string, Response> {
  const resolved = schemas.write(ResolvedBrand)
  return {
    200: {
      description: 'The theme in the requested format.',
      headers: ETAG,
      content: {
        'text/css': { schema: { type: 'string' } },
        'application/json': { schema: { anyOf: [resolved, { type: 'object' }] } },
      },
    },
    304: NOT_MODIFIED,
  }
}

/** References to the error responses that an operation may send. */
export function errorsOf(declared: Operation): Record<string, Reference> {
  const statuses = [
    ...errorCodes(declared).map((code) => statusOf[code]),
    ...(declared.body ? [REQUEST_TIMEOUT] : []),
  ]
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}

/** A response for each status of an error. */
export function errorResponses(schemas: JsonSchemas): Record<string, Response> {
  const schema = schemas.write(ErrorBody)
  const responses: Record<string, Response> = {}
  const statuses = [...Object.entries(statusOf), ['validation_error', REQUEST_TIMEOUT] as const]
  for (const [code, status] of statuses) {
    const also = responses[`Error${status}`]?.description
    responses[`Error${status}`] = {
      description: also ? `${also} or \`${code}\`` : `\`${code}\``,
      ...(status === 429 && { headers: { 'Retry-After': RETRY_AFTER } }),
      content: {
        'application/json': { schema, example: { code, message: 'A sentence about the error.' } },
      },
    }
  }
  return responses
}

const RETRY_AFTER = { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } }

/**
 * 400 and 413 are everywhere, because any operation may get a request with two hosts or with a body
 * that it does not read.
 */
function errorCodes({ access, method, path, body }: Operation): ErrorCode[] {
  const isWrite = method !== 'get'
  const asks = isWrite && path.includes('/messages')
  return [
    'validation_error',
    'payload_too_large',
    ...when(access !== 'anyone', 'authentication_error', 'authorization_error'),
    ...when(path.includes('{') || NAMING.test(path) || body, 'not_found'),
    ...when(isWrite, 'conflict'),
    ...when(body, 'unsupported_media_type'),
    ...when(path !== '/health', 'rate_limit_exceeded'),
    'internal_error',
    ...when(asks, 'provider_failure', 'retrieval_failure'),
    ...when(path === '/knowledge/search', 'retrieval_failure'),
    'service_unavailable',
  ]
}

/** Paths whose query names a thing, or at which nothing may be yet. */
const NAMING = /^\/(?:webhook|knowledge\/questions$)/

function when(condition: unknown, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : []
}

/** A body in JSON with an example. */
export function mediaType(schema: z.ZodType, schemas: JsonSchemas): MediaType {
  const written = schemas.write(schema)
  return { schema: written, example: exampleOf(written, schemas.components) }
}
