import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SparseAppearance } from '../../server/contract/appearance.ts'
import type { SparseBrand } from '../../server/contract/branding.ts'
import type { Citation } from '../../server/contract/conversation.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { WidgetConversation, WidgetMessage, WidgetTurn } from '../../server/contract/widget.ts'
import { SITE_CSS, websitePage } from './widget-website.ts'

/** An HTTP error instead of an answer. */
export interface Refusal {
  status: number
  code: string
  retryAfter?: number
}

/**
 * Reply of the server to a question: a refusal or a stream of events. `'cut'` drops the connection,
 * `'lost'` skips an id, and bytes are sent as they are.
 */
export type Script = (
  question: string,
) => Refusal | AsyncIterable<StreamEvent | 'cut' | 'lost' | Uint8Array>

export interface RecordedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

export const widgetKey = 'svc_wk_test0000000000000000000000000000000000'

export type WidgetServer = Awaited<ReturnType<typeof startWidgetServer>>

/**
 * A fake service and a website on two origins. The service implements the widget routes and answers
 * as `script` says; the website carries the script tag under the strictest policy that the widget
 * supports (docs/behaviour.md#the-widget-in-a-page).
 */
export async function startWidgetServer({ attributes = '' }: { attributes?: string } = {}) {
  const requests: RecordedRequest[] = []
  const state = {
    script: answered('Hello.') as Script,
    brand: {} as SparseBrand,
    appearance: undefined as SparseAppearance | undefined,
    /** Status of a refused bootstrap, sent without CORS headers. */
    refuseBootstrap: null as number | null,
    /** Whether the key is revoked: every route but the bootstrap answers 401. */
    revoked: false,
    /** Directives of the website's policy; `{base}` stands for the service. */
    policy: `default-src 'none'; script-src {base}; connect-src {base}; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`,
    body: '',
    /** Whether the website carries the script tag. */
    withWidget: true,
    attributes,
    /** `lang` of the website. */
    language: 'en',
    direction: 'ltr',
    /** Requests that are left of the budget, as responses tell. */
    remaining: 20,
    followUps: ['How do I begin?', 'What does it cost?'],
    /** Cited passages by ordinal, in Markdown; others are gone. */
    passages: {} as Record<string, string>,
  }
  const conversations = new Map<string, WidgetMessage[]>()
  const turns = new Map<string, WidgetTurn>()
  /** Idempotency keys of questions whose answers were streamed. */
  const streamed = new Set<string>()

  const service = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  const site = createServer((request, response) => {
    if (request.url === '/site.css') {
      response.setHeader('Content-Type', 'text/css')
      response.end(SITE_CSS)
      return
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    if (state.policy) {
      response.setHeader('Content-Security-Policy', state.policy.replaceAll('{base}', base))
    }
    response.end(
      request.url === '/without-widget'
        ? '<!doctype html>'
        : websitePage(base, { widgetKey, ...state }),
    )
  })
  const base = await listen(service)
  const url = await listen(site)

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    if (path.split('?')[0] === '/svc/widget.js') return script(response, 'dist/widget/widget.js')
    if (path.startsWith('/svc/widget/')) {
      return script(response, `dist/widget/${path.slice('/svc/'.length).split('?')[0]}`)
    }
    if (request.method === 'OPTIONS') return preflight(response)
    const body = JSON.parse((await text(request)) || '{}')
    requests.push({ method: request.method ?? '', path, headers: request.headers, body })
    await api({
      method: request.method ?? '',
      path: path.slice(WIDGET.length),
      body,
      request,
      response,
    })
  }

  async function api(call: Call) {
    const { method, path, response, request } = call
    if (path.startsWith('bootstrap?')) return bootstrap(response)
    if (state.revoked) return refuse(response, { status: 401, code: 'authentication_error' })
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id, RateLimit')
    response.setHeader('RateLimit', `"widget";r=${state.remaining};t=30`)
    if (method === 'POST' && path === 'conversations') return begin(response)
    if (request.headers['x-svc-visitor-token'] !== TOKEN) {
      return refuse(response, { status: 401, code: 'authentication_error' })
    }
    if (path.startsWith('conversations?')) {
      return json(response, 200, list([...conversations].map(listed).toReversed()))
    }
    if (method === 'DELETE' && path === 'visitor') {
      conversations.clear()
      return end(response, 204)
    }
    const [, id = '', rest = ''] = /^conversations\/([^/?]+)\/?([^?]*)/.exec(path) ?? []
    const messages = conversations.get(id)
    if (!messages) return refuse(response, { status: 404, code: 'not_found' })
    if (method === 'DELETE' && rest === '') {
      conversations.delete(id)
      return end(response, 204)
    }
    const [, ordinal = ''] = /\/citations\/(\d+)$/.exec(rest) ?? []
    if (ordinal) return cited(response, ordinal)
    if (method === 'GET') return json(response, 200, list(messages))
    if (rest.endsWith('/opened')) return end(response, 204)
    if (rest.endsWith('/follow-ups')) return json(response, 200, { follow_ups: state.followUps })
    if (rest.endsWith('/feedback')) return rate(call, messages, rest.split('/')[1] ?? '')
    if (rest === 'messages') return settle(call, id, messages)
    await stream(call, id, messages)
  }

  function bootstrap(response: ServerResponse) {
    if (state.refuseBootstrap) {
      return refuse(response, { status: state.refuseBootstrap, code: 'authorization_error' })
    }
    response.setHeader('Access-Control-Allow-Origin', '*')
    return json(response, 200, {
      status: 'active',
      brand: state.brand,
      appearance: state.appearance,
    })
  }

  function cited(response: ServerResponse, ordinal: string) {
    const markdown = state.passages[ordinal]
    if (markdown === undefined) return refuse(response, { status: 404, code: 'not_found' })
    return json(response, 200, { markdown, title: '', url: null, quotes: [] })
  }

  function begin(response: ServerResponse) {
    const id = randomUUID()
    conversations.set(id, [])
    const conversation = { id, title: '', turn_state: 'idle', message_count: 0 }
    return json(response, 201, {
      conversation: { ...conversation, created_at: NOW, updated_at: NOW },
      visitor_token: TOKEN,
      visitor_token_expires_at: NOW,
    })
  }

  function rate({ method, body, response }: Call, messages: WidgetMessage[], id: string) {
    const message = messages.find((candidate) => candidate.id === id)
    if (!message) return refuse(response, { status: 404, code: 'not_found' })
    message.rating = method === 'DELETE' ? null : (body['rating'] as 'up' | 'down')
    return method === 'DELETE' ? end(response, 204) : json(response, 200, {})
  }

  /** Answers as a whole: a stored turn, a conflict while it is streamed, or a new one. */
  async function settle(call: Call, conversationId: string, messages: WidgetMessage[]) {
    const { body, response } = call
    const key = String(body['idempotency_key'])
    if (!streamed.has(key) && !turns.has(key)) {
      const reply = state.script(String(body['text']))
      if ('status' in reply) return refuse(response, reply)
      const [question, answer] = newTurn(body, messages)
      for await (const event of reply) {
        if (typeof event === 'object' && 'type' in event) keep(answer, event)
      }
      messages.push(answer)
      storeTurn(key, conversationId, question, answer)
    }
    const turn = turns.get(key)
    return turn ? json(response, 201, turn) : refuse(response, { status: 409, code: 'conflict' })
  }

  function newTurn(body: Call['body'], messages: WidgetMessage[]) {
    const text = String(body['text'])
    const question = message({ role: 'user', text, sequence: messages.length + 1 })
    const answer = message({ role: 'assistant', sequence: messages.length + 2 })
    messages.push(question)
    return [question, answer] as const
  }

  function storeTurn(key: string, id: string, question: WidgetMessage, answer: WidgetMessage) {
    const conversation = { id, title: '', turn_state: 'idle' as const, message_count: 2 }
    const times = { created_at: NOW, updated_at: NOW }
    turns.set(key, { conversation: { ...conversation, ...times }, question, answer })
  }

  async function stream(call: Call, conversationId: string, messages: WidgetMessage[]) {
    const { body, response } = call
    const reply = state.script(String(body['text']))
    if ('status' in reply) return refuse(response, reply)
    response.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
    response.setHeader('Cache-Control', 'no-store')
    response.flushHeaders()
    const [question, answer] = newTurn(body, messages)
    streamed.add(String(body['idempotency_key']))
    const store = () => messages.includes(answer) || messages.push(answer)
    let id = 0
    const created = {
      conversation_id: conversationId,
      user_message_id: question.id,
      answer_message_id: answer.id,
    }
    send(response, (id += 1), { type: 'message.created', data: created })
    send(response, (id += 1), { type: 'answer.started', data: { answer_message_id: answer.id } })
    let shown = true
    response.on('close', () => {
      if (!shown || messages.includes(answer)) return
      answer.status = 'interrupted'
      store()
    })
    for await (const event of reply) {
      if (event instanceof Uint8Array) {
        response.write(event)
      } else if (event === 'lost') {
        id += 1
      } else if (event === 'cut') {
        shown = false
        response.destroy()
      } else {
        keep(answer, event)
        if (/completed|interrupted|error/.test(event.type)) store()
        const data = 'answer_message_id' in event.data ? { answer_message_id: answer.id } : {}
        const named = { ...event, data: { ...event.data, ...data } } as StreamEvent
        if (shown && !response.destroyed) send(response, (id += 1), named)
      }
    }
    store()
    storeTurn(String(body['idempotency_key']), conversationId, question, answer)
    response.end()
  }

  return {
    base,
    url,
    requests,
    state,
    conversations,
    async close() {
      for (const server of [service, site]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

interface Call {
  method: string
  path: string
  body: Record<string, unknown>
  request: IncomingMessage
  response: ServerResponse
}

const WIDGET = '/svc/api/v1/widget/'
const TOKEN = 'svc_vt_test'
const NOW = '2026-01-01T00:00:00.000Z'

/** A script that answers at once, with sources. */
export function answered(text: string, citations: Citation[] = []): Script {
  return async function* () {
    if (citations.length > 0) yield { type: 'answer.sources', data: { citations } }
    yield { type: 'answer.delta', data: { text } }
    yield { type: 'answer.sources', data: { citations } }
    yield completed()
  }
}

export function completed(abstention: string | null = null, finish_reason = 'stop'): StreamEvent {
  return {
    type: 'answer.completed',
    data: {
      answer_message_id: '',
      status: abstention ? 'abstained' : 'answered',
      abstained: abstention !== null,
      finish_reason,
      abstention_reason: abstention,
    },
  }
}

export function citation(ordinal: number, fields: Partial<Citation> = {}): Citation {
  return {
    source_id: randomUUID(),
    ordinal,
    title: `Document ${ordinal}`,
    url: `https://docs.example.test/page-${ordinal}`,
    snippet: null,
    anchor: null,
    quotes: [],
    score: 0.5,
    ...fields,
  }
}

function message(fields: Partial<WidgetMessage>): WidgetMessage {
  return {
    id: randomUUID(),
    role: 'user',
    sequence: 1,
    status: 'complete',
    text: '',
    citations: [],
    links: [],
    abstained: false,
    finish_reason: null,
    created_at: NOW,
    rating: null,
    ...fields,
  }
}

function listed([id, messages]: [string, WidgetMessage[]]): WidgetConversation {
  const title = messages[0]?.text ?? ''
  const times = { created_at: NOW, updated_at: NOW }
  return { id, title, turn_state: 'idle', message_count: messages.length, ...times }
}

/** Stores an event in the message, as the service does. */
function keep(answer: WidgetMessage, event: StreamEvent) {
  if (event.type === 'answer.delta') answer.text += event.data.text
  if (event.type === 'answer.replaced') answer.text = event.data.text
  if (event.type === 'answer.sources') answer.citations = event.data.citations
  if (event.type === 'answer.interrupted') answer.status = 'interrupted'
  if (event.type === 'answer.error') answer.status = 'failed'
  if (event.type === 'answer.completed') answer.abstained = event.data.abstained
}

function send(response: ServerResponse, id: number, { type, data }: StreamEvent) {
  response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
}

async function script(response: ServerResponse, file: string) {
  const content = await readFile(file).catch(() => null)
  if (!content) return end(response, 404)
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.setHeader('Cache-Control', 'max-age=600')
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.end(content)
}

function preflight(response: ServerResponse) {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE')
  response.setHeader(
    'Access-Control-Allow-Headers',
    'Content-Type, X-SVC-Widget-Key, X-SVC-Visitor-Token',
  )
  return end(response, 204)
}

function refuse(response: ServerResponse, { status, code, retryAfter }: Refusal) {
  if (retryAfter) response.setHeader('Retry-After', String(retryAfter))
  return json(response, status, { code, message: 'Refused.' })
}

function list(data: object[]) {
  return { data, has_more: false, next_cursor: null }
}

function json(response: ServerResponse, status: number, body: object) {
  response.setHeader('Content-Type', 'application/json')
  response.statusCode = status
  response.end(JSON.stringify(body))
}

function end(response: ServerResponse, status: number) {
  response.statusCode = status
  response.end()
}

async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
