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
/** A stream of which nothing has come for so long is held back somewhere: its first event is sent at once. */
const HELD_BACK_MS = 8000
/** Waits between attempts while the conversation is busy (409), in milliseconds; the last one repeats. */
const BUSY_WAITS_MS = [150, 400, 1000, 2500, 5000, 10_000]
const MAX_ATTEMPTS = 16

interface Needs {
  /** Address of the service, without a path. */
  base: string
  widgetKey: string
  fetch: typeof fetch
  setTimeout: typeof setTimeout
  /** Resolves when another picture of a growing answer may be drawn. */
  pause: () => Promise<void>
}

/** Every request of the panel. Each method throws `ApiError`, or the signal's `AbortError`. */
export function createApi({ base, widgetKey, fetch, setTimeout, pause }: Needs) {
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

  async function patiently(send: () => Promise<unknown>): Promise<void> {
    for (let waits = 0; ; waits += 1) {
      try {
        await send()
        return
      } catch (error) {
        const seconds = error instanceof ApiError ? error.retryAfterSeconds : null
        if (seconds === null || waits === MOST_WAITS) throw error
        await new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))
      }
    }
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
    for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error
      }
      const ms = BUSY_WAITS_MS[attempts - 1] ?? BUSY_WAITS_MS.at(-1)
      await new Promise((resolve) => setTimeout(resolve, ms))
      signal.throwIfAborted()
    }
    return attempt()
  }

  /** The events of the answer, up to where its stream ends or is cut. */
  async function* stream(path: string, options: Asking): AsyncGenerator<Reply[]> {
    const { signal } = options
    const response = await whenFree(() => request('POST', `${path}:stream`, options), signal)
    yield* readEvents(response, { signal, setTimeout, pause })
  }

  /** The turn as it is stored, once it has ended. */
  async function whole(path: string, options: Asking): Promise<Reply[]> {
    const attempt = () => json<WidgetTurn>('POST', path, options)
    return [{ type: 'turn', data: await whenFree(attempt, options.signal) }]
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
     * When the stream is cut, an event was lost, or nothing of it comes through, the stored turn is
     * fetched with the same key instead: streams cannot be resumed, and a second question must never
     * be asked (contract §6, rules 5, 10, 11).
     */
    async *ask(place: Place, question: Question, signal: AbortSignal): AsyncGenerator<Reply[]> {
      const path = `conversations/${place.conversation_id}/messages`
      const done = new AbortController()
      const body: AskQuestion = question
      const either = AbortSignal.any([signal, done.signal])
      const options = { token: place.visitor_token, body, signal: either }
      const events = stream(path, options)
      let heldBack: ReturnType<typeof setTimeout> | undefined
      // The stream stays open meanwhile: whoever leaves it interrupts the answer (rule 10).
      const instead = new Promise<{ value: Reply[] }>((resolve) => {
        heldBack = setTimeout(() => {
          whole(path, options).then((value) => resolve({ value }), ignore)
        }, HELD_BACK_MS)
      })
      try {
        for (;;) {
          const { value }: { value?: Reply[] } = await Promise.race([events.next(), instead])
          clearTimeout(heldBack)
          const replies = value ?? (await whole(path, options))
          yield replies
          if (replies.some(({ type }) => terminal.has(type))) return
        }
      } finally {
        clearTimeout(heldBack)
        done.abort()
      }
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
    /** Waits as long as it is told to when there are more conversations than requests in a minute. */
    async forget(token: string) {
      for (const { id } of await list<WidgetConversation>('conversations', token)) {
        await patiently(() => request('DELETE', `conversations/${id}`, { token }))
      }
    },
  }
}

const MOST_WAITS = 5

interface Options {
  token?: string | null
  body?: object | undefined
  signal?: AbortSignal
}

interface Asking extends Options {
  signal: AbortSignal
}

const terminal = new Set(['answer.completed', 'answer.interrupted', 'answer.error', 'turn'])

/** What is fetched instead is a second way to the same answer; that it failed says nothing of the first. */
function ignore() {}

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
  pause: () => Promise<void>
}

/** Stands for the bytes that a stream has no more. */
const CUT = new Uint8Array()
/** How long, in milliseconds, what has arrived is read in one go. */
const BURST_MS = 4

/**
 * The events of a response body, as long as they follow one another without a gap: those that have
 * arrived, then after a pause those that arrived meanwhile. What is not read waits in the browser,
 * so that a fast stream wakes the page seldom. Ends, without throwing, where the stream is cut, an
 * event is missing or unreadable, or silence lasts too long; throws when the signal aborts.
 */
export async function* readEvents(
  response: Response,
  { signal, setTimeout, pause }: Reading,
): AsyncGenerator<StreamEvent[]> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  const { feed, isBroken } = createEventReader()
  // A connection that breaks ends the stream like any other cut.
  const read = () =>
    reader.read().then(
      ({ value }) => value ?? CUT,
      () => CUT,
    )
  let timer: ReturnType<typeof setTimeout> | undefined
  const after = (ms: number) =>
    new Promise<undefined>((resolve) => {
      clearTimeout(timer)
      timer = setTimeout(() => resolve(undefined), ms)
    })
  let reading = read()
  let bytes: Uint8Array | undefined
  try {
    while (bytes !== CUT && !isBroken()) {
      bytes = await Promise.race([reading, after(SILENCE_MS)])
      if (!bytes) return
      const enough = after(BURST_MS)
      const events: StreamEvent[] = []
      while (bytes && bytes !== CUT) {
        events.push(...feed(decoder.decode(bytes, { stream: true })))
        reading = read()
        bytes = await Promise.race([reading, enough])
      }
      signal.throwIfAborted()
      if (events.length === 0) continue
      yield events
      await pause()
      signal.throwIfAborted()
    }
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(ignore)
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
