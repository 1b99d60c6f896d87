import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished } from 'vitest'
import { type ToolName, tools } from '../../server/contract/mcp.ts'
import { startHttp, type TestService } from '../http/service.ts'
import { type Key, START } from '../http/tenants.ts'
import { WITHOUT_STRUCTURE } from '../support/passages.ts'

type Options = NonNullable<Parameters<typeof startHttp>[0]>

export async function start(options: Options = {}): Promise<TestService> {
  const service = await startHttp(options)
  onTestFinished(service.stop)
  return service
}

export const eras = { '2026-07-28': { pin: '2026-07-28' }, '2025-11-25': 'legacy' } as const
export type Era = keyof typeof eras

export async function connect(
  { origin }: Pick<TestService, 'origin'>,
  { secret }: Pick<Key, 'secret'>,
  era: Era = '2026-07-28',
  options: { fetch?: typeof fetch } = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: eras[era] } },
  )
  const headers = { authorization: `Bearer ${secret}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/svc/mcp`), {
      requestInit: { headers },
      ...options,
    }),
  )
  onTestFinished(() => client.close())
  return client
}

/**
 * The structured result of a tool, after comparing it with its schema and its text form; or the
 * text of a tool error as `refused`.
 */
export async function use(client: Client, name: ToolName, input: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: input })
  const [content] = result.content
  const text = content?.type === 'text' ? content.text : ''
  if (result.isError) return { refused: text }
  expect(JSON.parse(text)).toEqual(result.structuredContent)
  tools[name].output.parse(result.structuredContent)
  return JSON.parse(text)
}

/** A POST as a client of 2025-11-25 sends it. */
export function post(
  service: TestService,
  headers: Record<string, string>,
  body = LIST,
  path = '/svc/mcp',
): Promise<Response> {
  return fetch(service.origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body,
  })
}

export const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })

export const bearer = ({ secret }: Key) => ({ authorization: `Bearer ${secret}` })

/** A document of three passages. */
export async function ingest({ store, tenant }: TestService, name = 'Files') {
  const { id: organization_id, collection_id } = tenant
  const source = await store.sources.create(organization_id, {
    id: crypto.randomUUID(),
    collection_id,
    name,
    type: 'folder',
    config: {},
    schedule: null,
    time_zone: 'UTC',
    created_at: START,
  })
  if (!source) throw new Error('The source was not created.')
  const document_id = crypto.randomUUID()
  const texts = ['We open at nine.', 'We close at five.', 'On Sundays we rest.']
  const passages = texts.map((text, position) => ({
    id: crypto.randomUUID(),
    position,
    ...WITHOUT_STRUCTURE,
    headings: [position < 2 ? 'Weekdays' : 'Weekends'],
    url: null,
    text,
    terms: { title: '', heading: '', text: text.toLowerCase() },
    grams: text.toLowerCase(),
    vector: Int8Array.of(127, 0, 0, 0),
    windows: [],
  }))
  await store.documents.stage(organization_id, collection_id, { document_id, passages })
  await store.documents.publish(organization_id, collection_id, {
    id: document_id,
    source_id: source.id,
    path: 'hours.md',
    title: 'Hours',
    url: null,
    media_type: 'text/markdown',
    bytes: 10,
    content_hash: 'hash',
    status: 'ingested',
    error_code: null,
    error_message: null,
    passage_count: texts.length,
    updated_at: START,
  })
  return { document_id, ids: passages.map(({ id }) => id) }
}
