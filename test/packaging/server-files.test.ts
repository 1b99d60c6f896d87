/** The built server, as the build leaves it in `dist/server`. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../dist/server/', import.meta.url)

test('the files that the built server opens beside itself are there', () => {
  const code = globSync('*.js', { cwd: folder }).map((file) =>
    readFileSync(new URL(file, folder), 'utf8'),
  )
  const opened = [...code.join('\n').matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)]
  const names = opened.map(([, name = '']) => name)

  expect(names).toEqual(expect.arrayContaining(['compare-vectors.wasm', 'sum-rows.wasm']))
  expect(names.filter((name) => !existsSync(new URL(name, folder)))).toEqual([])
})
