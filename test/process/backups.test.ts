import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { test } from '../support/folder-test.ts'
import { createSvc, until } from './svc.ts'

const NAME = /^svc-\d{8}T\d{9}Z\.backup$/

test('backups into a folder keep the newest, and each can be restored (docs/behaviour.md#backup-and-restore)', async () => {
  await using svc = await createSvc()
  await (await svc.serve({ SVC_DEMO: 'off' })).stop()
  await svc.run(['org', 'create', 'acme', 'Acme'])
  const folder = join(svc.dir, 'backups')
  const backUp = () => svc.run(['backup', '--to', folder, '--keep', '2'])
  await mkdir(folder)
  await writeFile(join(folder, 'mine.backup'), 'not made by the service')

  const first = await backUp()
  const oldest = (await readdir(folder)).find((name) => NAME.test(name))
  await backUp()
  await backUp()

  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('1 organizations') })
  const left = await readdir(folder)
  expect(left).toContain('mine.backup')
  const made = left.filter((name) => NAME.test(name))
  expect(made).toHaveLength(2)
  expect(made).not.toContain(oldest)
  for (const name of made) {
    const elsewhere = { SVC_DATA_DIR: join(svc.dir, `restored-${name}`) }
    expect(await svc.run(['restore', join(folder, name)], elsewhere)).toMatchObject({ code: 0 })
    expect((await svc.run(['org', 'list'], elsewhere)).output).toContain('acme')
  }
})

test('a backup that fails deletes none of the earlier ones', async () => {
  await using svc = await createSvc()
  await (await svc.serve({ SVC_DEMO: 'off' })).stop()
  const folder = join(svc.dir, 'backups')
  await svc.run(['backup', '--to', folder])
  const before = await readdir(folder)
  await writeFile(join(svc.dir, 'file'), '')

  const failed = await svc.run(['backup', '--to', join(svc.dir, 'file'), '--keep', '1'])

  expect(failed.code).toBe(1)
  expect(await readdir(folder)).toEqual(before)
})

test.each([
  [[], /^Usage: svc backup/],
  [['a.backup', '--to', 'folder'], /^Usage: svc backup/],
  [['a.backup', '--keep', '3'], /^Usage: svc backup/],
  [['--to', 'folder', '--keep', '0'], /^--keep must be a number of backups, at least 1/],
])('backup %j is refused', async (args, words) => {
  await using svc = await createSvc()
  await (await svc.serve({ SVC_DEMO: 'off' })).stop()

  const { code, output } = await svc.run(['backup', ...args])

  expect(code).toBe(2)
  expect(output).toMatch(words)
})

test('the service makes backups on a schedule, and tells of each in the log and when asked whether it is ready', async () => {
  await using svc = await createSvc()
  await using failing = await createSvc()
  const folder = join(svc.dir, 'made by itself')
  const noFolder = join(failing.dir, 'file')
  await writeFile(noFolder, '')
  const everyMinute = (to: string) => ({ SVC_DEMO: 'off', SVC_BACKUP: `* * * * * ${to} keep=1` })
  const good = await svc.serve(everyMinute(folder))
  const bad = await failing.serve(everyMinute(noFolder))
  const before = await backupCheck(good.api)

  await until(() => good.output().includes('backup made'))
  await until(() => bad.output().includes('backup failed'))

  expect(before).toMatch(/^ok /)
  expect(await backupCheck(good.api)).toMatch(/^ok \d{4}-\d\d-\d\dT/)
  // A later one is beside the one that it replaces for a moment.
  const kept = async () => (await readdir(folder)).filter((name) => NAME.test(name))
  await expect.poll(kept).toHaveLength(1)
  expect(await backupCheck(bad.api)).toMatch(/^failed \d{4}-\d\d-\d\dT/)
}, 150_000)

async function backupCheck(api: string): Promise<string> {
  const response = await fetch(`${api}/ready`)
  expect(response.status).toBe(200)
  return (await response.json()).checks.backup
}

test.each([
  '30 3 * * * keep=14',
  '30 3 * * /backups keep=14',
  '61 * * * * /b keep=1',
  '0 3 * * * /b',
])('SVC_BACKUP=%s stops the start', async (SVC_BACKUP) => {
  await using svc = await createSvc()

  const { code, output } = await svc.run(['serve'], { SVC_BACKUP })

  expect(code).toBe(2)
  expect(output).toMatch(/^SVC_BACKUP must be a cron expression of five fields, a folder and/)
})
