import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bench-test-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

function start(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bench/run.ts', ...args], {
    cwd: root,
    // Sections without a browser need not unpack one.
    env: { ...process.env, TMPDIR: folder, CHROME_PATH: process.execPath, ...environment },
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text))
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...printed }))
  return { child, ended }
}

function worktrees(): string[] {
  const listed = execFileSync('git', ['worktree', 'list', '--porcelain'], { cwd: root })
  return String(listed).match(/^worktree .*$/gm) ?? []
}

test('after a section that fails the others are measured', async () => {
  const { code, stdout, stderr } = await start(
    ['--smallest', '--json', '--sections', 'stores,index'],
    // No server listens there.
    { SVC_TEST_POSTGRES: 'postgres://127.0.0.1:1/none' },
  ).ended

  expect(code).toBe(1)
  expect(stderr).toContain('stores failed: ')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toContainEqual({
    section: 'stores',
    error: expect.stringContaining('ECONNREFUSED'),
  })
  const index = lines.find(({ section }) => section === 'index')
  expect(index.figures[0]).toMatchObject({
    what: 'index of 200 passages, CPU for a passage',
    unit: 'µs',
    measured: { median: expect.any(Number) },
  })
})

test('an unknown section and an unknown commit are wrong usage', async () => {
  const section = await start(['--sections', 'index,none']).ended
  const commit = await start(['--against', 'none']).ended

  expect(section).toMatchObject({ code: 2, stderr: expect.stringContaining('none is none of ') })
  const stderr = 'bench: none is no commit of this repository.\n'
  expect(commit).toMatchObject({ code: 2, stderr })
})

test('an interrupted comparison leaves no worktree and no data', async () => {
  const { child, ended } = start(['--against', 'HEAD', '--sections', 'start'])
  await expect.poll(() => worktrees().join(), { interval: 100 }).toContain(folder)

  child.kill('SIGINT')

  expect((await ended).code).toBe(130)
  expect(worktrees().join()).not.toContain(folder)
  expect(readdirSync(folder)).toEqual([])
})
