import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isInPostgres, newData } from '../support/data.ts'
import { freePort } from '../support/free-port.ts'

const SVC = [process.execPath, join(import.meta.dirname, '../../server/svc.mjs')]

export type Environment = Record<string, string>

export interface Serving {
  url: string
  api: string
  demo_url: string
  /** The output so far. */
  output(): string
  process: ChildProcess
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

/**
 * Runs the built program on a temporary data folder, and a database unless `inPostgres` is false.
 * `prefix` is a command that gets the program as its last arguments, for instance to set limits.
 */
export async function createSvc({
  prefix = [],
  inPostgres = isInPostgres,
}: {
  prefix?: string[]
  inPostgres?: boolean
} = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'svc-'))
  const data_dir = join(dir, 'data')
  const data = await newData(data_dir, { name: basename(dir), inPostgres })
  const running = new Set<Serving>()

  /** Starts the service without waiting until it is ready. */
  async function launch(environment: Environment = {}): Promise<Serving> {
    const [port, demoPort] = [await freePort(), await freePort()]
    const child = start([...prefix, ...SVC, 'serve'], {
      ...data.environment,
      SVC_PORT: String(port),
      SVC_DEMO_PORT: String(demoPort),
      // Tests ask in quick succession, all from one address.
      SVC_RATE_ADDRESS: '0',
      SVC_RATE_IDENTITY: '0',
      SVC_RATE_WIDGET: '0',
      SVC_RATE_DEPLOYMENT: '0',
      ...environment,
    })
    const read = collect(child)
    const ended = once(child, 'exit').then(([code]) => code as number | null)
    const serving: Serving = {
      url: `http://127.0.0.1:${port}`,
      api: `http://127.0.0.1:${port}/svc/api/v1`,
      demo_url: `http://127.0.0.1:${demoPort}`,
      output: read,
      process: child,
      async stop() {
        running.delete(serving)
        child.kill('SIGTERM')
        return ended
      },
      async kill() {
        running.delete(serving)
        child.kill('SIGKILL')
        await ended
      },
    }
    running.add(serving)
    return serving
  }

  async function serve(environment: Environment = {}): Promise<Serving> {
    const serving = await launch(environment)
    const { process, output } = serving
    await until(() => {
      if (process.exitCode !== null || process.signalCode !== null)
        throw new Error(`svc ended with ${process.exitCode}: ${output()}`)
      // The link that makes an owner follows on another stream.
      return /is ready\.[^]*(?:Sign in to the console|#claim=\S+\s)/.test(output())
    })
    return serving
  }

  return {
    dir,
    data_dir,
    /** Settings that say where its data are. */
    environment: data.environment as Environment,
    /** Reads rows of its data with a statement that every store understands. */
    read: data.read,
    /** Changes rows of its data in the same way. */
    change: data.change,
    launch,
    serve,
    /** Runs one command to its end. */
    async run(args: string[], environment: Environment = {}) {
      const child = start([...prefix, ...SVC, ...args], {
        ...data.environment,
        SVC_PORT: '0',
        ...environment,
      })
      const read = collect(child)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, output: read() }
    },
    async [Symbol.asyncDispose]() {
      for (const serving of running) await serving.kill()
      await data.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function start([command = '', ...args]: string[], environment: Environment): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_'))
  return spawn(command, args, {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(child: ChildProcess): () => string {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return () => text
}

/** Waits until a condition holds. Throws when it does not within `ms`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { ms = 100_000, everyMs = 20 } = {},
): Promise<void> {
  const deadline = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('The condition did not come to hold in time.')
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** Calls the API with a key. */
export function caller(api: string, key: string) {
  return async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}
