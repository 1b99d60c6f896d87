import type { RequestListener, Server } from 'node:http'
import type { Config } from '../config.ts'
import { listen } from '../listen.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` and nothing else, on a port of its own and without a credential
 * (docs/behaviour.md#metrics). Throws `SettingError` when it cannot listen.
 */
export function serveMetrics(
  { metrics_host, metrics_port }: Pick<Config, 'metrics_host' | 'metrics_port'>,
  metrics: Metrics,
): Promise<Server> {
  const answer: RequestListener = async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const { type, text } = await metrics.exposition()
      response.writeHead(200, { 'Content-Type': type }).end(text)
    } catch {
      // The database is closed or damaged, which /ready reports.
      response.writeHead(503).end()
    }
  }
  return listen({
    host: metrics_host,
    port: metrics_port ?? 0,
    settings: { host: 'SVC_METRICS_HOST', port: 'SVC_METRICS_PORT' },
    answer: (server) => server.on('request', answer),
  })
}
