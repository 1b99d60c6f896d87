import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { run } from '../../server/main.ts'
import { version } from '../../server/version.ts'
import { emptyData, isInPostgres } from '../support/data.ts'

let dir: string
/** A failure of the standard output. */
let outputFailure: Error | null
beforeEach(async () => {
  outputFailure = null
  dir = await mkdtemp(join(tmpdir(), 'main-'))
  const { environment, drop } = await emptyData(dir)
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('SVC_TEST_')) vi.stubEnv(name, undefined)
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await drop()
    await rm(dir, { recursive: true })
  })
})

/** The exit code of `svc` with these arguments, and its lines. */
async function svc(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const print = (line: unknown) => void lines.push(String(line))
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => {
      if (outputFailure) throw outputFailure
      print(line)
    }),
    vi.spyOn(console, 'error').mockImplementation(print),
  ]
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as () => never)
  try {
    await run(args)
    return { code: Number(exit.mock.calls[0]?.[0] ?? 0), lines }
  } finally {
    for (const spy of [...spies, exit]) spy.mockRestore()
  }
}

describe('svc', () => {
  test.each([['--help'], ['-h'], ['help'], ['serve', '--help'], ['serve', '-h']])(
    '%j %j lists commands and settings',
    async (...args) => {
      const { code, lines } = await svc(...args.filter((argument) => argument !== undefined))

      expect(code).toBe(0)
      expect(lines.join('\n')).toContain('Usage: svc [COMMAND] [--help]')
      expect(lines.join('\n')).toContain('  SVC_PORT ')
    },
  )

  test('--version prints the version alone', async () => {
    expect(await svc('--version')).toEqual({ code: 0, lines: [version] })
  })

  test.each([['--help'], ['-h']])('org %s prints the usage alone', async (flag) => {
    const { code, lines } = await svc('org', 'create', flag)

    expect(code).toBe(0)
    expect(lines).toEqual([expect.stringMatching(/^Usage: svc org list \| create SLUG NAME/)])
  })

  test('runs a command', async () => {
    expect(await svc('org', 'create', 'beta')).toEqual({ code: 0, lines: ['Created beta.'] })
  })

  test.each<[string[], number, string]>([
    [['frobnicate'], 2, 'frobnicate is not a command; "svc --help" lists them.'],
    [['toString'], 2, 'toString is not a command; "svc --help" lists them.'],
    [['serve', 'now'], 2, 'Usage: svc serve; its settings come from the environment.'],
    [['user', 'list', '--nope'], 2, "Unknown option '--nope'"],
    [['org', 'suspend'], 2, 'An organization is needed: --org SLUG.'],
    [['org', 'suspend', 'beta'], 1, 'There is no organization beta.'],
    isInPostgres
      ? [['restore', '/nowhere/a.backup'], 2, 'Back up the database at SVC_DATABASE_URL with']
      : [['restore', '/nowhere/a.backup'], 1, ' exists already: move the data folder '],
  ])('%j ends with its exit code and a line', async (args, code, words) => {
    const ended = await svc(...args)

    expect(ended).toEqual({ code, lines: [expect.stringContaining(words)] })
    expect(ended.lines[0]).not.toContain('\n    at ')
  })

  test.each([
    ['a bug with its class and its place', new TypeError('bug'), 'TypeError: bug'],
    ['a file that fails in a line', Object.assign(new Error('EIO'), { syscall: 'read' }), 'EIO'],
  ])('prints %s', async (_, error, line) => {
    outputFailure = error

    expect(await svc('--version')).toEqual({ code: 1, lines: [line] })
  })
})
