import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import compileWith from 'wabt'
import { createDotProducts } from '../../server/storage/sqlite/dot-products.ts'

const text = new URL('../../server/storage/sqlite/dot-products.wat', import.meta.url)
const compiled = new URL('../../server/storage/sqlite/dot-products.wasm', import.meta.url)

test('dot-products.wasm is what dot-products.wat compiles to', async () => {
  const wabt = await compileWith()
  const module = wabt.parseWat('dot-products.wat', await readFile(text, 'utf8'))
  const { buffer } = module.toBinary({})
  module.destroy()

  const command = 'in server/storage/sqlite: npx wat2wasm dot-products.wat -o dot-products.wasm'
  expect(Buffer.from(buffer).equals(await readFile(compiled)), command).toBe(true)
})

test.each([
  { width: 8, rows: 1 },
  { width: 24, rows: 5 },
  { width: 384, rows: 2048 },
])('the products of $rows rows of $width components are exact', ({ width, rows }) => {
  const [queryAt, productsAt, rowsAt] = [0, width * 2, width * 2 + rows * 4]
  const pages = Math.ceil((rowsAt + rows * width) / 65_536)
  const memory = new WebAssembly.Memory({ initial: pages })
  const query = new Int16Array(memory.buffer, queryAt, width)
  const bytes = new Int8Array(memory.buffer, rowsAt, rows * width)
  // The first row and the query have the largest possible values.
  query.fill(-127)
  bytes.fill(127, 0, width)
  for (let at = width; at < bytes.length; at += 1) bytes[at] = ((at * 31) % 255) - 127
  const expected = Array.from({ length: rows }, (_, row) =>
    query.reduce((sum, component, at) => sum + component * (bytes[row * width + at] ?? 0), 0),
  )

  createDotProducts(memory)(queryAt, rowsAt, rowsAt + rows * width, width, productsAt)

  expect([...new Int32Array(memory.buffer, productsAt, rows)]).toEqual(expected)
})
