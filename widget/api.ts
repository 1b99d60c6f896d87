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
import type { Reply } from './answer.ts'
import { parseJson } from './json.ts'
import type { VisitorMemory } from './visitor.ts'

/** A refusal by the service. Whatever else a request throws says that the service was not reached. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  /** Seconds that `Retry-After` asked for; 0 when it named none. */
  readonly retryAfterSeconds: number

  constructor(code: string, retryAfterSeconds = 0) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Api = ReturnType<typeof createApi>

/** A stream in which not even a keep-alive (every 15 s, completions 7) arrives for so long is cut. */
const SILENCE_MS = 45_000
/** A stream of which nothing has come for so long is held back somewhere: its first event is sent at once. */
const HELD_BACK_MS = 8000
/** Waits between attempts while the conversation is busy (409), each longer than the one before. */
const BUSY_WAIT_MS = 250
const BUSY_WAIT_GROWTH = 1.6
/** As often is asked again, which for a busy conversation takes two minutes. */
const MAX_WAITS = 11

interface Needs {
  /** Address of the service, without a path. */
  base: string
  widgetKey: string
  /** Whose requests they are, and which conversation they are about. */
  memory: VisitorMemory
  fetch: typeof fetch
  setTimeout: typeof setTimeout
  /** Resolves when another picture of a growing answer may be drawn. */
  pause: () => Promise<void>
}

/** Every request of the panel. Each method throws a `Refusal`, or what `fetch` throws. */
export function createApi({ base, widgetKey, memory, fetch, setTimeout, pause }: Needs) {
  /** A browser tells no refused page from a lost connection; but the script is there for every page. */
  async function explain(signal: AbortSignal | null): Promise<never> {
    await fetch(`${base}/svc/widget.js`, { method: 'HEAD', cache: 'no-store', signal })
    throw new Refusal('authorization_error')
  }

  /**
   * Asks again while the conversation is busy with an attempt before this one. For a question that is
   * one too many the visitor waits; everything else is asked again when the service says so.
   */
  async function request(method: string, path: string, options: Options = {}): Promise<Response> {
    const { body, signal = null } = options
    for (let waits = 0; ; waits += 1) {
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
      }).catch(() => explain(signal))
      if (response.ok) return response
      const { code } = await response.json()
      const retryAfterSeconds = Number(response.headers.get('Retry-After'))
      const ms =
        code === 'conflict'
          ? BUSY_WAIT_MS * BUSY_WAIT_GROWTH ** waits
          : method !== 'POST' && retryAfterSeconds * 1000
      if (!ms || waits === MAX_WAITS) throw new Refusal(code, retryAfterSeconds)
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

  /** Begins a conversation, of the same visitor when there is one. */
  async function begin() {
    const { conversation, visitor_token } = await json<WidgetConversationCreated>(
      'POST',
      'conversations',
      { body: {} },
    )
    memory.write({ visitor_token, conversation_id: conversation.id })
  }

  const pathOfMessages = () => `conversations/${memory.read().conversation_id}/messages`

  return {
    begin,
    messages: () => list<WidgetMessage>(pathOfMessages()),

    /**
     * Asks, and yields the events of the answer, a picture's worth at a time. When the stream is cut,
     * an event was lost, or nothing of it comes through, the stored turn is fetched with the same key
     * instead: streams cannot be resumed, and a second question must never be asked (contract §6,
     * rules 5, 10, 11). The stream stays open meanwhile, because leaving it interrupts the answer;
     * who has read enough aborts `signal`.
     */
    async *ask(body: AskQuestion, signal: AbortSignal): AsyncGenerator<Reply[]> {
      if (!memory.read().conversation_id) await begin()
      const path = pathOfMessages()
      const options = { body, signal }
      yield* readEvents(request('POST', `${path}:stream`, options), { setTimeout, pause })
      yield [{ type: 'turn', data: await json<WidgetTurn>('POST', path, options) }]
    },

    followUps: (messageId: string) =>
      json<FollowUps>('POST', `${pathOfMessages()}/${messageId}/follow-ups`),

    /** Rates an answer; null takes the rating back. */
    rate(messageId: string, rating: RatingValue | null) {
      const body: RateAnswer | undefined = rating ? { rating } : undefined
      return request(rating ? 'PUT' : 'DELETE', `${pathOfMessages()}/${messageId}/feedback`, {
        body,
      })
    },

    /** Erases every conversation of the visitor on the server. */
    async forget() {
      for (const { id } of await list<WidgetConversation>('conversations')) {
        await request('DELETE', `conversations/${id}`)
      }
    },
  }
}

interface Options {
  body?: object | undefined
  signal?: AbortSignal
}

/** How long, in milliseconds, what has arrived is read in one go. */
const BURST_MS = 4

/**
 * The events of a stream, as long as they follow one another without a gap: those that have arrived,
 * then after a pause those that arrived meanwhile. What is not read waits in the browser, so that a
 * fast stream wakes the page seldom. Ends, without throwing, where the stream is cut, an event is
 * missing or unreadable, or silence lasts too long. Throws what kept the stream from being opened.
 */
export async function* readEvents(
  opening: Promise<Response>,
  { setTimeout, pause }: Pick<Needs, 'setTimeout' | 'pause'>,
): AsyncGenerator<StreamEvent[]> {
  const reader = opening.then(({ body }) => body?.getReader())
  const decoder = new TextDecoder()
  const events: StreamEvent[] = []
  let last = 0
  let isCut = false
  const parser = createParser({
    onEvent({ id, event: type, data }) {
      const content = parseJson(data)
      last += 1
      isCut ||= Number(id) !== last || !content
      if (!isCut) events.push({ type, data: content } as StreamEvent)
    },
  })
  // A connection that breaks ends the stream like any other cut.
  const read = () => reader.then((opened) => opened?.read().catch(() => ({ value: undefined })))
  let reading = read()
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(ms: number) {
    clearTimeout(timer)
    return new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
  }

  /** Whether something has come in time; its events are then among `events`. */
  async function take(timeout: Promise<void>): Promise<boolean> {
    const arrived = isCut ? null : await Promise.race([reading, timeout])
    if (!arrived) return false
    const { value } = arrived
    isCut = !value
    parser.feed(decoder.decode(value, { stream: true }))
    reading = read()
    return true
  }

  try {
    for (let silenceMs = HELD_BACK_MS; await take(after(silenceMs)); silenceMs = SILENCE_MS) {
      const enough = after(BURST_MS)
      while (await take(enough));
      yield events.splice(0)
      await pause()
    }
  } finally {
    clearTimeout(timer)
  }
}
