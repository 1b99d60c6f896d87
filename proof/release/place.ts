import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/check/source-files.ts'

export type Environment = Record<string, string>

/** An empty folder whose programs cannot read the checkout, and so nothing that is installed there. */
export type Place = Awaited<ReturnType<typeof createPlace>>

export async function createPlace() {
  const dir = await mkdtemp(join(tmpdir(), 'place-'))
  // Programs of other users are run in it as well.
  chmodSync(dir, 0o755)
  const bin = join(dir, 'bin')
  mkdirSync(bin)
  // In a namespace of its own, an empty file system lies over the checkout.
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const hidden = 'mount -t tmpfs none "$0" && exec "$@"'
  const prefix = ['unshare', '--mount', ...user, 'sh', '-c', hidden, root]
  const ending = new AbortController()

  function environmentOf(more: Environment) {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(SVC_|npm_)/.test(name))
    const PATH = `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`
    const cache = { npm_config_cache: join(dir, 'cache') }
    return { ...Object.fromEntries(inherited), ...cache, PATH, ...more }
  }

  return {
    dir,
    /** Puts the Node that runs the proof into the place, for forms that need one. */
    bringNode(): void {
      cpSync(process.execPath, join(bin, 'node'))
    },
    /** Runs a command to its end and returns what it prints. Throws when it fails. */
    async run([program = '', ...args]: string[], env: Environment = {}): Promise<string> {
      const options = { cwd: dir, env: environmentOf(env), maxBuffer: 2 ** 26 }
      const [first = '', ...rest] = [...prefix, program, ...args]
      const { stdout } = await promisify(execFile)(first, rest, options)
      return stdout
    },
    /** Starts a command, whose process group ends with the place. */
    start(command: string[], env: Environment = {}) {
      const [first = '', ...rest] = [...prefix, ...command]
      const child = spawn(first, rest, {
        cwd: dir,
        env: environmentOf(env),
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      ending.signal.addEventListener('abort', () => killGroup(child.pid, 'SIGKILL'))
      return child
    },
    async [Symbol.asyncDispose]() {
      ending.abort()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Signals a process and its children; nothing happens when they have ended. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
