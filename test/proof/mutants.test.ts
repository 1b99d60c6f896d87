import { expect, test } from 'vitest'
import { findFaults } from '../../proof/mutants/rules.ts'

/** Each fault of the source as the source would then be, by rule. */
function planted(source: string): string[] {
  return findFaults('code.ts', source).map(
    ({ rule, start, end, text }) => `${rule}: ${source.slice(0, start)}${text}${source.slice(end)}`,
  )
}

test.each([
  ['if (a) b = 1', ['condition turned round: if (!(a)) b = 1']],
  ['c = a ? 1 : 2', ['condition turned round: c = !(a) ? 1 : 2']],
  ['c = a /* && */ && b', ['condition turned round: c = a /* && */ || b']],
  ['function f() { return true }', ['condition turned round: function f() { return false }']],
  ['c = a <= b', ['bound moved: c = a < b']],
  ['c = a === 4', ['bound moved: c = a === (4 + 1)']],
  ['c = a.slice(1, n)', ['bound moved: c = a.slice((1 + 1), n)']],
  ['const MAX_BYTES = 4 * 1024', ['bound moved: const MAX_BYTES = 2 * 4 * 1024']],
  ['await f(a)', ['call left out: void 0']],
])('plants a fault of each rule in %s', (source, faults) => {
  expect(planted(source)).toEqual(faults)
})

test.each([
  'log.info({ n: a === 1 })',
  'throw new Error(a < b ? "a" : "b")',
  'type Width = 4',
  'const width: Width<4> = f()',
])('plants nothing where the program promises nothing: %s', (source) => {
  expect(planted(source)).toEqual([])
})
