import type { JsonSchema } from './json-schema.ts'

/** An example value of a schema for the reference; `name` is that of the field or component. */
export function exampleOf(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
  name = '',
  owner = '',
): unknown {
  const known = EXAMPLES[`${owner}.${name}`] ?? EXAMPLES[name]
  if (schema.$ref === undefined && known !== undefined && fits(known, schema)) return known
  if (schema.$ref !== undefined) {
    const component = schema.$ref.split('/').at(-1) ?? ''
    return (
      EXAMPLES[component] ?? exampleOf(components[component] ?? {}, components, name, component)
    )
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, components, name, owner)
  switch (typesOf(schema)[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, value]) => [
          field,
          exampleOf(value, components, field, owner),
        ]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items, components, singular(name), owner)] : []
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'text'
    case 'integer':
    case 'number':
      return Math.max(0, schema.minimum ?? 0)
    case 'boolean':
      return false
    default:
      return null
  }
}

/** Whether an example fits the schema: fields of one name may have different types. */
function fits(value: unknown, schema: JsonSchema): boolean {
  if (schema.enum) return schema.enum.includes(value)
  if (schema.anyOf)
    return schema.anyOf.some((choice) => choice.$ref === undefined && fits(value, choice))
  if (schema.const !== undefined) return schema.const === value
  return typesOf(schema).some((type) => isOfType(value, type))
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function typesOf({ type }: JsonSchema): string[] {
  return [type ?? []].flat()
}

function singular(name: string): string {
  return name.endsWith('s') ? name.slice(0, -1) : name
}

const FORMATS: Record<string, string> = {
  uuid: '019a9f3c-3f6e-7bd2-8d5a-2f0c4c1e9b77',
  'date-time': '2026-11-20T09:30:00.000Z',
  date: '2026-11-20',
  email: 'ann@example.com',
  uri: 'https://www.example.com/returns',
}

/** By field, by component and field where a field's example differs, or by component. */
const EXAMPLES: Record<string, unknown> = {
  name: 'Handbook',
  'Assistant.name': 'Helper',
  'CreateAssistant.name': 'Helper',
  'UpdateAssistant.name': 'Helper',
  'Deployment.name': 'Website',
  'CreateDeployment.name': 'Website',
  'UpdateDeployment.name': 'Website',
  'Source.name': 'Uploads',
  'ApiKey.name': 'Nightly upload',
  'CreateApiKey.name': 'Nightly upload',
  'Member.name': 'Ann',
  'InviteMember.name': 'Ann',
  locale: 'en',
  greeting: 'Hello! Ask me about our products.',
  groups: [['wages', 'salary', 'pay']],
  suggestions: ['How long can I return goods?'],
  launcher_label: 'Help',
  email: 'ann@example.com',
  description: 'Answers from the handbook.',
  'Assistant.status': 'active',
  model: 'builtin/extractive',
  instruction: null,
  answerable: true,
  revision: 1,
  knowledge_base_ids: ['019a9f3b-9d0a-7c55-9a1e-6a4de1a1b0c2'],
  max_name_chars: 120,
  max_description_chars: 500,
  max_instruction_chars: 8000,
  max_knowledge_bases: 20,
  title: 'Returns',
  'Conversation.title': 'How long can I return goods?',
  'WidgetConversation.title': 'How long can I return goods?',
  message_count: 2,
  metadata: { page: 'returns' },
  text: 'How long can I return goods?',
  'Passage.text': 'Unused goods can be sent back within 30 days of delivery.',
  'PassageWithNeighbours.text': 'Unused goods can be sent back within 30 days of delivery.',
  'Message.text': 'Within 30 days of delivery [1].',
  'Message.role': 'assistant',
  'WidgetMessage.text': 'Within 30 days of delivery [1].',
  'WidgetMessage.role': 'assistant',
  sequence: 2,
  finish_reason: 'stop',
  idempotency_key: 'order-page-1',
  'Message.idempotency_key': null,
  'Message.metadata': {},
  ordinal: 1,
  url: 'https://www.example.com/returns',
  snippet: 'Unused goods can be sent back within 30 days of delivery.',
  'Deployment.snippet':
    '<script async src="https://answers.example.com/svc/widget.js" data-widget-key="svc_wk_…"></script>',
  anchor: 'Returns',
  score: 0.82,
  follow_ups: ['Who pays for sending goods back?'],
  note: 'Clear and short.',
  embedding_model: 'builtin/meaning-1',
  embedding_dimensions: 512,
  document_count: 12,
  passage_count: 140,
  config: {},
  schedule: null,
  time_zone: 'Europe/Zurich',
  latest_job: null,
  trigger: 'manual',
  'Job.status': 'succeeded',
  source_version: '9f2c4b1d',
  attempt: 1,
  max_attempts: 3,
  next_attempt_at: null,
  error_code: null,
  error_message: null,
  documents_discovered: 12,
  documents_ingested: 2,
  documents_unchanged: 10,
  chunks_written: 24,
  bytes_fetched: 81_920,
  path: 'returns.md',
  media_type: 'text/markdown',
  bytes: 2048,
  content_hash: '0b6f…',
  allowed_origins: ['https://www.example.com'],
  origin: 'https://shop.example.com',
  count: 3,
  widget_key: 'svc_wk_…',
  expires_at: null,
  valid_until: '2027-01-01T00:00:00.000Z',
  revoked_at: null,
  created_by: null,
  visitor_token: 'svc_vt_…',
  prefix: 'svc_sk_Ab3dE',
  secret: 'svc_sk_…',
  version: '0.1.0',
  checks: { database: 'ok', workers: 'ok', index: 'ok' },
  has_more: false,
  next_cursor: null,
  questions: 120,
  answers: 104,
  abstained: false,
  question: 'Can I bring my dog?',
  abstention_reason: 'insufficient_support',
  channel: 'widget',
  input_tokens: 18_104,
  output_tokens: 2031,
  updatedBy: null,
  layer: { identity: { productName: 'Acme Help' } },
  SparseBrand: { identity: { productName: 'Acme Help' } },
  reason: 'Wrong answers since Monday.',
  'UsageCounts.abstained': 14,
  'Usage.abstained': 14,
  'UsageCounts.interrupted': 1,
  'Usage.interrupted': 1,
  configured: true,
  role: 'editor',
  PersonName: 'Ann',
  staff_name: 'Sam',
  staff_email: 'sam@operator.example',
  end: null,
  'SupportAccess.allowed': true,
  'SupportAccess.history': [],
  method: 'GET',
  'SupportRequest.path': '/svc/console/api/v1/assistants',
  invitation_url: 'https://answers.example.com/svc/console/invite#…',
  invitation_expires_at: null,
  SearchKnowledge: { query: 'return goods', limit: 5 },
  CreateSource: { name: 'Uploads', type: 'upload' },
  UpdateSource: { schedule: '0 3 * * *', time_zone: 'Europe/Zurich' },
  UpdateConversation: { title: 'Returns' },
  UpdateCollection: { description: 'For our customers' },
}
