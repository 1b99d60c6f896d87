import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measure, type Subject } from '../../bench/measure.ts'
import { tableOf } from '../../bench/table.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function subject(section: string, name = '6'): Subject {
  const program = join(folder, name)
  mkdirSync(program, { recursive: true })
  const bench = join(import.meta.dirname, '../../bench')
  return { program, bench, section: `../test/bench/sections/${section}.ts` }
}

function options(limitMs = 30_000) {
  return { size: 'full', rounds: null, limitMs, folder } as const
}

test('a figure is the median of the rounds, beside baseline and budget', async () => {
  const { figures } = await measure(subject('works'), options())

  expect(figures).toEqual([
    {
      what: 'number',
      unit: 'ms',
      measured: { median: 12, min: 6, max: 18 },
      baseline: 1,
      ratio: 12,
      budget: { most: 10, of: 'measured', held: false },
    },
  ])
  expect(tableOf('works', figures)).toMatch(/^number +12 ms +6 – 18 +1 ms +× 12 +≤ 10 ms +missed$/m)
})

test('two programs are compared by the ratio of their medians', async () => {
  const { figures } = await measure(subject('works', '6'), options(), subject('works', '4'))

  expect(figures[0]?.against).toEqual({
    measured: { median: 8, min: 4, max: 12 },
    ratio: 1.5,
    ratios: [1.5, 1.5],
  })
  expect(tableOf('works', figures, 'abc1234')).toMatch(
    /^number +12 ms +6 – 18 +8 ms +4 – 12 +× 1.5 +1.5 – 1.5$/m,
  )
})

test('what another program does not have is not compared', async () => {
  const { figures, missing } = await measure(subject('works'), options(), subject('fails'))

  expect(missing).toContain('Error: Nothing is there.')
  expect(figures[0]).toMatchObject({ measured: { median: 12 }, against: null })
  expect(tableOf('works', figures, 'abc1234')).toMatch(/^number +12 ms +6 – 18 +n\/a$/m)
})

test('a section that fails says why and leaves nothing behind', async () => {
  const failing = measure(subject('fails'), options())

  await expect(failing).rejects.toThrow('Error: Nothing is there.')
  expect(readdirSync(folder)).toEqual(['6'])
})

test('a section that hangs fails at its limit, with what it has started', async () => {
  const hanging = measure(subject('hangs'), options(3000))

  await expect(hanging).rejects.toThrow('It took longer than 3 s.')
  const started = Number(readFileSync(join(folder, 'started'), 'utf8'))
  await expect.poll(() => isRunning(started)).toBe(false)
})

/** Whether the process runs; one that ended but nobody waited for does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
