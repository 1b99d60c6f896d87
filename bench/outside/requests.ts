import { join } from 'node:path'
import { startVisitors, type Tell } from '../load.ts'
import { idsOf, mainThreadMs, provision, SECRET, serve, startNode } from '../program.ts'
import type { Rounds, Section } from '../section.ts'

const CONNECTIONS = 16

interface Size extends Rounds {
  /** Of each kind of request in a round. */
  ms: number
}

/**
 * `GET /assistants/{id}` with a key against bare node:http with the same two look-ups, and the cost
 * of refusals.
 */
export const section: Section<Size> = {
  sizes: { full: { rounds: 8, ms: 700 }, smallest: { rounds: 1, ms: 50 } },

  async prepare({ ms }, place) {
    const tell = startVisitors()
    const on = provision(place.folder, { knowledge: place.folder })
    const service = await serve(place, on)
    const path = `/svc/api/v1/assistants/${(await idsOf(service)).assistant}`
    const limited = await serve(place, {
      ...on,
      SVC_DATA_DIR: join(place.folder, 'limited'),
      SVC_RATE_ADDRESS: '1',
    })
    const bare = await startNode(
      [join(import.meta.dirname, '../bare-server.ts'), join(place.folder, 'bare.db'), SECRET],
      {},
    )
    const [bareUrl = ''] = /http:\S+/.exec(bare.said) ?? []
    const repeat = (server: Server, api_key: string, asked = path) =>
      serveRound(server, { target: { url: server.url, api_key }, path: asked, ms }, tell)

    const measure = async () => {
      const base = await repeat({ ...bare, url: bareUrl }, SECRET, '/assistant')
      const whole = await repeat(service, SECRET)
      const unknown = await repeat(service, 'svc_sk_unknown')
      const refused = await repeat(limited, SECRET)
      return [
        {
          what: 'GET /assistants/{id}, requests',
          measured: whole.requestsPerSecond,
          baseline: base.requestsPerSecond,
          unit: '/s',
        },
        { what: 'GET /assistants/{id}, p99', measured: whole.p99, baseline: base.p99, unit: 'ms' },
        {
          what: 'GET /assistants/{id}, CPU of the main thread',
          measured: whole.cpuMicros,
          baseline: base.cpuMicros,
          unit: 'µs',
          budget: 1.6,
          of: 'ratio' as const,
        },
        {
          what: '401 for an unknown key, CPU of the main thread',
          measured: unknown.cpuMicros,
          baseline: base.cpuMicros,
          unit: 'µs',
        },
        {
          what: '429 for an address, CPU of the main thread',
          measured: refused.cpuMicros,
          baseline: base.cpuMicros,
          unit: 'µs',
        },
      ]
    }
    // Until the code is compiled.
    await measure()
    return measure
  },
}

interface Server {
  url: string
  pid: number
}

interface Sent {
  target: { url: string; api_key: string }
  path: string
  ms: number
}

async function serveRound({ pid }: Server, sent: Sent, tell: Tell) {
  const before = mainThreadMs(pid)
  const { requests, p99 } = await tell('repeat', { ...sent, connections: CONNECTIONS })
  return {
    requestsPerSecond: (requests * 1000) / sent.ms,
    p99,
    cpuMicros: ((mainThreadMs(pid) - before) * 1000) / requests,
  }
}
