import type { ServerResponse } from 'node:http'
import type { ChangeEvent } from '../contract/change.ts'
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
  options: EventStream,
): Promise<void> {
  const { leaving, onFailure } = options
  const stream = openStream(response, options)
  let ended = false
  const fail = (error: unknown) => {
    onFailure(error)
    if (ended) return
    const { code, message } = toServiceError(error)
    stream.send({ type: 'answer.error', data: { code, message } })
  }

  try {
    for await (const event of events) {
      if (leaving.signal.aborted) break
      ended = isTerminal(event)
      stream.send(event)
      if (ended) break
    }
    if (!ended && !leaving.signal.aborted)
      fail(new Error('The events ended without a terminal one.'))
  } catch (error) {
    fail(error)
  } finally {
    stream.end()
  }
}

/**
 * Writes what changes until it ends or the client leaves. The id 0 at its beginning, without an
 * event, makes a browser tell on its next connection that it had an earlier one.
 */
export async function sendChanges(
  response: ServerResponse,
  changes: AsyncIterable<ChangeEvent>,
  options: EventStream,
): Promise<void> {
  const { leaving, onFailure } = options
  const stream = openStream(response, options)
  stream.write('id: 0\n\n')
  try {
    for await (const change of changes) {
      if (leaving.signal.aborted) break
      stream.send(change)
    }
  } catch (error) {
    onFailure(error)
  } finally {
    stream.end()
  }
}

function openStream(
  response: ServerResponse,
  { leaving, keepAliveMs = 15_000, maxWaitingBytes = 1024 * 1024 }: EventStream,
) {
  let id = 0
  const write = (text: string) => {
    if (leaving.signal.aborted) return
    response.write(text)
    if (response.writableLength <= maxWaitingBytes) return
    leaving.abort()
    response.destroy()
  }
  const keepAlive = setInterval(() => write(': keep-alive\n\n'), keepAliveMs).unref()
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
  response.flushHeaders()
  return {
    write,
    send({ type, data }: { type: string; data: unknown }): void {
      id += 1
      write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
      keepAlive.refresh()
    },
    end(): void {
      clearInterval(keepAlive)
      response.end()
    },
  }
}
