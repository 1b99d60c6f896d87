import { once as nextEvent } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { isInPostgres } from '../support/data.ts'
import { caller, createSvc, type Serving, until } from './svc.ts'

const SECRET = `svc_sk_${'t'.repeat(40)}`
const LIMIT_MS = 15_000
/** Two of these tests wait for the ten seconds that running answers are given. */
const SLOW = 60_000

/** Lists within lists: the parser's work grows with more than the square of the depth. */
const HALF_A_MINUTE_TO_PARSE = Array.from(
  { length: 2500 },
  (_, depth) => `${' '.repeat(depth * 2)}- a`,
).join('\n')

async function prepared({ documents = {} as Record<string, string>, model = '' } = {}) {
  const svc = await createSvc()
  const folder = join(svc.dir, 'docs')
  await mkdir(folder)
  await writeFile(join(folder, 'a.md'), '# Harbour\n\nThe harbour opens at eight.\n')
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, name), text)
  const source = { name: 'docs', type: 'folder', config: { path: folder }, sync: true }
  const people = Array.from({ length: 6 }, (_, at) => ({
    email: `p${at}@acme.test`,
    name: `P${at}`,
    password: 'ten letters at least',
    role: 'member',
  }))
  const organization = {
    slug: 'acme',
    name: 'Acme',
    users: people,
    api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
    collections: [{ name: 'Docs', sources: [source] }],
    assistants: [{ name: 'Guide', model, collections: ['Docs'] }],
  }
  const file = join(svc.dir, 'acme.json')
  await writeFile(file, JSON.stringify({ organizations: [organization] }))
  return { svc, environment: { SVC_PROVISION: file } }
}

/** The exit code, once the process has ended within the time that it may take. */
async function stopped(serving: Serving): Promise<number | null> {
  const told = performance.now()
  const code = await serving.stop()
  expect(performance.now() - told).toBeLessThan(LIMIT_MS)
  return code
}

async function isReady({ api }: Serving): Promise<boolean> {
  return fetch(`${api}/ready`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

test('SIGTERM as soon as /ready says so ends the service in order (docs/behaviour.md#starting-and-stopping)', async () => {
  const { svc, environment } = await prepared()
  await using _ = svc
  const serving = await svc.launch(environment)
  await until(() => isReady(serving), { everyMs: 1 })

  expect(await stopped(serving)).toBe(0)
})

test('SIGTERM in the middle of the start ends it with 0, and the next start finds all (docs/behaviour.md#starting-and-stopping)', async () => {
  const { svc, environment } = await prepared()
  await using _ = svc
  const first = await svc.launch(environment)
  await until(() => existsSync(join(svc.data_dir, 'lock.db')), { everyMs: 1 })

  expect(await stopped(first)).toBe(0)

  const second = await svc.serve(environment)
  expect((await caller(second.api, SECRET)('GET', '/assistants')).status).toBe(200)
  expect((await svc.run(['user', 'list', '--org', 'acme'])).output.split('\n')).toHaveLength(7)
})

test('SIGTERM while a parser hangs puts the job back in the queue (docs/behaviour.md#starting-and-stopping)', async () => {
  const { svc, environment } = await prepared({ documents: { 'b.md': HALF_A_MINUTE_TO_PARSE } })
  await using _ = svc
  const serving = await svc.serve(environment)
  const call = caller(serving.api, SECRET)
  await until(async () => {
    const { counters } = await latestJob(call)
    return counters.bytes_fetched > HALF_A_MINUTE_TO_PARSE.length
  })

  expect(await stopped(serving)).toBe(0)

  const jobs = await svc.read('SELECT status, attempt FROM jobs')
  expect(jobs).toEqual([{ status: 'queued', attempt: 1 }])
})

// Side by side, as both wait for some ten seconds.
describe.concurrent('SIGTERM while something outside keeps the service waiting', () => {
  test(
    'a provider that never answers and a reader that never reads: the answers are interrupted (docs/behaviour.md#starting-and-stopping)',
    async () => {
      const provider = createServer(() => {}).listen(0, '127.0.0.1')
      await nextEvent(provider, 'listening')
      const { svc, environment } = await prepared({ model: 'mute/m' })
      await using _ = svc
      const providers = join(svc.dir, 'providers.json')
      const base_url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
      await writeFile(providers, JSON.stringify({ mute: { type: 'openai-compatible', base_url } }))
      const serving = await svc.serve({ ...environment, SVC_PROVIDERS: providers })
      const call = caller(serving.api, SECRET)
      await until(async () => !(await latestJob(call)).is_active)
      const streamed = await begin(call)
      const socket = askWithoutReading(serving, streamed)
      await until(async () => {
        const { body } = await call('GET', `/conversations/${streamed}`)
        return body.turn_state === 'awaiting_answer'
      })

      const exit = stopped(serving)
      await until(async () => (await fetch(`${serving.api}/ready`)).status === 503)
      const refused = await call('GET', '/assistants')
      expect(await exit).toBe(0)

      expect(refused).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
      socket.destroy()
      provider.closeAllConnections()
      provider.close()
      const again = await svc.serve({ ...environment, SVC_PROVIDERS: providers })
      const { body } = await caller(again.api, SECRET)('GET', `/conversations/${streamed}/messages`)
      expect(body.data[1]).toMatchObject({ role: 'assistant', status: 'interrupted' })
      const reasons = await svc.read("SELECT error_code FROM messages WHERE role = 'assistant'")
      expect(reasons).toEqual([{ error_code: 'server_shutdown' }])
    },
    SLOW,
  )

  test.skipIf(isInPostgres)(
    'something else that holds the database: the process ends all the same; /ready has said 503 (docs/behaviour.md#starting-and-stopping)',
    async () => {
      const { svc, environment } = await prepared()
      await using _ = svc
      const serving = await svc.serve(environment)
      const call = caller(serving.api, SECRET)
      await until(async () => !(await latestJob(call)).is_active)
      const other = new Database(join(svc.data_dir, 'svc.db'))
      other.exec('BEGIN IMMEDIATE')

      await until(async () => !(await isReady(serving)))
      const ready = await (await fetch(`${serving.api}/ready`)).json()
      const code = await stopped(serving)

      other.close()
      expect(ready).toEqual({ code: 'service_unavailable', message: 'The check database fails.' })
      expect(code).toBe(0)
    },
    SLOW,
  )
})

type Call = ReturnType<typeof caller>

async function begin(call: Call): Promise<string> {
  const { body } = await call('GET', '/assistants')
  return (await call('POST', '/conversations', { assistant_id: body.data[0].id })).body.id
}

function askWithoutReading({ api }: Serving, conversation: string) {
  const { hostname, port, pathname } = new URL(api)
  const body = JSON.stringify({ text: 'When does the harbour open?' })
  const socket = connect(Number(port), hostname).pause()
  socket.on('error', () => {})
  socket.write(
    [
      `POST ${pathname}/conversations/${conversation}/messages:stream HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${SECRET}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  return socket
}

async function latestJob(call: Call) {
  const { body: collections } = await call('GET', '/knowledge/collections')
  const { body: sources } = await call(
    'GET',
    `/knowledge/collections/${collections.data[0].id}/sources`,
  )
  return sources.data[0].latest_job
}
