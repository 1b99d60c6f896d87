import { createServer, type Server } from 'node:http'
import { hashSecret } from '../server/identity/secrets.ts'
import { addressOf, close } from '../server/listen.ts'
import type { Service } from '../server/service.ts'
import { type Tell, withVisitors } from './load.ts'
import { createTenant, inFolder, type Tenant, withService } from './service.ts'
import { type Figure, quantile } from './table.ts'

const CONNECTIONS = 16
const ROUND_MS = 700
const ROUNDS = 4

/**
 * `GET /assistants/{id}` with a key against bare node:http with the same two look-ups, in turns;
 * and the cost of refusals.
 */
export async function measureHttp(): Promise<Figure[]> {
  return withVisitors(async (tell) => [
    ...(await inFolder((folder) =>
      withService(folder, {}, (service) => read(service, folder, tell)),
    )),
    ...(await inFolder((folder) =>
      withService(folder, { SVC_RATE_ADDRESS: '1' }, (service) => refuse(service, folder, tell)),
    )),
  ])
}

async function read(service: Service, folder: string, tell: Tell): Promise<Figure[]> {
  const tenant = await createTenant(service, folder)
  const bare = await serveBare(service)
  const path = assistantPath(tenant)
  const own = { target: { url: service.url, api_key: tenant.api_key }, path }
  const theirs = { target: { url: addressOf(bare), api_key: tenant.api_key }, path }
  const unknown = { target: { url: service.url, api_key: 'svc_sk_unknown' }, path }
  const [whole, base, refused] = await inTurns([own, theirs, unknown], tell)
  await close(bare)
  return [
    {
      what: 'GET /assistants/{id}, requests',
      measured: whole.requestsPerSecond,
      baseline: base.requestsPerSecond,
      unit: '/s',
    },
    {
      what: 'GET /assistants/{id}, p99',
      measured: whole.p99,
      baseline: base.p99,
      unit: 'ms',
    },
    {
      what: 'GET /assistants/{id}, CPU of the main thread',
      measured: whole.cpuMicros,
      baseline: base.cpuMicros,
      unit: 'µs',
      budget: 2.2,
      of: 'ratio',
    },
    {
      what: '401 for an unknown key, CPU of the main thread',
      measured: refused.cpuMicros,
      baseline: base.cpuMicros,
      unit: 'µs',
    },
  ]
}

async function refuse(service: Service, folder: string, tell: Tell): Promise<Figure[]> {
  const tenant = await createTenant(service, folder)
  const bare = await serveBare(service)
  const path = assistantPath(tenant)
  const limited = { target: { url: service.url, api_key: tenant.api_key }, path }
  const theirs = { target: { url: addressOf(bare), api_key: tenant.api_key }, path }
  const [refused, base] = await inTurns([limited, theirs], tell)
  await close(bare)
  return [
    {
      what: '429 for an address, CPU of the main thread',
      measured: refused.cpuMicros,
      baseline: base.cpuMicros,
      unit: 'µs',
    },
  ]
}

function assistantPath({ assistant_id }: Tenant): string {
  return `/svc/api/v1/assistants/${assistant_id}`
}

/** Only the same two look-ups: the key and the assistant. */
async function serveBare({ store }: Service): Promise<Server> {
  const server = createServer(async (request, response) => {
    const secret = request.headers.authorization?.slice('Bearer '.length) ?? ''
    const key = await store.apiKeys.findLive(hashSecret(secret), new Date().toISOString())
    const id = request.url?.split('/').at(-1) ?? ''
    const assistant = key && (await store.assistants.find(key.organization_id, id))
    const body = JSON.stringify(assistant)
    response.writeHead(assistant ? 200 : 404, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

interface Sent {
  target: { url: string; api_key: string }
  path: string
}

interface Served {
  requestsPerSecond: number
  p99: number
  cpuMicros: number
}

/** Several short rounds of each in turn, so that other load on the machine affects all alike. */
async function inTurns<Kinds extends Sent[]>(
  kinds: [...Kinds],
  tell: Tell,
): Promise<{ [Kind in keyof Kinds]: Served }> {
  const rounds = kinds.map((): Served[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, sent] of kinds.entries()) {
      const served = await serveRound(sent, tell)
      // The first round is the warm-up.
      if (round > 0) rounds[at]?.push(served)
    }
  }
  return rounds.map(middle) as { [Kind in keyof Kinds]: Served }
}

async function serveRound(sent: Sent, tell: Tell): Promise<Served> {
  const before = process.threadCpuUsage()
  const repeated = { ...sent, connections: CONNECTIONS, ms: ROUND_MS }
  const { requests, p99 } = await tell('repeat', repeated)
  const { user, system } = process.threadCpuUsage(before)
  return {
    requestsPerSecond: (requests * 1000) / ROUND_MS,
    p99,
    cpuMicros: (user + system) / requests,
  }
}

function middle(rounds: Served[]): Served {
  const of = (name: keyof Served) =>
    quantile(
      rounds.map((round) => round[name]),
      0.5,
    )
  return { requestsPerSecond: of('requestsPerSecond'), p99: of('p99'), cpuMicros: of('cpuMicros') }
}
