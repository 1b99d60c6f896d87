import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startBackgroundThread } from '../../server/background-thread.ts'
import { readConfig } from '../../server/config.ts'
import { openStore } from '../../server/open-store.ts'
import { until } from './svc.ts'

/** As it is installed: what strips types of a checkout's files crashes some ended threads. */
const FILE = new URL('../../dist/server/background.js', import.meta.url)

test('a background thread that dies is started again, however often that fails at first', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'thread-'))
  const config = readConfig({ SVC_DATA_DIR: dir })
  await (await openStore(config)).close()
  const lost: string[] = []
  const owners: string[] = []
  const workers: Worker[] = []
  const thread = startBackgroundThread({
    config,
    log: pino({ level: 'silent' }),
    async onLost(owner) {
      lost.push(owner)
      if (lost.length === 1) throw new Error('The disk is full.')
    },
    createWorker(owner) {
      const worker = new Worker(FILE, { workerData: { config, owner } })
      owners.push(owner)
      workers.push(worker)
      return worker
    },
  })
  await thread.ready()
  // Every thread of this folder dies at once while its database is away.
  await rename(dir, `${dir}-away`)

  const request = { organization_id: 'o', collection_ids: [], query: 'x', limit: 1 }
  await workers[0]?.terminate()
  const owed = thread.retrieve(request, AbortSignal.timeout(5000))
  await expect(owed).rejects.toMatchObject({ code: 'retrieval_failure' })
  await until(() => workers.length >= 3)
  await rename(`${dir}-away`, dir)

  await until(() =>
    thread.retrieve(request, AbortSignal.timeout(5000)).then(
      ({ indexed }) => indexed === 0,
      () => false,
    ),
  )
  expect(lost).toEqual([owners[0], ...owners.slice(0, -1)])
  expect(new Set(owners).size).toBe(owners.length)
  await thread.stop()
  await rm(dir, { recursive: true, force: true })
})

/** A thread that answers until it is asked to search, and then loops for ever. */
const HANGING = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ id, method }) => {
    if (method === 'retrieve') for (;;);
    parentPort.postMessage({ id, result: undefined })
  })
`
const ANSWERING = HANGING.replace('for (;;)', '')
const REQUEST = { organization_id: 'o', collection_ids: [], query: 'x', limit: 1 }

function startScripted(scripts: string[], { heartbeatMs = 100 } = {}) {
  const workers: Worker[] = []
  const thread = startBackgroundThread({
    config: readConfig({}),
    log: pino({ level: 'silent' }),
    onLost: async () => {},
    createWorker() {
      const worker = new Worker(scripts[workers.length] ?? '', { eval: true })
      workers.push(worker)
      return worker
    },
    heartbeatMs,
  })
  return { thread, workers }
}

test('a background thread that hangs is seen and started again, and the search it owes fails (docs/behaviour.md#health-and-readiness)', async () => {
  const { thread, workers } = startScripted([HANGING, ANSWERING])
  await thread.ready()
  await expect(thread.check()).resolves.toBeUndefined()

  const owed = thread.retrieve(REQUEST, AbortSignal.timeout(60_000))

  await expect(owed).rejects.toMatchObject({ code: 'retrieval_failure' })
  await expect(thread.check()).rejects.toThrow()
  await until(() =>
    thread.check().then(
      () => true,
      () => false,
    ),
  )
  expect(workers.length).toBe(2)
  await expect(thread.retrieve(REQUEST, AbortSignal.timeout(60_000))).resolves.toBeUndefined()
  await thread.stop()
})

test('a background thread in an endless loop is ended when the service stops (docs/behaviour.md#starting-and-stopping)', async () => {
  const { thread, workers } = startScripted([HANGING, ANSWERING], { heartbeatMs: 1000 })
  await thread.ready()
  const owed = expect(thread.retrieve(REQUEST, AbortSignal.timeout(60_000))).rejects.toMatchObject({
    code: 'retrieval_failure',
  })

  await thread.stop()

  await owed
  await expect(thread.check()).rejects.toThrow()
  expect(workers.length).toBe(1)
})

test('a background thread that is starting may end its work when the service stops (docs/behaviour.md#starting-and-stopping)', async () => {
  const { thread, workers } = startScripted([ANSWERING], { heartbeatMs: 1000 })
  const replies: object[] = []
  workers[0]?.on('message', (reply: object) => replies.push(reply))

  await thread.stop()

  expect(replies.length).toBeGreaterThan(0)
})
