import type { ServerResponse } from 'node:http'
import { isTerminal, type StreamEvent } from '../contract/events.ts'
import { toServiceError } from './errors.ts'

export interface EventStream {
  /** Aborted when the client leaves, or reads so slowly that it counts as gone. */
  leaving: AbortController
  onFailure: (error: unknown) => void
  /** Milliseconds of silence before a comment is sent. */
  keepAliveMs?: number
  /** How much may wait for one client. */
  maxWaitingBytes?: number
}

/**
 * Writes events as `text/event-stream` with ids from 1, straight to the response; exactly one
 * terminal event is the last (docs/behaviour.md#streams). An exception meanwhile becomes
 * `answer.error`.
 */
export async function sendEvents(
  response: ServerResponse,
  events: AsyncIterable<StreamEvent>,
  { leaving, onFailure, keepAliveMs = 15_000, maxWaitingBytes = 1024 * 1024 }: EventStream,
): Promise<void> {
  let id = 0
  let ended = false

  const write = (text: string) => {
    if (leaving.signal.aborted) return
    response.write(text)
    if (response.writableLength <= maxWaitingBytes) return
    leaving.abort()
    response.destroy()
  }
  const keepAlive = setInterval(() => write(': keep-alive\n\n'), keepAliveMs).unref()
  const send = ({ type, data }: StreamEvent) => {
    id += 1
    write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
    keepAlive.refresh()
  }
  const fail = (error: unknown) => {
    onFailure(error)
    if (ended) return
    const { code, message } = toServiceError(error)
    send({ type: 'answer.error', data: { code, message } })
  }

  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  response.flushHeaders()
  try {
    for await (const event of events) {
      if (leaving.signal.aborted) break
      ended = isTerminal(event)
      send(event)
      if (ended) break
    }
    if (!ended && !leaving.signal.aborted)
      fail(new Error('The events ended without a terminal one.'))
  } catch (error) {
    fail(error)
  } finally {
    clearInterval(keepAlive)
    response.end()
  }
}
