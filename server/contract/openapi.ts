import { z } from 'zod'
import * as apiKey from './api-key.ts'
import * as appearance from './appearance.ts'
import * as assistant from './assistant.ts'
import * as audit from './audit.ts'
import * as behaviour from './behaviour.ts'
import * as branding from './branding.ts'
import * as collection from './collection.ts'
import * as conversation from './conversation.ts'
import * as curatedAnswer from './curated-answer.ts'
import * as deployment from './deployment.ts'
import * as document from './document.ts'
import * as embeddingMove from './embedding-move.ts'
import { ErrorBody } from './errors.ts'
import * as gap from './gap.ts'
import * as health from './health.ts'
import * as inbox from './inbox.ts'
import * as job from './job.ts'
import { createJsonSchemas, type JsonSchemas } from './json-schema.ts'
import * as member from './member.ts'
import * as model from './model.ts'
import type { DescribedOperation, OpenApi, Parameter } from './openapi-document.ts'
import { errorResponses, errorsOf, mediaType, replyOf } from './openapi-responses.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'
import * as organization from './organization.ts'
import * as problem from './problem.ts'
import * as reading from './reading.ts'
import * as search from './search.ts'
import * as sectionQuestion from './section-question.ts'
import * as session from './session.ts'
import * as source from './source.ts'
import * as sourcePage from './source-page.ts'
import * as supportAccess from './support-access.ts'
import * as synonyms from './synonyms.ts'
import * as testQuestion from './test-question.ts'
import * as trace from './trace.ts'
import * as trial from './trial.ts'
import * as usage from './usage.ts'
import * as visitor from './visitor.ts'
import * as webhook from './webhook.ts'
import * as widget from './widget.ts'

/** Modules whose exported schemas become components with their names. */
const contracts = [
  apiKey,
  assistant,
  branding,
  conversation,
  deployment,
  health,
  collection,
  embeddingMove,
  document,
  job,
  search,
  source,
  member,
  supportAccess,
  usage,
  widget,
  audit,
  behaviour,
  curatedAnswer,
  gap,
  inbox,
  model,
  organization,
  problem,
  reading,
  sectionQuestion,
  session,
  sourcePage,
  synonyms,
  testQuestion,
  trace,
  trial,
  visitor,
  webhook,
  appearance,
  { ErrorBody },
]

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

const ABOUT = [
  'Answers questions from an organization’s own knowledge, with citations, or abstains.',
  'A list has `data`, `has_more` and `next_cursor`; send `next_cursor` as `cursor` for the next page.',
  'Every error is `{code, message}` with the matching status; every response has `X-Request-Id`.',
  'Unknown body fields are refused; unknown query parameters are ignored.',
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

/** The names of the schemas that are components, by schema. */
export function namedSchemas(): Map<z.ZodType, string> {
  const queries = new Set<unknown>(Object.values<Operation>(operations).map(({ query }) => query))
  const named = contracts.flatMap((contract) =>
    Object.entries(contract).filter((entry): entry is [string, z.ZodType] => {
      return entry[1] instanceof z.ZodType && !queries.has(entry[1])
    }),
  )
  return new Map(named.map(([name, schema]) => [schema, name]))
}

function describe(
  operationId: string,
  declared: Operation,
  schemas: JsonSchemas,
): DescribedOperation {
  const parameters = parametersOf(declared, schemas)
  return {
    operationId,
    tags: [tagOf(declared)],
    summary: declared.summary,
    description: [declared.description, accessOf(declared), confirmedOf(declared)]
      .filter(Boolean)
      .join(' '),
    externalDocs: ruleOf(declared),
    security: securityOf(declared),
    ...(parameters.length > 0 && { parameters }),
    ...(declared.body && { requestBody: requestBody(declared.body, declared, schemas) }),
    responses: { ...replyOf(declared, schemas), ...errorsOf(declared) },
  }
}

/** `/knowledge/sources/{id}` belongs to Knowledge, `/widget-deployments` to Widget deployments. */
function tagOf({ path }: Operation): string {
  const [, first = ''] = path.split('/')
  return titleOf(TAGS[first] ?? first)
}

const TAGS: Record<string, string> = {
  health: 'service',
  ready: 'service',
  'openapi.json': 'service',
}

/** The page that shows docs/behaviour.md to those who use the service. */
export const BEHAVIOUR_PATH = '/svc/docs/behaviour'

function ruleOf({ rule }: Operation): DescribedOperation['externalDocs'] {
  const heading = rule.replace('behaviour.md#', '')
  return { description: titleOf(heading), url: `${BEHAVIOUR_PATH}#${heading}` }
}

/** `widget-deployments` → `Widget deployments`. */
function titleOf(slug: string): string {
  const words = SPELLINGS[slug] ?? slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const SPELLINGS: Record<string, string> = {
  'api-keys': 'API keys',
  'the-api': 'the API',
  'follow-ups': 'follow-ups',
}

function accessOf({ access, person }: Operation): string {
  switch (access) {
    case 'anyone':
      return 'No credential is required.'
    case 'widget':
      return 'Requires a widget key and an allowed origin.'
    case 'visitor':
      return 'Requires a widget key, an allowed origin and a visitor token.'
    case 'session':
    case 'staff':
      return 'Requires a console session.'
    default:
      return `Requires the permission \`${access}\`${person ? ' and a person; API keys are refused' : ''}.`
  }
}

function confirmedOf({ confirmed }: Operation): string | undefined {
  if (!confirmed) return undefined
  const given = confirmed === 'always' ? [] : Object.entries(confirmed)
  const bodies = given.map(([field, value]) => `\`${field}\` \`${value}\``).join(', ')
  const when = bodies && ` with ${bodies}`
  return `A person must have confirmed their session within ten minutes${when}; else 403 \`confirmation_required\`.`
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

function parametersOf({ path, query, headers }: Operation, schemas: JsonSchemas): Parameter[] {
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

function fieldsOf(
  object: z.ZodObject,
  where: 'query' | 'header',
  schemas: JsonSchemas,
): Parameter[] {
  const { properties = {}, required = [] } = schemas.write(object)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema,
  }))
}

function requestBody(body: z.ZodType, { files }: Operation, schemas: JsonSchemas) {
  const content = { 'application/json': mediaType(body, schemas) }
  // A request without a body is read as an empty object.
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
