import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Middleware } from 'koa'
import { ServiceError } from '../contract/errors.ts'

/**
 * Lets the app answer every request of a server, and answers malformed HTTP in the error shape
 * (docs/behaviour.md#errors). A request with an unknown `Expect` header is handled like any other:
 * Node would answer it by itself, without a body (RFC 9110, 10.1.1 allows both).
 */
export function answerWith(server: Server, app: RequestListener): void {
  const answer: RequestListener = (request, response) => {
    const target = originForm(request.url ?? '')
    if (target === null) {
      refuseMalformed(null, request.socket)
      return
    }
    request.url = target
    app(request, response)
  }
  // A large upload may take longer: `bodyArrives` limits its speed instead.
  server.requestTimeout = 0
  server.on('request', answer)
  server.on('checkExpectation', answer)
  server.on('clientError', refuseMalformed)
}

/** A target as the app reads it: an absolute one without its host; null when it is not valid. */
function originForm(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const url = URL.parse(target)
  return url?.pathname.startsWith('/') ? url.pathname + url.search : null
}

/**
 * Throws `validation_error` for a request of HTTP/1.1 without a Host, and for several (RFC 9112,
 * 3.2).
 */
export const requireHost: Middleware = (ctx, next) => {
  const hosts = countHosts(ctx.req.rawHeaders)
  if (hosts > 1 || (hosts === 0 && ctx.req.httpVersion === '1.1')) {
    throw new ServiceError('validation_error', 'The request must have one Host header.')
  }
  return next()
}

/** Of names and values in turn. Node shows the first Host only. */
function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
}

/**
 * Answers malformed HTTP and headers that are too large: a listener of the server's `clientError`,
 * because no such request reaches the app. `error` is null for an invalid target.
 */
function refuseMalformed(error: NodeJS.ErrnoException | null, socket: Socket): void {
  if (error?.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isSlow = error?.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const body = JSON.stringify({
    code: 'validation_error',
    message: isSlow
      ? 'The headers of the request must arrive within 60 seconds.'
      : 'The request must be valid HTTP with at most 16 KiB of headers.',
  })
  socket.end(
    [
      `HTTP/1.1 ${isSlow ? '408 Request Timeout' : '400 Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
