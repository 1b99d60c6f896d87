import { readFileSync } from 'node:fs'

/**
 * Comparisons of one query with many rows, at byte addresses of a shared memory. Rows end before
 * `end`, and there is at least one. Widths are multiples of 8.
 */
export interface Comparisons {
  /** Writes the Hamming distance of each row of `width` bytes, as a 16-bit integer. */
  distances(query: number, rows: number, end: number, width: number, distances: number): void
  /**
   * Writes the dot product of the query, 16-bit integers, with each row of `width` 8-bit integers,
   * as a 32-bit integer. `places` holds the rows' addresses as 32-bit integers.
   */
  dots(query: number, places: number, end: number, width: number, products: number): void
}

/**
 * `compare-vectors.wat`, compiled, over this memory. In WebAssembly, because its vector
 * instructions make it ten times as fast as a loop in JavaScript at 384 dimensions.
 */
export function createComparisons(memory: WebAssembly.Memory): Comparisons {
  module ??= new WebAssembly.Module(readFileSync(new URL('compare-vectors.wasm', import.meta.url)))
  const { exports } = new WebAssembly.Instance(module, { own: { memory } })
  return exports as unknown as Comparisons
}

let module: WebAssembly.Module | undefined
