import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
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

test('a document that was being read when the process was killed is read again at the next start', async () => {
  await using svc = await createSvc()
  const file = join(svc.dir, 'provision.json')
  const api_keys = [{ name: 'ci', role: 'admin', secret: SECRET }]
  const sources = [{ name: 'docs', type: 'upload' }]
  const collections = [{ name: 'Docs', sources }]
  const acme = { slug: 'acme', name: 'Acme', api_keys, collections }
  await writeFile(file, JSON.stringify({ organizations: [acme] }))
  const killed = await svc.serve({ SVC_PROVISION: file })
  const call = caller(killed.api, SECRET)
  const { id } = (await call('GET', '/knowledge/collections')).body.data[0]
  const listed = await call('GET', `/knowledge/collections/${id}/sources`)
  const documents = `/knowledge/sources/${listed.body.data[0].id}/documents`
  const upload = async (path: string) => {
    const body = { documents: [{ path, text: 'The harbour opens at eight.' }] }
    return (await call('POST', documents, body)).body.job.id as string
  }
  const first = await upload('first.md')
  await until(async () => !(await call('GET', `/knowledge/jobs/${first}`)).body.is_active)
  // A parser that stands still is busy for any length of time, whatever the machine.
  const parsers = await childrenOf(killed.process.pid ?? 0)
  for (const pid of parsers) process.kill(pid, 'SIGSTOP')
  const job = await upload('second.md')
  await until(async () => (await svc.read(BEING_PARSED)).some(({ path }) => path === 'second.md'))

  await killed.kill()
  for (const pid of parsers) process.kill(pid, 'SIGKILL')
  const again = await svc.serve({ SVC_PROVISION: file })
  const next = caller(again.api, SECRET)
  const latest = async () => (await next('GET', `/knowledge/jobs/${job}`)).body
  await until(async () => !(await latest()).is_active)

  expect(parsers).not.toEqual([])
  expect(await latest()).toMatchObject({ status: 'succeeded', attempt: 1 })
  expect((await next('GET', documents)).body.data).toMatchObject([
    { path: 'first.md', status: 'ingested' },
    { path: 'second.md', status: 'ingested', passage_count: 1, error_code: null },
  ])
  expect(await svc.read(BEING_PARSED)).toEqual([])
})

/** The processes that a process has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

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
