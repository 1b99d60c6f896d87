import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSvc } from '../../test/process/svc.ts'
import { freePort } from '../../test/support/free-port.ts'
import { which } from '../../test/support/which.ts'
import { judge, notRun, type Table } from '../table.ts'
import { createPlace } from './place.ts'
import { smoke } from './smoke.ts'

const TITLE = 'postgres pooler: behind a transaction pooler'
const WHAT = 'it works behind a pool that gives each transaction another connection'
/** It refuses to run as root. */
const NOBODY = 65_534

/** Promises that the service works behind PgBouncer in transaction mode, where it is installed. */
export async function provePooler(): Promise<Table> {
  const program = which('pgbouncer') ?? which('/usr/sbin/pgbouncer')
  if (!program) return { title: TITLE, findings: [notRun(WHAT, 'pgbouncer is not installed')] }
  await using place = await createPlace()
  await using pooler = await startPooler(program, place.server.url)
  await using svc = await createSvc()
  const serving = await svc.serve({ ...place.environment, SVC_DATABASE_URL: pooler.url })
  const faults = await smoke(serving)
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? ''
  return { title: TITLE, findings: [judge(WHAT, faults, version)] }
}

/** The documentation's example. */
function readExample(): string {
  const page = join(import.meta.dirname, '../../demo-site/knowledge/several-machines.md')
  const [, example] = /```ini\n(\[databases\].*?)```/s.exec(readFileSync(page, 'utf8')) ?? []
  if (!example) throw new Error('The documentation has no example of PgBouncer.')
  return example
}

async function startPooler(program: string, database: string) {
  const { hostname, port, username, pathname } = new URL(database)
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  chmodSync(folder, 0o755)
  const listening = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`)
  const configuration = readExample()
    .replace('host=db.example.com port=5432', `host=${hostname} port=${port}`)
    .replace('listen_port = 6432', `listen_port = ${listening}\nunix_socket_dir =`)
    .replace('scram-sha-256', 'trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'users.txt'))
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await isUp(child)
  return {
    url: `postgres://${username}@127.0.0.1:${listening}${pathname}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

async function isUp({ stderr }: ChildProcess): Promise<void> {
  let said = ''
  for await (const bytes of stderr ?? []) {
    said += String(bytes)
    if (said.includes('process up')) return
  }
  throw new Error(said)
}
