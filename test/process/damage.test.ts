import { chmodSync, statSync, truncateSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, test as everyTest, expect } from 'vitest'
import { isInPostgres } from '../support/data.ts'
import { test } from '../support/folder-test.ts'
import { caller, createSvc } from './svc.ts'

const SECRET = `svc_sk_${'d'.repeat(40)}`
const HASH = 'a'.repeat(64)

let umask: number
beforeAll(() => {
  umask = process.umask(0o077)
})
afterAll(() => void process.umask(umask))

/** A data folder in which a service has been. */
async function prepared() {
  const svc = await createSvc()
  const file = join(svc.dir, 'provision.json')
  const acme = {
    slug: 'acme',
    name: 'Acme',
    api_keys: [{ name: 'ci', role: 'admin', secret: SECRET }],
  }
  await writeFile(file, JSON.stringify({ organizations: [acme] }))
  await svc.run(['provision', file])
  await mkdir(join(svc.data_dir, 'uploads'))
  await writeFile(join(svc.data_dir, 'uploads', HASH), 'uploaded')
  return { svc, database: join(svc.data_dir, 'svc.db') }
}

/** Exit codes. A check has done what it is for when it tells of damage: 1, as for other faults. */
const LEFT_OVER = { check: 1, others: 1 }
const DAMAGE = { check: 1, others: 2 }
const SETTING = { check: 2, others: 2 }

const isRoot = process.getuid?.() === 0

test.each<[string, (database: string) => unknown, typeof DAMAGE, RegExp]>([
  [
    'a database of 0 bytes beside uploads',
    (database) => truncateSync(database, 0),
    LEFT_OVER,
    /^The database \S+svc\.db is empty, but \S+uploads was left of it\. Move .* "svc restore FILE"/,
  ],
  [
    'a missing database beside uploads',
    (database) => rm(database),
    LEFT_OVER,
    /^The database \S+svc\.db is missing, but \S+uploads was left of it\./,
  ],
  [
    'a header that is none',
    (database) => writeFile(database, Buffer.alloc(8192, 'x')),
    DAMAGE,
    /^The database \S+svc\.db is damaged \(file is not a database\)\. .*"svc restore FILE"/,
  ],
  [
    'a schema that is damaged',
    async (database) => {
      const bytes = await readFile(database)
      await writeFile(database, bytes.fill(0x55, 100, 4096))
    },
    DAMAGE,
    /^The database \S+svc\.db is damaged \(.*\)\. .*"svc restore FILE"/,
  ],
  [
    'a database that was cut off',
    (database) => truncateSync(database, 5000),
    DAMAGE,
    /^The database \S+svc\.db is damaged \(.*\)\. .*"svc restore FILE"/,
  ],
  [
    'a folder in place of the database',
    async (database) => {
      await rm(database)
      await mkdir(database)
    },
    SETTING,
    /^SVC_DATA_DIR: \S+svc\.db is not a file\.$/,
  ],
  [
    'a file in place of the uploads',
    async (database) => {
      await rm(join(database, '../uploads'), { recursive: true })
      await writeFile(join(database, '../uploads'), '')
    },
    SETTING,
    /^SVC_DATA_DIR: \S+uploads is not a folder\.$/,
  ],
])('%s stops every command in one line that says what to do', async (_, damage, codes, line) => {
  const { svc, database } = await prepared()
  await using _svc = svc
  await damage(database)

  for (const command of [['serve'], ['check'], ['org', 'list'], ['backup', join(svc.dir, 'b')]]) {
    const ended = await svc.run(command, { SVC_DEMO: 'off' })

    expect(ended, command.join(' ')).toMatchObject({
      code: codes[command[0] === 'check' ? 'check' : 'others'],
    })
    // What is known is told before the line that says what fails.
    const said = ended.output
      .trim()
      .split('\n')
      .slice(command[0] === 'check' ? -1 : 0)
    expect(said, command.join(' ')).toEqual([expect.stringMatching(line)])
  }
  expect(statSync(database, { throwIfNoEntry: false })?.size ?? 0).toBeLessThan(1e6)
})

everyTest.skipIf(isRoot || isInPostgres).each([
  ['svc.db', 0o400],
  ['svc.db', 0o000],
  ['uploads', 0o500],
  ['', 0o500],
])('%s of mode %o is named as a bad SVC_DATA_DIR', async (path, mode) => {
  const { svc } = await prepared()
  await using _svc = svc
  chmodSync(join(svc.data_dir, path), mode)

  const { code, output } = await svc.run(['serve'])

  chmodSync(join(svc.data_dir, path), 0o700)
  expect(code).toBe(2)
  expect(output).toBe(
    `SVC_DATA_DIR: ${join(svc.data_dir, path)} cannot be read and written by the user of the service (EACCES).\n`,
  )
})

test('a database that is damaged while it serves is 503, and the log names the file and what to do', async () => {
  const { svc, database } = await prepared()
  await using _svc = svc
  const serving = await svc.serve({ SVC_LOG_FORMAT: 'json' })
  const call = caller(serving.api, SECRET)
  expect((await call('GET', '/assistants')).status).toBe(200)
  await serving.stop()
  const again = await svc.serve({ SVC_LOG_FORMAT: 'json' })

  truncateSync(database, 20_000)

  const damaged = caller(again.api, SECRET)
  const answers = await Promise.all(
    ['/conversations', '/knowledge/collections', '/widget-deployments'].map((path) =>
      damaged('GET', path),
    ),
  )
  expect(answers).toContainEqual({
    status: 503,
    body: {
      code: 'service_unavailable',
      message: 'The service cannot use its data at the moment.',
    },
  })
  expect(answers.map(({ status }) => status)).not.toContain(500)
  // The log is written beside the responses.
  await expect.poll(again.output).toContain(`The database ${database} is damaged`)
  expect(again.output()).toContain('svc restore FILE')
  expect((await fetch(`${again.api}/health`)).status).toBe(200)
})
