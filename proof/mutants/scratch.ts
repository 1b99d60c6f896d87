import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Failure, readFailures } from '../test-report.ts'

export type Scratch = ReturnType<typeof createScratch>

/** A copy of the built repository, whose files can be changed and tested. */
export function createScratch(root: string) {
  const dir = mkdtempSync(join(tmpdir(), 'mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
  for (const file of [...listed.toString().split('\0').filter(Boolean), 'dist']) {
    const from = join(root, file)
    if (existsSync(from)) cpSync(from, join(dir, file), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))

  let running: number | undefined
  const remove = () => {
    kill(running)
    rmSync(dir, { recursive: true, force: true })
  }
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

  /** Runs a package's program; false when it fails or, after `milliseconds`, is killed. */
  async function run(program: string, args: string[], milliseconds: number): Promise<boolean> {
    const entry = join(dir, 'node_modules', program)
    // A process group of its own, so that a test's hanging children end with it.
    const child = spawn(process.execPath, [entry, ...args], {
      cwd: dir,
      detached: true,
      stdio: 'ignore',
    })
    running = child.pid
    const timer = setTimeout(() => kill(child.pid), milliseconds)
    const [code] = await once(child, 'exit')
    clearTimeout(timer)
    kill(child.pid)
    return code === 0
  }

  return {
    write: (file: string, source: string) => writeFileSync(join(dir, file), source),
    restore: (file: string) => cpSync(join(root, file), join(dir, file)),

    /** The first failure of these tests within `milliseconds`, or null when all pass. */
    async failure(tests: string[], milliseconds: number): Promise<Failure | null> {
      const usesBuilt = tests.some((test) => test.startsWith('test/process'))
      const build = ['build', '--logLevel', 'warn']
      if (usesBuilt && !(await run('vite/bin/vite.js', build, BUILD_MILLISECONDS)))
        return { file: null, what: 'build' }
      const report = join(dir, 'report.json')
      rmSync(report, { force: true })
      const reporter = ['--reporter', 'json', '--outputFile', report]
      const args = ['run', ...tests, '--bail', '1', '--testTimeout', TEST_MILLISECONDS, ...reporter]
      if (await run('vitest/vitest.mjs', args, milliseconds)) return null
      return existsSync(report) ? firstFailure(report, dir) : { file: null, what: 'hangs' }
    },

    [Symbol.dispose]: remove,
  }
}

const BUILD_MILLISECONDS = 120_000
/** Long, because on a busy machine a slow test would pass for one that noticed. */
const TEST_MILLISECONDS = '90000'

function kill(group: number | undefined): void {
  try {
    if (group) process.kill(-group, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The first failed test of Vitest's report, or the file that failed outside of a test. */
function firstFailure(report: string, dir: string): Failure {
  const [first] = readFailures(report, dir)
  return first ?? { file: null, what: 'an error outside of the tests' }
}
