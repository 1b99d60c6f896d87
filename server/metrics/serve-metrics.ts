import type { Server } from 'node:http'
import { listen } from '../listen.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` and nothing else, on a port of its own and without a credential (completions 1).
 * Throws `SettingError` when the port cannot be had.
 */
export async function serveMetrics({
  host,
  port,
  metrics,
}: {
  host: string
  port: number
  metrics: Metrics
}): Promise<Server> {
  const server = await listen({ host, port, setting: 'SVC_METRICS_PORT' })
  return server.on('request', async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const { type, text } = await metrics.exposition()
      response.writeHead(200, { 'Content-Type': type }).end(text)
    } catch {
      // The database is closed or broken, which /ready tells; the scraper notes a failed scrape.
      response.writeHead(503).end()
    }
  })
}
