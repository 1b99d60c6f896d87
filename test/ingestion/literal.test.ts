import { expect, test } from 'vitest'
import { readLiteral } from '../../server/ingestion/formats/markdown/literal.ts'

test.each([
  ["'a'", 'a'],
  ['"a"', 'a'],
  ['`a`', 'a'],
  [String.raw`'a\nb\'c\\d'`, "a\nb'c\\d"],
  ['-1.5', -1.5],
  ['0', 0],
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
  ['[]', []],
  ['[1, "a", [2]]', [1, 'a', [2]]],
  ['[1,]', [1]],
  ['{}', {}],
  ['{a: 1, "b c": [2], d: {e: null}}', { a: 1, 'b c': [2], d: { e: null } }],
  ['{a: 1,}', { a: 1 }],
  ['[ // one\n 1, /* two */ 2 ]', [1, 2]],
  ["['//', '/*']", ['//', '/*']],
])('%s is a literal', (source, value) => {
  expect(readLiteral(source)).toEqual(value)
})

test.each(['', 'name', 'call()', '[1 2]', '[1', '[name]', '{a 1}', '{a: 1 b: 2}', '{a: 1', '{a}'])(
  '%s is none, and nothing of it is read',
  (source) => {
    expect(readLiteral(source)).toBeNull()
  },
)

test('lists may be nested 20 deep', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`

  expect(JSON.stringify(readLiteral(nested(20)))).toBe(nested(20))
  expect(readLiteral(nested(21))).toBeNull()
})
