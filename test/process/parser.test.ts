import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { caller, createSvc, until } from './svc.ts'

type Svc = Awaited<ReturnType<typeof createSvc>>

const BEING_PARSED = 'SELECT path FROM being_parsed'
const SECRET = `svc_sk_${'p'.repeat(40)}`

/** A service with a folder that holds an ordinary document and one that takes minutes to parse. */
async function prepared() {
  const svc = await createSvc()
  const folder = join(svc.dir, 'docs')
  await mkdir(folder)
  await writeFile(join(folder, 'a.md'), 'The harbour opens at eight.')
  await writeFile(join(folder, 'slow.html'), '<div>'.repeat(6_000_000))
  const sources = [{ name: 'docs', type: 'folder', config: { path: folder }, sync: true }]
  const organization = {
    slug: 'acme',
    name: 'Acme',
    api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
    collections: [{ name: 'Docs', sources }],
  }
  const file = join(svc.dir, 'provision.json')
  await writeFile(file, JSON.stringify({ organizations: [organization] }))
  const serving = await svc.serve({ SVC_PROVISION: file })
  const call = caller(serving.api, SECRET)
  const collections = await call('GET', '/knowledge/collections')
  const listed = await call('GET', `/knowledge/collections/${collections.body.data[0].id}/sources`)
  return { svc, serving, source_id: listed.body.data[0].id as string, file }
}

/** Waits until the slow document is being parsed. */
async function parsing({ read }: Svc): Promise<void> {
  await until(async () => (await read(BEING_PARSED)).some(({ path }) => path === 'slow.html'))
}

test('a document that was being read when the process was killed is set aside at the next start', async () => {
  const { svc, serving, source_id, file } = await prepared()
  await using _ = svc
  await parsing(svc)

  await serving.kill()
  const again = await svc.serve({ SVC_PROVISION: file })
  const call = caller(again.api, SECRET)
  const latest = () => call('GET', `/knowledge/sources/${source_id}/jobs/latest`)
  await until(async () => !(await latest()).body.is_active)

  expect((await latest()).body).toMatchObject({ status: 'partial', attempt: 2 })
  const { body } = await call('GET', `/knowledge/sources/${source_id}/documents`)
  expect(body.data).toMatchObject([
    { path: 'a.md', status: 'ingested' },
    { path: 'slow.html', status: 'failed', error_code: 'set_aside' },
  ])
})

test('neither SIGTERM nor cancelling waits for a document that is being parsed', async () => {
  const { svc, serving, source_id } = await prepared()
  await using _ = svc
  await parsing(svc)
  const call = caller(serving.api, SECRET)
  const { body: job } = await call('GET', `/knowledge/sources/${source_id}/jobs/latest`)

  await call('POST', `/knowledge/jobs/${job.id}/cancel`)
  await until(async () => (await svc.read(BEING_PARSED)).length === 0)
  await call('POST', `/knowledge/sources/${source_id}/sync`)
  await parsing(svc)
  const before = performance.now()
  const code = await serving.stop()

  expect(code).toBe(0)
  expect(performance.now() - before).toBeLessThan(10_000)
})
