import { createParser } from 'eventsource-parser'
import type { StreamEvent } from '../server/contract/events.ts'
import { parseJson } from './json.ts'

/** Idle timeout of a stream, three times its keep-alive interval (docs/behaviour.md#streams). */
const IDLE_TIMEOUT_MS = 45_000
/**
 * Timeout of the first event. The service sends it at once, so a longer wait means a buffering
 * proxy.
 */
const FIRST_EVENT_TIMEOUT_MS = 8000

export interface Timing {
  setTimeout: typeof setTimeout
  /** Resolves when the growing answer may be rendered again. */
  nextFrame: () => Promise<void>
}

/** Time that one batch may take to read, so that a fast stream does not block the main thread. */
const BATCH_MS = 4

/**
 * Yields the events of a stream in batches: those that have arrived, then at the next frame those
 * that arrived meanwhile. The rest stays in the browser's buffer, so a fast stream wakes the page
 * seldom. Returns when the stream is cut, an event is missing or malformed, or a timeout passes.
 * Throws when the stream cannot be opened.
 */
export async function* readEvents(
  opening: Promise<Response>,
  { setTimeout, nextFrame }: Timing,
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
  // A network error ends the stream like any other cut.
  const read = () => reader.then((opened) => opened?.read().catch(() => ({ value: undefined })))
  let reading = read()
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(ms: number) {
    clearTimeout(timer)
    return new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    })
  }

  /** Reads one chunk into `events`; false after the timeout or at the end of the stream. */
  async function readChunk(timeout: Promise<void>): Promise<boolean> {
    const arrived = isCut ? null : await Promise.race([reading, timeout])
    if (!arrived) return false
    const { value } = arrived
    isCut = !value
    parser.feed(decoder.decode(value, { stream: true }))
    reading = read()
    return true
  }

  try {
    let timeoutMs = FIRST_EVENT_TIMEOUT_MS
    while (await readChunk(after(timeoutMs))) {
      const batchEnd = after(BATCH_MS)
      while (await readChunk(batchEnd));
      yield events.splice(0)
      await nextFrame()
      timeoutMs = IDLE_TIMEOUT_MS
    }
  } finally {
    clearTimeout(timer)
  }
}
