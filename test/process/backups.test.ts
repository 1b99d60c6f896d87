import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { scheduleBackups } from '../../server/backup-schedule.ts'
import { readConfig } from '../../server/config.ts'
import { test } from '../support/folder-test.ts'
import { createSvc, type Environment, until } from './svc.ts'

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

  const { code, output } = await svc.run(['backup', ...args])

  expect(code).toBe(2)
  expect(output).toMatch(words)
})

test('backups are made on a schedule, each told of in the log and where the service says whether it is ready', async () => {
  await using svc = await createSvc()
  await (await svc.serve({ SVC_DEMO: 'off' })).stop()
  const folder = join(svc.dir, 'made by itself')
  const noFolder = join(svc.dir, 'file')
  await writeFile(noFolder, '')
  const good = everySecond(svc.environment, folder)
  const bad = everySecond(svc.environment, noFolder)
  const before = await good.state()

  await until(() => bad.output().includes('backup failed'))
  await until(() => good.output().split('backup made').length > 2)
  // A later one is beside the one that it replaces for a moment.
  const kept = async () => (await readdir(folder)).filter((name) => NAME.test(name))
  await expect.poll(kept).toHaveLength(1)
  await bad.stop()
  await good.stop()

  expect(before).toMatch(/^ok /)
  expect(await good.state()).toMatch(/^ok \d{4}-\d\d-\d\dT/)
  expect(await bad.state()).toMatch(/^failed \d{4}-\d\d-\d\dT/)
})

/** Cron has no seconds, but the schedule takes them. */
function everySecond(environment: Environment, folder: string) {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const backup = { schedule: '* * * * * *', folder, keep: 1 }
  const backups = scheduleBackups(readConfig(environment), backup, log)
  return { ...backups, output: () => lines.join('') }
}

test('a service with a schedule tells of its last backup when asked whether it is ready', async () => {
  await using svc = await createSvc()
  const SVC_BACKUP = `0 3 29 2 * ${join(svc.dir, 'yearly')} keep=1`
  const serving = await svc.serve({ SVC_DEMO: 'off', SVC_BACKUP })
  const told = async () => (await (await fetch(`${serving.api}/ready`)).json()).checks.backup
  const before = await told()

  await svc.run(['backup', '--to', join(svc.dir, 'by hand')])

  expect(before).toBe('ok (none yet)')
  expect(await told()).toMatch(/^ok \d{4}-\d\d-\d\dT/)
})

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
