import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import compileWith from 'wabt'
import { createComparisons } from '../../server/storage/index/compare-vectors.ts'

const text = new URL('../../server/storage/index/compare-vectors.wat', import.meta.url)
const compiled = new URL('../../server/storage/index/compare-vectors.wasm', import.meta.url)

test('compare-vectors.wasm is what compare-vectors.wat compiles to', async () => {
  const wabt = await compileWith()
  const module = wabt.parseWat('compare-vectors.wat', await readFile(text, 'utf8'))
  const { buffer } = module.toBinary({})
  module.destroy()

  const command =
    'in server/storage/index: npx wat2wasm compare-vectors.wat -o compare-vectors.wasm'
  expect(Buffer.from(buffer).equals(await readFile(compiled)), command).toBe(true)
})

test.each([
  { width: 8, rows: 4 },
  { width: 24, rows: 8 },
  { width: 384, rows: 2048 },
])('the products of $rows rows of $width components are exact', ({ width, rows }) => {
  const [queryAt, placesAt, productsAt, rowsAt] = [0, width * 2, width * 2 + rows * 4, 65_536]
  const pages = Math.ceil((rowsAt + rows * width) / 65_536)
  const memory = new WebAssembly.Memory({ initial: pages })
  const query = new Int16Array(memory.buffer, queryAt, width)
  const bytes = new Int8Array(memory.buffer, rowsAt, rows * width)
  // The first row and the query have the largest possible values, but for the sum of a long row.
  query.fill(-Math.min(32_767, Math.floor(2 ** 31 / (width * 127)) - 1))
  bytes.fill(127, 0, width)
  for (let at = width; at < bytes.length; at += 1) bytes[at] = ((at * 31) % 255) - 127
  // The rows in descending order, as they are not next to each other when some are chosen.
  const chosen = Array.from({ length: rows }, (_, row) => rows - 1 - row)
  new Uint32Array(memory.buffer, placesAt, rows).set(chosen.map((row) => rowsAt + row * width))
  const expected = chosen.map((row) =>
    query.reduce((sum, component, at) => sum + component * (bytes[row * width + at] ?? 0), 0),
  )

  createComparisons(memory).dots(queryAt, placesAt, placesAt + rows * 4, width, productsAt)

  expect([...new Int32Array(memory.buffer, productsAt, rows)]).toEqual(expected)
})

test.each([
  { width: 16, rows: 1 },
  { width: 48, rows: 1024 },
])('the distances of $rows rows of $width bytes are exact', ({ width, rows }) => {
  const [queryAt, distancesAt, rowsAt] = [0, width, 65_536]
  const memory = new WebAssembly.Memory({ initial: 1 + Math.ceil((rows * width) / 65_536) })
  const query = new Uint8Array(memory.buffer, queryAt, width)
  const bytes = new Uint8Array(memory.buffer, rowsAt, rows * width)
  query.fill(0b1010_0101)
  // Of the first row every bit differs.
  bytes.fill(0b0101_1010, 0, width)
  for (let at = width; at < bytes.length; at += 1) bytes[at] = at * 31
  const bitsOf = (byte: number) => byte.toString(2).replaceAll('0', '').length
  const expected = Array.from({ length: rows }, (_, row) =>
    query.reduce((sum, byte, at) => sum + bitsOf(byte ^ (bytes[row * width + at] ?? 0)), 0),
  )

  const end = rowsAt + rows * width
  createComparisons(memory).distances(queryAt, rowsAt, end, width, distancesAt)

  expect([...new Uint16Array(memory.buffer, distancesAt, rows)]).toEqual(expected)
})
