import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startBackgroundThread } from '../../server/background-thread.ts'
import { readConfig } from '../../server/config.ts'
import { databaseFile } from '../../server/data-folder.ts'
import { openDatabase } from '../../server/storage/sqlite/database.ts'
import { until } from './svc.ts'

const FILE = new URL('../../server/background.ts', import.meta.url)

test('a background thread that dies is started again, however often that fails at first', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'thread-'))
  const config = readConfig({ SVC_DATA_DIR: dir })
  openDatabase(databaseFile(config)).close()
  let starts = 0
  const workers: Worker[] = []
  const thread = await startBackgroundThread({
    config,
    log: pino({ level: 'silent' }),
    async beforeStart() {
      starts += 1
      if (starts === 2) throw new Error('The disk is full.')
    },
    createWorker() {
      const worker = new Worker(FILE, { workerData: config })
      workers.push(worker)
      return worker
    },
  })
  await thread.ready()
  // Every thread of this folder dies at once while its database is away.
  await rename(dir, `${dir}-away`)

  const request = { organization_id: 'o', collection_ids: [], query: 'x', limit: 1 }
  await workers[0]?.terminate()
  const lost = thread.retrieve(request, AbortSignal.timeout(5000))
  await expect(lost).rejects.toMatchObject({ code: 'retrieval_failure' })
  await until(() => workers.length >= 3)
  await rename(`${dir}-away`, dir)

  await until(() =>
    thread.retrieve(request, AbortSignal.timeout(5000)).then(
      ({ indexed }) => indexed === 0,
      () => false,
    ),
  )
  await thread.stop()
  await rm(dir, { recursive: true, force: true })
})
