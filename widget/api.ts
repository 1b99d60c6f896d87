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
import { parseJson } from './json.ts'

/** A refusal by the server, or `unreachable` when no answer of it could be read. */
export class ApiError extends Error {
  readonly code: string
  /** Seconds that `Retry-After` asked for; 0 when it named none. */
  readonly retryAfterSeconds: number

  constructor(code: string, retryAfterSeconds = 0) {
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
/** Waits between attempts while the conversation is busy (409), each longer than the one before. */
const BUSY_WAIT_MS = 150
const BUSY_WAIT_GROWTH = 2.5
const MAX_BUSY_WAIT_MS = 10_000
const MAX_BUSY_WAITS = 15
/** How often the server may ask for a wait while everything of a visitor is erased. */
const MAX_ERASURE_WAITS = 5

interface Needs {
  /** Address of the service, without a path. */
  base: string
  widgetKey: string
  fetch: typeof fetch
  setTimeout: typeof setTimeout
  /** Resolves when another picture of a growing answer may be drawn. */
  pause: () => Promise<void>
}

/** Every request of the panel. Each method throws `ApiError`, also when its signal aborts. */
export function createApi({ base, widgetKey, fetch, setTimeout, pause }: Needs) {
  async function request(method: string, path: string, options: Options = {}): Promise<Response> {
    const { token, body, signal } = options
    const response = await fetch(`${base}/svc/api/v1/widget/${path}`, {
      method,
      headers: {
        'X-SVC-Widget-Key': widgetKey,
        ...(token && { 'X-SVC-Visitor-Token': token }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      credentials: 'omit',
      signal: signal ?? null,
    }).catch(unreachable)
    if (response.ok) return response
    const { code = 'internal_error' } = await response.json().catch(() => ({}))
    throw new ApiError(code, Number(response.headers.get('Retry-After')) || 0)
  }

  async function json<T>(method: string, path: string, options?: Options): Promise<T> {
    const response = await request(method, path, options)
    return response.json().catch(unreachable)
  }

  /** Repeats what was refused after the wait that `waitMs` names for it; 0 is for giving up. */
  async function repeat<T>(
    attempt: () => Promise<T>,
    waitMs: (error: ApiError, waits: number) => number,
  ): Promise<T> {
    for (let waits = 0; ; waits += 1) {
      try {
        return await attempt()
      } catch (error) {
        const ms = error instanceof ApiError && waitMs(error, waits)
        if (!ms) throw error
        await new Promise((resolve) => setTimeout(resolve, ms))
      }
    }
  }

  /** Waits for the conversation, which is busy with an attempt before this one. */
  function whenFree<T>(attempt: () => Promise<T>): Promise<T> {
    return repeat(attempt, ({ code }, waits) =>
      code === 'conflict' && waits < MAX_BUSY_WAITS
        ? Math.min(BUSY_WAIT_MS * BUSY_WAIT_GROWTH ** waits, MAX_BUSY_WAIT_MS)
        : 0,
    )
  }

  async function list<Item>(path: string, token: string, cursor = ''): Promise<Item[]> {
    const query = `?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { data, next_cursor } = await json<Page<Item>>('GET', path + query, { token })
    return next_cursor ? data.concat(await list(path, token, next_cursor)) : data
  }

  /** The events of the answer, up to where its stream ends or is cut. */
  async function* stream(path: string, options: Options): AsyncGenerator<Reply[]> {
    const response = await whenFree(() => request('POST', `${path}:stream`, options))
    yield* readEvents(response, { setTimeout, pause })
  }

  /** The turn as it is stored, once it has ended. */
  async function whole(path: string, options: Options): Promise<Reply[]> {
    return [{ type: 'turn', data: await whenFree(() => json('POST', path, options)) }]
  }

  return {
    createConversation(token = '') {
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

    /**
     * Erases every conversation of the visitor on the server. Waits as long as it is told to when
     * there are more conversations than requests in a minute.
     */
    async forget(token: string) {
      for (const { id } of await list<WidgetConversation>('conversations', token)) {
        await repeat(
          () => request('DELETE', `conversations/${id}`, { token }),
          ({ retryAfterSeconds }, waits) =>
            waits < MAX_ERASURE_WAITS ? retryAfterSeconds * 1000 : 0,
        )
      }
    },
  }
}

interface Options {
  token?: string
  body?: object | undefined
  signal?: AbortSignal
}

const terminal = new Set(['answer.completed', 'answer.interrupted', 'answer.error', 'turn'])

/** What is fetched instead is a second way to the same answer; that it failed says nothing of the first. */
function ignore(): undefined {}

function unreachable(): never {
  throw new ApiError('unreachable')
}

/** How long, in milliseconds, what has arrived is read in one go. */
const BURST_MS = 4

/**
 * The events of a response body, as long as they follow one another without a gap: those that have
 * arrived, then after a pause those that arrived meanwhile. What is not read waits in the browser,
 * so that a fast stream wakes the page seldom. Ends, without throwing, where the stream is cut, an
 * event is missing or unreadable, or silence lasts too long.
 */
export async function* readEvents(
  { body }: Response,
  { setTimeout, pause }: Pick<Needs, 'setTimeout' | 'pause'>,
): AsyncGenerator<StreamEvent[]> {
  if (!body) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let events: StreamEvent[] = []
  let next: number | null = null
  let isCut = false
  const parser = createParser({
    onEvent({ id, event: type, data }) {
      const number = Number(id)
      const content = parseJson(data)
      isCut ||= number !== (next ?? number) || !content
      next = number + 1
      if (!isCut) events.push({ type, data: content } as StreamEvent)
    },
  })
  // A connection that breaks ends the stream like any other cut.
  const read = () => reader.read().then(({ value }) => value, ignore)
  let reading = read()
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(ms: number) {
    clearTimeout(timer)
    return new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), ms)
    })
  }

  /** Whether bytes have come in time; their events are then among `events`. */
  async function take(timeout: Promise<'late'>): Promise<boolean> {
    const bytes = await Promise.race([reading, timeout])
    if (bytes === 'late') return false
    isCut ||= !bytes
    parser.feed(decoder.decode(bytes, { stream: true }))
    reading = read()
    return !isCut
  }

  try {
    while (!isCut && (await take(after(SILENCE_MS)))) {
      const enough = after(BURST_MS)
      while (await take(enough));
      if (events.length === 0) continue
      yield events
      events = []
      await pause()
    }
    if (events.length > 0) yield events
  } finally {
    clearTimeout(timer)
    reader.cancel().catch(ignore)
  }
}
