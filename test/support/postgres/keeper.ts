/**
 * Runs a PostgreSQL server for the process that forked this one, and ends the server and all that
 * it stored when that process is gone, however it ended. Started by `server.ts`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../free-port.ts'
import { type Answering, PACKAGE, type Restart } from './server.ts'

/** PostgreSQL refuses to run as root; this user owns nothing. */
const NOBODY = 65_534
const ANSWERS_WITHIN_MS = 30_000

const isDurable = process.argv.includes('durable')
const data = await mkdtemp(join(tmpdir(), 'postgres-'))
/** Chosen once the data are made, and kept over restarts. */
let port = 0
let server: ChildProcess | undefined

try {
  await makeData()
  port = await freePort()
  await start()
} catch (error) {
  process.stderr.write(`${error}\n`)
  await end(1)
}
process.once('disconnect', () => void end(0))
process.on('message', ({ awayMs }: Restart) => void restart(awayMs))
if (process.connected) tell()
else await end(0)

async function makeData(): Promise<void> {
  if (process.getuid?.() === 0) await chown(data, NOBODY, NOBODY)
  const { initdb } = await programs()
  await makeLinks(join(dirname(initdb), '../..'))
  await finished(
    run(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']),
  )
}

async function start(): Promise<void> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { postgres } = await programs()
  server = run(postgres, ['-D', data, ...options])
  await Promise.race([answers(), finished(server)])
}

/** As `pg_ctl restart --mode immediate`, with some time between the end and the start. */
async function restart(awayMs: number): Promise<void> {
  await kill()
  await pause(awayMs)
  await start()
  tell()
}

function tell(): void {
  process.send?.({ url: url() } satisfies Answering)
}

async function end(code: number): Promise<void> {
  await kill()
  await rm(data, { recursive: true, force: true })
  process.exit(code)
}

async function kill(): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGQUIT')
  await once(server, 'exit')
}

function programs(): Promise<{ initdb: string; postgres: string }> {
  return import(PACKAGE)
}

/** Packages hold no links, so this one has a script that makes them, which npm does not run. */
async function makeLinks(folder: string): Promise<void> {
  const script = join(folder, 'scripts/hydrate-symlinks.js')
  await finished(spawn(process.execPath, [script], { cwd: folder }))
}

function run(program: string, values: string[]): ChildProcess {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  return spawn(program, values, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
}

async function finished(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000)
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}: ${said}`)
}

async function answers(): Promise<void> {
  const endsAt = Date.now() + ANSWERS_WITHIN_MS
  for (;;) {
    const client = new Client({ connectionString: url() })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > endsAt) throw error
      await pause(50)
    }
  }
}

function url(): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}
