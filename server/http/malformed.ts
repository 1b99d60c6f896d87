import type { Socket } from 'node:net'

/**
 * Answers what is no HTTP, or has headers too large, in the error shape (completions 14): a listener of
 * the server's `clientError`, because no request reaches the app.
 */
export function refuseMalformed(newId: () => string) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const body = JSON.stringify({
      code: 'validation_error',
      message: 'The request must be valid HTTP with at most 16 KiB of headers.',
    })
    socket.end(
      [
        'HTTP/1.1 400 Bad Request',
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${newId()}`,
        'X-Content-Type-Options: nosniff',
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
}
