import { createParser } from 'eventsource-parser'
import type {
  AskQuestion,
  FollowUps,
  RateAnswer,
  RatingValue,
} from '../server/contract/conversation.ts'
import type { StreamEvent } from '../server/contract/events.ts'
import type { Page } from '../server/contract/operation.ts'
import type {
  WidgetConversation,
  WidgetConversationCreated,
  WidgetMessage,
  WidgetTurn,
} from '../server/contract/widget.ts'
/** A refusal by the server, or `unreachable` when no answer of it could be read. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: string
  /** Seconds that `Retry-After` asked for; null when it named none. */
  readonly retryAfterSeconds: number | null

  constructor(code: string, retryAfterSeconds: number | null = null) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The conversation that a request is about, and the token that opens it. */
export interface Place {
  visitor_token: string
  conversation_id: string
}

/** A question with the key that makes asking it twice impossible. */
export interface Question {
  text: string
  idempotency_key: string
}

/** How an asked question came back: event by event, or as the stored turn when the stream was cut. */
export type Reply = StreamEvent | { type: 'turn'; data: WidgetTurn }

export type Api = ReturnType<typeof createApi>

/** A stream in which not even a keep-alive (every 15 s, completions 7) arrives for so long is cut. */
const SILENCE_MS = 45_000
/** About twenty pictures a second: reading gains nothing from more, and each costs layout. */
const PICTURE_MS = 50
/** Waits between attempts while the server still frees the conversation (409), in milliseconds. */
const BUSY_WAITS_MS = [150, 400, 1000, 2500, 5000]

interface Needs {
  /** Address of the service, without a path. */
  base: string
  widgetKey: string
  fetch: typeof fetch
  setTimeout: typeof setTimeout
}

/** Every request of the panel. Each method throws `ApiError`, or the signal's `AbortError`. */
export function createApi({ base, widgetKey, fetch, setTimeout }: Needs) {
  async function request(method: string, path: string, options: Options = {}): Promise<Response> {
    const { token, body, signal } = options
    const headers: Record<string, string> = { 'X-SVC-Widget-Key': widgetKey }
    if (token) headers['X-SVC-Visitor-Token'] = token
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const init: RequestInit = { method, headers, credentials: 'omit', signal: signal ?? null }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await fetch(`${base}/svc/api/v1/widget/${path}`, init).catch(unreachable)
    if (response.ok) return response
    throw await refusal(response)
  }

  async function json<T>(method: string, path: string, options?: Options): Promise<T> {
    const response = await request(method, path, options)
    return response.json().catch(unreachable)
  }

  async function list<Item>(path: string, token: string): Promise<Item[]> {
    const items: Item[] = []
    let query = '?limit=100'
    for (;;) {
      const page = await json<Page<Item>>('GET', path + query, { token })
      items.push(...page.data)
      if (!page.has_more || !page.next_cursor) return items
      query = `?limit=100&cursor=${encodeURIComponent(page.next_cursor)}`
    }
  }

  /** Repeats a request as long as the conversation is busy with the attempt before it. */
  async function whenFree<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (const ms of BUSY_WAITS_MS) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, ms))
      signal.throwIfAborted()
    }
    return attempt()
  }

  return {
    createConversation(token: string | null) {
      return json<WidgetConversationCreated>('POST', 'conversations', { token, body: {} })
    },

    messages({ conversation_id, visitor_token }: Place) {
      return list<WidgetMessage>(`conversations/${conversation_id}/messages`, visitor_token)
    },

    /**
     * Asks, and yields the events of the answer up to its terminal one, a picture's worth at a time.
     * When the stream is cut or an event was lost, the stored turn is fetched with the same key
     * instead: streams cannot be resumed, and a second question must never be asked (contract §6,
     * rules 5, 10, 11).
     */
    async *ask(place: Place, question: Question, signal: AbortSignal): AsyncGenerator<Reply[]> {
      const path = `conversations/${place.conversation_id}/messages`
      const body: AskQuestion = question
      const options = { token: place.visitor_token, body, signal }
      const response = await whenFree(() => request('POST', `${path}:stream`, options), signal)
      for await (const events of readEvents(response, { signal, setTimeout })) {
        yield events
        if (events.some(({ type }) => terminal.has(type))) return
      }
      const turn = await whenFree(() => json<WidgetTurn>('POST', path, options), signal)
      yield [{ type: 'turn', data: turn }]
    },

    async followUps({ conversation_id, visitor_token }: Place, messageId: string) {
      const path = `conversations/${conversation_id}/messages/${messageId}/follow-ups`
      const { follow_ups } = await json<FollowUps>('POST', path, { token: visitor_token })
      return follow_ups
    },

    /** Rates an answer; null takes the rating back. */
    async rate(
      { conversation_id, visitor_token: token }: Place,
      messageId: string,
      rating: RatingValue | null,
    ) {
      const path = `conversations/${conversation_id}/messages/${messageId}/feedback`
      const body: RateAnswer | undefined = rating ? { rating } : undefined
      await request(rating ? 'PUT' : 'DELETE', path, { token, body })
    },

    /** Erases every conversation of the visitor on the server. */
    async forget(token: string) {
      for (const { id } of await list<WidgetConversation>('conversations', token)) {
        await request('DELETE', `conversations/${id}`, { token })
      }
    },
  }
}

interface Options {
  token?: string | null
  body?: object | undefined
  signal?: AbortSignal
}

const terminal = new Set(['answer.completed', 'answer.interrupted', 'answer.error'])

function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new ApiError('unreachable')
}

async function refusal(response: Response): Promise<ApiError> {
  const { code }: { code?: unknown } = await response.json().catch(() => ({}))
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(
    typeof code === 'string' ? code : 'internal_error',
    Number.isFinite(seconds) ? seconds : null,
  )
}

interface Reading {
  signal: AbortSignal
  setTimeout: typeof setTimeout
}

/**
 * The events of a response body, as long as they follow one another without a gap: those that have
 * arrived, then after a pause those that arrived meanwhile, so that a fast stream costs few pictures.
 * Ends, without throwing, where the stream is cut, an event is missing or unreadable, or silence
 * lasts too long; throws when the signal aborts.
 */
export async function* readEvents(
  response: Response,
  { signal, setTimeout }: Reading,
): AsyncGenerator<StreamEvent[]> {
  const arrivals = createArrivals(response, setTimeout)
  try {
    while (await arrivals.more()) {
      yield arrivals.take()
      await new Promise((resolve) => setTimeout(resolve, PICTURE_MS))
      signal.throwIfAborted()
    }
    signal.throwIfAborted()
  } finally {
    arrivals.leave()
  }
}

/** Reads a body to its end in the background and collects its events. */
function createArrivals(response: Response, startTimer: typeof setTimeout) {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const { feed, isBroken } = createEventReader()
  let events: StreamEvent[] = []
  let ended = false
  let heard = true
  let wake = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run() {
    while (!isBroken()) {
      const bytes = (await reader?.read())?.value
      if (!bytes) return
      heard = true
      events.push(...feed(decoder.decode(bytes, { stream: true })))
      if (events.length > 0) wake()
    }
  }

  function end() {
    ended = true
    wake()
  }

  function listen() {
    if (!heard) return end()
    heard = false
    timer = startTimer(listen, SILENCE_MS)
  }

  listen()
  run().then(end, end) // A connection that breaks ends the stream like any other cut.

  return {
    /** Resolves when events have arrived; false when none will any more. */
    async more(): Promise<boolean> {
      if (events.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return events.length > 0
    },
    take(): StreamEvent[] {
      const taken = events
      events = []
      return taken
    },
    leave() {
      clearTimeout(timer)
      reader?.cancel().catch(() => undefined)
    },
  }
}

/** Text in, events out, up to the first that is unreadable or does not follow the one before it. */
function createEventReader() {
  let events: StreamEvent[] = []
  let broken = false
  let last: number | null = null
  const parser = createParser({
    onEvent({ id, event: type, data }) {
      const follows = id === undefined || last === null || Number(id) === last + 1
      const event = toEvent(type, data)
      broken ||= !follows || !event
      if (id !== undefined) last = Number(id)
      if (event && !broken) events.push(event)
    },
  })
  return {
    feed(text: string): StreamEvent[] {
      events = []
      parser.feed(text)
      return events
    },
    isBroken: () => broken,
  }
}

function toEvent(type: string | undefined, data: string): StreamEvent | null {
  try {
    return { type, data: JSON.parse(data) } as StreamEvent
  } catch {
    return null
  }
}
