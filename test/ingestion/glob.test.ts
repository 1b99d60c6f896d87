import { array, assert, constant, constantFrom, oneof, property, stringMatching } from 'fast-check'
import picomatch from 'picomatch'
import { expect, test } from 'vitest'
import { createMatcher } from '../../server/ingestion/glob.ts'

const matches = (glob: string, path: string) => createMatcher([glob])(path)

test.each([
  ['*.md', 'a.md', true],
  ['*.md', 'a/b.md', false],
  ['**/*.md', 'a.md', true],
  ['**/*.md', 'a/b/c.md', true],
  ['docs/**', 'docs/a/b', true],
  ['docs/**', 'docs', true],
  ['docs/**/old/*', 'docs/a/b/old/c', true],
  ['docs/**/old/*', 'docs/old/c', true],
  ['docs/**/old/*', 'docs/old', false],
  ['?.md', '山.md', true],
  ['?.md', '😀.md', true],
  ['?.md', '.md', false],
  ['[a-c0]*', 'b1', true],
  ['[a-c0]*', 'd1', false],
  ['[[]id].md', '[id].md', true],
  ['page-[0-9][0-9]', 'page-42', true],
  ['{docs,guides/{a,b}}/*.md', 'guides/b/x.md', true],
  ['{docs,guides/{a,b}}/*.md', 'guides/x.md', false],
  ['a{,.en}.md', 'a.md', true],
  ['a{,.en}.md', 'a.en.md', true],
  ['./docs/*', 'docs/a', true],
  ['c++, $1^2.md', 'c++, $1^2.md', true],
  ['A.md', 'a.md', false],
])('%s on %s: %s', (glob, path, expected) => {
  expect(matches(glob, path)).toBe(expected)
})

// Whether `*/**` is also the folder itself is answered differently from glob to glob elsewhere.
test('ordinary globs match what they match elsewhere', () => {
  const name = stringMatching(/^[ab][abc.]{0,3}[abc]$/)
  const path = array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
  const piece = constantFrom('a', 'b', 'c', '.', '*', '?', '[ab]', '[a-c]', '{a,bc}', '{b,*c}')
  const segment = oneof(
    { weight: 1, arbitrary: constant('**') },
    {
      weight: 3,
      arbitrary: array(piece, { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
    },
  )
  const glob = array(segment, { minLength: 1, maxLength: 4 })
    .map((segments) => segments.join('/'))
    .filter((text) => !/\*\*[^/]|[^/]\*\*|^\.\.?\/|\/\.\.?(?:\/|$)|^\.+$|\/\*\*$/.test(text))
    .filter((text) => text.split('{').length <= 6)

  assert(
    property(glob, path, (glob, path) => {
      expect(matches(glob, path), `${glob} on ${path}`).toBe(picomatch(glob, { dot: true })(path))
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['names', `${'**/'.repeat(82)}${'*a'.repeat(126)}b`],
  ['a name', `${'*a'.repeat(249)}*b`],
  ['folders', `${'**/a/'.repeat(99)}**/b`],
  ['braces', `**/${'{a,*a}'.repeat(7)}b`],
])('the worst glob of %s says no to the longest path within 50 ms', (_, glob) => {
  const isMatch = createMatcher([glob])

  for (const path of [
    'a'.repeat(4095),
    `${'a/'.repeat(2047)}a`,
    `${'a'.repeat(254)}/`.repeat(16),
  ]) {
    // In time of the processor, of which other work of the machine takes none.
    const took = Array.from({ length: 8 }, () => {
      const before = process.cpuUsage()
      expect(isMatch(path)).toBe(false)
      return process.cpuUsage(before).user / 1000
    })

    expect(Math.min(...took)).toBeLessThan(50)
  }
})
