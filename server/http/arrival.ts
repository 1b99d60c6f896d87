import type { IncomingMessage } from 'node:http'
import { RequestTimeout, ServiceError } from '../contract/errors.ts'

/** How long a body may take to arrive. */
export const BODY_TIMEOUT_MS = 60_000
/** Minimum upload speed: a large body that arrives faster, 64 KiB a second, has more time. */
const BYTES_PER_MS = 64

export interface ArrivalLimits {
  maxBytes: number
  timeoutMs: number
}

/**
 * Hands over the parts of a body as they arrive, and resolves after the last one. Throws
 * `payload_too_large` as soon as there is more of it than allowed, `RequestTimeout` when it arrives
 * too slowly, `validation_error` when the sender disconnects, and whatever `onPart` throws. The
 * rest of the body then stays unread.
 */
export function bodyArrives(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: ArrivalLimits,
  onPart: (part: Buffer) => void,
): Promise<void> {
  const start = performance.now()
  const arrived = Promise.withResolvers<void>()
  let bytes = 0
  let timer = setTimeout(checkPace, timeoutMs)

  function checkPace(): void {
    const left = start + timeoutMs + bytes / BYTES_PER_MS - performance.now()
    if (left > 0) timer = setTimeout(checkPace, left)
    else arrived.reject(tooSlow(timeoutMs))
  }

  function take(part: Buffer): void {
    bytes += part.length
    try {
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      onPart(part)
    } catch (error) {
      stop()
      arrived.reject(error)
    }
  }

  function leave(): void {
    arrived.reject(new ServiceError('validation_error', 'The body ended too early.'))
  }

  function stop(): void {
    clearTimeout(timer)
    request.off('data', take).off('end', arrived.resolve).off('close', leave)
    if (!request.readableEnded) request.pause()
  }

  request.on('data', take).once('end', arrived.resolve).once('close', leave)
  if (request.destroyed) leave()
  return arrived.promise.finally(stop)
}

/** The error for a body of more than `maxBytes`. */
export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `The body must be at most ${maxBytes} bytes.`)
}

function tooSlow(timeoutMs: number): ServiceError {
  return new RequestTimeout(
    `The body must arrive within ${Math.ceil(timeoutMs / 1000)} seconds, or by 64 KiB a second.`,
  )
}
