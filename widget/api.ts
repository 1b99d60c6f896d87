import type {
  AskQuestion,
  FollowUps,
  RateAnswer,
  RatingValue,
} from '../server/contract/conversation.ts'
import type { Page } from '../server/contract/operation.ts'
import type {
  OpenedByVisitor,
  WidgetCitation,
  WidgetConversation,
  WidgetConversationCreated,
  WidgetMessage,
  WidgetTurn,
} from '../server/contract/widget.ts'
import type { Reply } from './answer.ts'
import type { Timing } from './event-stream.ts'
import type { VisitorMemory } from './visitor.ts'
import { warn } from './warn.ts'

/** An HTTP error from the service. Every other error of a request means it was not reached. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  /** Seconds from `Retry-After`; 0 without that header. */
  readonly retryAfterSeconds: number

  constructor(code: string, retryAfterSeconds = 0) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Whether the visitor token or the conversation is no longer valid. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && /^(authentication_error|not_found)$/.test(error.code)
}

export type Api = ReturnType<typeof createApi>

/**
 * Exponential backoff while an earlier attempt is still being answered (409): over a minute in all.
 */
const CONFLICT_BACKOFF_MS = 250
const BACKOFF_FACTOR = 1.6
const MAX_RETRIES = 11
/** Requests of the budget that are left for questions. */
const RESERVED = 4

/** Statuses of a service that is over a budget or out of order. */
const BUSY = new Set([429, 503])

interface Needs extends Timing {
  /** Address of the service, without a path. */
  base: string
  widgetKey: string
  /** Holds the visitor's token and the conversation that this tab shows. */
  memory: VisitorMemory
  fetch: typeof fetch
}

/**
 * Client for all requests of the panel. Each method throws a `Refusal`, or the error of `fetch`.
 */
export function createApi({ base, widgetKey, memory, fetch, setTimeout, nextFrame }: Needs) {
  /** Requests that are left of the tightest budget, by the last response. */
  let remaining = Number.POSITIVE_INFINITY

  /** Rejects while the service cannot be reached. */
  function probe(signal: AbortSignal | null) {
    return fetch(`${base}/svc/widget.js`, { method: 'HEAD', cache: 'no-store', signal })
  }

  /**
   * Tells a refused origin from a lost connection, which `fetch` reports alike: the script is
   * served to every origin. Throws a `Refusal` when it can be fetched, else the network error.
   */
  async function diagnose(signal: AbortSignal | null): Promise<never> {
    await probe(signal)
    throw new Refusal('authorization_error')
  }

  /**
   * Retries with backoff while an earlier attempt occupies the conversation (409), and other than
   * questions after `Retry-After`. A question over the rate limit is left to the visitor.
   */
  async function request(method: string, path: string, options: Options = {}): Promise<Response> {
    const { body, signal = null, keepalive = false } = options
    for (let retries = 0; ; retries += 1) {
      const response = await fetch(`${base}/svc/api/v1/widget/${path}`, {
        method,
        headers: {
          'X-SVC-Widget-Key': widgetKey,
          'X-SVC-Visitor-Token': memory.read().visitor_token ?? '',
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
        credentials: 'omit',
        signal,
        keepalive,
      }).catch(() => diagnose(signal))
      const left = /;r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')
      if (left) remaining = Number(left[1])
      if (response.ok) return response
      const { code } = await response.json()
      if (BUSY.has(response.status)) warn('SVC104', `the service is busy (${response.status}).`)
      const retryAfterSeconds = Number(response.headers.get('Retry-After'))
      const ms =
        code === 'conflict'
          ? CONFLICT_BACKOFF_MS * BACKOFF_FACTOR ** retries * (0.8 + Math.random() / 2)
          : method !== 'POST' && retryAfterSeconds * 1000
      if (!ms || retries === MAX_RETRIES) throw new Refusal(code, retryAfterSeconds)
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }

  async function json<T>(method: string, path: string, options?: Options): Promise<T> {
    return (await request(method, path, options)).json()
  }

  async function list<Item>(path: string, cursor = ''): Promise<Item[]> {
    const query = `?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { data, next_cursor } = await json<Page<Item>>('GET', path + query)
    return next_cursor ? data.concat(await list(path, next_cursor)) : data
  }

  /**
   * Creates a conversation, and a visitor when there is none yet. Throws when `signal` aborts, and
   * remembers no conversation that was left before it began.
   */
  async function begin(signal: AbortSignal) {
    const { conversation, visitor_token } = await json<WidgetConversationCreated>(
      'POST',
      'conversations',
      // Without query and fragment, which may name the visitor.
      { body: { metadata: { page: location.href.split(/[?#]/)[0]?.slice(0, 500) } }, signal },
    )
    signal.throwIfAborted()
    memory.write({ visitor_token, conversation_id: conversation.id })
  }

  const pathOfMessages = () => `conversations/${memory.read().conversation_id}/messages`

  return {
    begin,
    probe,
    conversations: () => list<WidgetConversation>('conversations'),
    messages: () => list<WidgetMessage>(pathOfMessages()),

    /**
     * Asks a question and yields one batch of events per rendered frame. When the stream is cut, an
     * event is lost or a timeout passes, it fetches the stored turn with the same idempotency key,
     * because streams cannot be resumed (docs/behaviour.md#streams). The stream stays open
     * meanwhile: closing it would interrupt the answer. Without the reader of streams the answer
     * comes as a whole. Abort `signal` to end it.
     */
    async *ask(body: AskQuestion, signal: AbortSignal): AsyncGenerator<Reply[]> {
      const loading = loadStreamReader().catch(() => null)
      if (!memory.read().conversation_id) await begin(signal)
      const path = pathOfMessages()
      const options = { body, signal }
      const streams = await loading
      if (streams) {
        const opening = request('POST', `${path}:stream`, options)
        yield* streams.readEvents(opening, { setTimeout, nextFrame })
      }
      yield [{ type: 'turn', data: await json<WidgetTurn>('POST', path, options) }]
    },

    /** Suggested questions; none while few requests are left, as those are for questions. */
    followUps: async (messageId: string): Promise<FollowUps> =>
      remaining > RESERVED
        ? json('POST', `${pathOfMessages()}/${messageId}/follow-ups`)
        : { follow_ups: [] },

    /** A cited passage; undefined without it, and while few requests are left. */
    citation: async (messageId: string, ordinal: number): Promise<WidgetCitation | undefined> =>
      remaining > RESERVED && messageId
        ? json<WidgetCitation>(
            'GET',
            `${pathOfMessages()}/${messageId}/citations/${ordinal}`,
          ).catch(() => undefined)
        : undefined,

    /** Rates an answer; null takes the rating back. */
    rate(messageId: string, rating: RatingValue | null, note?: string) {
      const body: RateAnswer | undefined = rating ? { rating, note } : undefined
      return request(rating ? 'PUT' : 'DELETE', `${pathOfMessages()}/${messageId}/feedback`, {
        body,
      })
    },

    /** Tells that a source or link of an answer was opened, which may leave the page. */
    opened: (messageId: string, body: OpenedByVisitor) =>
      request('POST', `${pathOfMessages()}/${messageId}/opened`, { body, keepalive: true }),

    /** Erases one conversation on the server. */
    erase: (id: string) => request('DELETE', `conversations/${id}`),

    /** Erases the visitor with every conversation on the server. */
    forget: () => request('DELETE', 'visitor'),
  }
}

/** Loads the reader of streams, once; the first question needs it. */
export const loadStreamReader = () => import('./event-stream.ts')

interface Options {
  body?: object | undefined
  signal?: AbortSignal
  /** Whether the page may be left meanwhile. */
  keepalive?: boolean
}
