import type { RequestListener, Server } from 'node:http'
import type { Log } from '../log.ts'

/**
 * Warns the operator once that a reverse proxy seems to be in front although none is trusted: all
 * visitors then share its address and one rate limit (docs/behaviour.md#logs).
 */
export function noticeForwarded(server: Server, log: Log): void {
  const look: RequestListener = ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined) return
    server.off('request', look)
    log.info(
      'X-Forwarded-For arrives while SVC_TRUST_PROXY is 0: behind a reverse proxy all visitors share one rate limit until it is set',
    )
  }
  server.on('request', look)
}
