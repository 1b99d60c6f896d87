import type { IncomingMessage, ServerResponse } from 'node:http'

/** A rest of a body up to this size is read, so that the connection can be reused. */
const SMALL_BYTES = 64 * 1024
/** Limits on reading the rest of a refused body, which lets its sender see the response. */
const LINGER_MS = 2000
const LINGER_BYTES = 32 * 1024 * 1024

/** Whether more of the request's body is to come. */
export function isUnread(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  return coding !== undefined || length !== '0'
}

/**
 * Ends a response to a request whose body was not read to its end. A sender that is still writing
 * would lose the response if the connection were closed at once, so a bounded rest is read first.
 * After a small rest the connection is kept, otherwise closed.
 */
export function endUnread(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  lingerMs = LINGER_MS,
): void {
  const isSmall = Number(request.headers['content-length'] ?? Number.NaN) <= SMALL_BYTES
  const { socket } = request
  if (isSmall) response.end(body)
  else response.setHeader('Connection', 'close').write(body)

  let bytes = 0
  const discard = (part: Buffer) => {
    bytes += part.length
    if (bytes > LINGER_BYTES) finish()
  }
  const finish = () => {
    clearTimeout(timer)
    request.off('data', discard).off('end', finish).off('close', finish)
    if (!isSmall) response.end()
    else if (!request.complete) socket.destroy()
  }
  const timer = setTimeout(finish, lingerMs)
  request.on('data', discard).once('end', finish).once('close', finish).resume()
}
