import { chmodSync, readdirSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { test as testOfFolder } from '../support/folder-test.ts'
import { caller, createSvc, type Serving, until } from './svc.ts'

/** The modes of a folder and of all that is in it, by their path in it. */
function modesOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  return Object.fromEntries(
    paths.map((path) => [relative(folder, path), (statSync(path).mode & 0o777).toString(8)]),
  )
}

function openToOthers(folder: string): string[] {
  return Object.entries(modesOf(folder))
    .filter(([, mode]) => !/^[67]00$/.test(mode))
    .map(([path, mode]) => `${path} ${mode}`)
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  let umask: number
  beforeAll(() => {
    umask = process.umask(0)
  })
  afterAll(() => void process.umask(umask))

  testOfFolder('is for its owner alone, with all that is in it, whatever the umask', async () => {
    await using svc = await createSvc()
    const serving = await svc.serve()
    const file = join(svc.dir, 'all.backup')
    await upload(svc, serving)

    await svc.run(['backup', file])
    const elsewhere = join(svc.dir, 'restored')
    await svc.run(['restore', file], { SVC_DATA_DIR: elsewhere })

    const modes = modesOf(svc.data_dir)
    expect(modes).toMatchObject({
      '': '700',
      'svc.db': '600',
      'svc.db-wal': '600',
      'svc.db-shm': '600',
      'lock.db': '600',
      uploads: '700',
      widget: '700',
    })
    expect(openToOthers(svc.data_dir)).toEqual([])
    expect(openToOthers(elsewhere)).toEqual([])
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  })

  test('that others could read is closed to them at the start, which the log tells once', async () => {
    await using svc = await createSvc()
    const first = await svc.serve({ SVC_LOG_FORMAT: 'json' })
    await upload(svc, first)
    await first.stop()
    for (const path of Object.keys(modesOf(svc.data_dir))) {
      const whole = join(svc.data_dir, path)
      chmodSync(whole, statSync(whole).isDirectory() ? 0o755 : 0o644)
    }
    await mkdir(join(svc.data_dir, 'of-somebody'), { mode: 0o755 })

    const second = await svc.serve({ SVC_LOG_FORMAT: 'json' })
    const open = openToOthers(svc.data_dir)
    await second.stop()
    const third = await svc.serve({ SVC_LOG_FORMAT: 'json' })

    expect(open).toEqual(['of-somebody 755'])
    const told = [first, second, third].map(
      (serving) => serving.output().split('could read the data folder').length - 1,
    )
    expect(told).toEqual([0, 1, 0])
  })
})

/** Puts a file into an upload source of the demo organization. */
async function upload(svc: Awaited<ReturnType<typeof createSvc>>, { api }: Serving): Promise<void> {
  const { output: key } = await svc.run(['key', 'create', 'ci', '--org', 'demo', '--role', 'admin'])
  const call = caller(api, key.trim())
  const { body: collections } = await call('GET', '/knowledge/collections')
  const { body: source } = await call(
    'POST',
    `/knowledge/collections/${collections.data[0].id}/sources`,
    { name: 'files', type: 'upload', config: {} },
  )
  const { body } = await call('POST', `/knowledge/sources/${source.id}/documents`, {
    documents: [{ path: 'hours.md', text: '# Hours\n\nThe office opens at eight.' }],
  })
  await until(async () => !(await call('GET', `/knowledge/jobs/${body.job.id}`)).body.is_active)
}
