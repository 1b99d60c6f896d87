import type { MessageStatus } from '../../server/contract/conversation.ts'
import type { StreamEvent } from '../../server/contract/events.ts'
import type { WidgetMessage } from '../../server/contract/widget.ts'
import { type Answer, applyReply, waiting } from '../../widget/answer.ts'
import type { FromFrame, ToFrame } from './messages.ts'

type Events = Extract<ToFrame, { type: 'events' }>

/** Answers the widget's requests as the service would; questions are asked by the console. */
export function createConversation(tell: (message: FromFrame) => void) {
  const messages: WidgetMessage[] = []
  const streams = new Map<number, Stream>()

  function ask(text: string, signal: AbortSignal | null | undefined): Response {
    const id = messages.push(message(messages.length, 'user', text))
    const stream = createStream()
    streams.set(id, stream)
    signal?.addEventListener('abort', () => {
      keep(id)
      tell({ type: 'left', id })
    })
    tell({ type: 'question', id, text })
    return new Response(stream.body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  /**
   * Keeps an answer, as far as it has come, for the widget that comes next. A widget leaves at the
   * last event, which is before the stream ends, and whenever it is replaced by another look.
   */
  function keep(id: number) {
    const stream = streams.get(id)
    if (!stream) return
    streams.delete(id)
    const answer = stream.events.reduce(applyReply, waiting)
    const { text, citations, links, state } = answer
    messages.push({
      ...message(messages.length, 'assistant', text),
      status: statusOf(answer),
      citations: [...citations],
      links: [...links],
      abstained: state === 'abstained',
    })
  }

  return {
    answer(path: string, { method, body, signal }: RequestInit = {}): Response {
      if (path.endsWith(':stream')) return ask(JSON.parse(String(body)).text, signal)
      if (path.endsWith('follow-ups')) return Response.json({ follow_ups: [] })
      if (method === 'GET') return Response.json({ data: messages, next_cursor: null })
      if (path === 'conversations') return Response.json(begun)
      return Response.json({})
    },

    /** Passes events on to the widget, and keeps the answer once its stream ends. */
    take({ id, events, isLast }: Events) {
      const stream = streams.get(id)
      if (!stream) return
      stream.write(events)
      if (!isLast) return
      keep(id)
      stream.end()
    },
  }
}

/** How the service stores an answer (docs/behaviour.md#turns). */
function statusOf({ state }: Answer): MessageStatus {
  if (state === 'failed') return 'failed'
  return state === 'answered' || state === 'abstained' ? 'complete' : 'interrupted'
}

const begun = { conversation: { id: 'preview' }, visitor_token: 'preview' }

function message(sequence: number, role: WidgetMessage['role'], text: string): WidgetMessage {
  return {
    id: `${sequence}`,
    role,
    sequence,
    status: 'complete',
    text,
    citations: [],
    links: [],
    abstained: false,
    finish_reason: null,
    created_at: new Date().toISOString(),
    rating: null,
  }
}

type Stream = ReturnType<typeof createStream>

/** The events of an answer as the service sends them. */
function createStream() {
  const events: StreamEvent[] = []
  const encoder = new TextEncoder()
  let sink: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller
    },
  })
  return {
    body,
    events,
    write(added: StreamEvent[]) {
      for (const event of added) {
        const id = events.push(event)
        const { type, data } = event
        sink.enqueue(encoder.encode(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`))
      }
    },
    end: () => sink.close(),
  }
}
