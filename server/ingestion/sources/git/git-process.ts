import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { promisify } from 'node:util'
import { SourceError } from '../../define-source.ts'

/** What git is run with. Secrets may be in `settings`, which it gets in its environment. */
export interface GitOptions {
  /** Its repository, and its home. */
  directory: string
  /** PATH, by which git is found. */
  searchPath: string | undefined
  settings: Record<string, string>
  signal: AbortSignal
}

export interface GitResult {
  code: number | null
  stdout: Buffer
  stderr: string
}

export type Git = ReturnType<typeof createGit>

const MAX_OUTPUT = 64 * 1024 * 1024
const MAX_ERRORS = 4096

/** Settings that keep git from everything but what it is told to do. */
const CONFINED = {
  'core.hooksPath': devNull,
  'core.askPass': '',
  'credential.helper': '',
  // Blobs are fetched by their ids, not by what leads to them.
  'fetch.negotiationAlgorithm': 'noop',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'protocol.allow': 'never',
  'http.followRedirects': 'false',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '15',
}

/** Whether the system has a git to be run; an older one ignores what pins its connections. */
export async function isGitInstalled(searchPath: string | undefined): Promise<boolean> {
  const run = promisify(execFile)('git', ['version'], { env: { PATH: searchPath } })
  const { stdout } = await run.catch(() => ({ stdout: '' }))
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? []
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 37)
}

/**
 * Runs the system's git without the configuration of the system or of a user, asking nobody for
 * passwords. The processes are killed when the signal aborts.
 */
export function createGit({ directory, searchPath, settings, signal }: GitOptions) {
  const env = environment({ directory, searchPath, settings: { ...CONFINED, ...settings } })

  function start(args: string[]): ChildProcess & { ended: Promise<number | null> } {
    signal.throwIfAborted()
    // A group of its own, because git starts further processes that must end with it.
    const child = spawn('git', args, { env, cwd: directory, detached: true, windowsHide: true })
    const kill = () => killGroup(child)
    signal.addEventListener('abort', kill, { once: true })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    }).finally(() => signal.removeEventListener('abort', kill))
    ended.catch(() => {})
    // A process that ended early does not read what it is told.
    child.stdin?.on('error', () => {})
    return Object.assign(child, { ended, kill: () => killGroup(child) })
  }

  return {
    start,

    /** Runs a command to its end. Throws `SourceError` when it tells too much. */
    async run(args: string[], input = ''): Promise<GitResult> {
      const child = start(args)
      const pieces: Buffer[] = []
      let length = 0
      let stderr = ''
      child.stdout?.on('data', (piece: Buffer) => {
        length += piece.length
        if (length <= MAX_OUTPUT) pieces.push(piece)
        else child.kill()
      })
      child.stderr?.on('data', (piece: Buffer) => {
        stderr = (stderr + piece).slice(-MAX_ERRORS)
      })
      child.stdin?.end(input)
      const code = await child.ended
      signal.throwIfAborted()
      if (length > MAX_OUTPUT) {
        throw new SourceError('limit_exceeded', 'The repository holds too many files.')
      }
      return { code, stdout: Buffer.concat(pieces), stderr }
    },
  }
}

function environment({ directory, searchPath, settings }: Omit<GitOptions, 'signal'>) {
  const entries = Object.entries(settings).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return {
    PATH: searchPath,
    HOME: directory,
    LC_ALL: 'C',
    GIT_DIR: directory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(Object.keys(settings).length),
    ...Object.fromEntries(entries),
  }
}

function killGroup({ pid }: ChildProcess): boolean {
  try {
    if (pid !== undefined) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
  return true
}
