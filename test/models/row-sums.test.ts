import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import compileWith from 'wabt'
import { createRowSums, SLOTS } from '../../server/models/local/row-sums.ts'

const text = new URL('../../server/models/local/sum-rows.wat', import.meta.url)
const compiled = new URL('../../server/models/local/sum-rows.wasm', import.meta.url)

test('sum-rows.wasm is what sum-rows.wat compiles to', async () => {
  const wabt = await compileWith()
  const module = wabt.parseWat('sum-rows.wat', await readFile(text, 'utf8'), { simd: true })
  const { buffer } = module.toBinary({})
  module.destroy()

  const command = 'in server/models/local: npx wat2wasm sum-rows.wat -o sum-rows.wasm'
  expect(Buffer.from(buffer).equals(await readFile(compiled)), command).toBe(true)
})

test.each([{ dimensions: 16 }, { dimensions: 256 }, { dimensions: 30 }])(
  'the sum of 2,500 pieces with $dimensions numbers each counts each piece with its weight',
  ({ dimensions }) => {
    const pieces = 50
    const ids = Array.from({ length: 2500 }, (_, at) => (at * 7) % pieces)
    const values = Int8Array.from(
      { length: pieces * dimensions },
      (_, at) => ((at * 31) % 255) - 127,
    )
    // Powers of two, of which sums are exact.
    const weights = Float32Array.from({ length: pieces }, (_, id) => 2 ** (id % 4))

    const sums = createRowSums({ dimensions, values, weights, mapping: null })
    sums.sum(ids.toReversed(), 0)
    sums.sum(ids, SLOTS - 1)
    const sum = new Float32Array(dimensions)
    sums.addTo(sum, SLOTS - 1)

    const expected = Array.from({ length: dimensions }, (_, at) =>
      ids.reduce((all, id) => {
        return all + (weights[id] as number) * (values[id * dimensions + at] as number)
      }, 0),
    )
    expect([...sum]).toEqual(expected)
  },
)
