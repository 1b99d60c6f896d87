/** The built console, as the build leaves it in `dist/console`. */
import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const folder = new URL('../../dist/console/', import.meta.url)
const compressed = (file: string) => brotliCompressSync(readFileSync(new URL(file, folder))).length
const total = (files: string[]) => files.reduce((sum, file) => sum + compressed(file), 0)

/** Names of built files in a text. */
const filesIn = (text: string) => [...text.matchAll(/assets\/[\w-]+\.\w+/g)].map(([file]) => file)

test('the first visit takes at most 60 kB', () => {
  const page = readFileSync(new URL('index.html', folder), 'utf8')
  const german = globSync('assets/de-*.js', { cwd: folder })
  const first = new Set(['index.html', ...filesIn(page), ...german])

  expect(first.size).toBeGreaterThan(4)
  expect(total([...first])).toBeLessThanOrEqual(60_000)
})

// A tenth above the 101.5 kB that were measured last, so that growth is noticed and decided.
test.each(['en', 'de'])('all that a reader of %s can load takes at most 111 kB', (language) => {
  const others = globSync('assets/{en,de}-*.js', { cwd: folder })
  const own = others.filter((file) => file.startsWith(`assets/${language}-`))
  const all = globSync('**/*.*', { cwd: folder }).filter((file) => !others.includes(file))

  expect([others.length, own.length]).toEqual([2, 1])
  expect(total([...all, ...own])).toBeLessThanOrEqual(111_000)
})
