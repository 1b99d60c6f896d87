import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Job } from '../../server/contract/job.ts'
import { backends } from '../storage/backends.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { caller, createSvc, until } from './svc.ts'

const SECRET = `svc_sk_${'a'.repeat(40)}`

/** The base URL of an embedding provider that answers nothing. */
async function silentProvider(): Promise<string> {
  const provider = createServer(() => {}).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  onTestFinished(() => {
    provider.closeAllConnections()
    provider.close()
  })
  return `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
}

test.runIf(backends.some(([name]) => name === 'postgres'))(
  'what a killed process ran at an address is taken over at once by the next one of its data folder (docs/architecture.md#leases)',
  async () => {
    await using svc = await createSvc()
    const database = basename(svc.dir)
    const SVC_DATABASE_URL = await postgresDatabase(database)
    onTestFinished(() => dropPostgresDatabase(database))
    const file = (name: string) => join(svc.dir, name)
    const base_url = await silentProvider()
    const remote = { type: 'openai-compatible', base_url, embedding_models: { three: 3 } }
    const api_keys = [{ name: 'ci', role: 'admin', secret: SECRET }]
    const organizations = [{ slug: 'acme', name: 'Acme', api_keys }]
    await writeFile(file('providers.json'), JSON.stringify({ remote }))
    await writeFile(file('provision.json'), JSON.stringify({ organizations }))
    const settings = {
      SVC_DATABASE_URL,
      SVC_PROVISION: file('provision.json'),
      SVC_PROVIDERS: file('providers.json'),
    }
    const killed = await svc.serve(settings)
    const call = caller(killed.api, SECRET)
    const model = { name: 'docs', embedding_model: 'remote/three' }
    const { id } = (await call('POST', '/knowledge/collections', model)).body
    const sources = `/knowledge/collections/${id}/sources`
    const source = (await call('POST', sources, { name: 'docs', type: 'upload' })).body.id
    const documents = [{ path: 'a.md', text: 'The harbour opens at eight.' }]
    const uploaded = await call('POST', `/knowledge/sources/${source}/documents`, { documents })
    const path = `/knowledge/jobs/${uploaded.body.job.id}`
    const stateOf = ({ body }: { body: Job }) => `${body.status} since ${body.started_at}`
    await until(async () => (await call('GET', path)).body.status === 'running')
    const before = stateOf(await call('GET', path))

    await killed.kill()
    const next = await svc.serve(settings)

    const job = await caller(next.api, SECRET)('GET', path)
    expect(job.body).toMatchObject({ is_active: true, attempt: 1 })
    expect(stateOf(job)).not.toBe(before)
  },
)
