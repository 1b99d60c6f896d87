import { createDotProducts, type DotProducts } from './dot-products.ts'

/**
 * Quantized vectors, one byte per dimension, held in memory to find candidates for an exact
 * comparison. `nearest` is inexact by the rounding, so ask it for several times as many as are
 * wanted.
 */
export interface VectorCodes {
  /** How many vectors are held, and the memory they take. */
  readonly size: number
  readonly bytes: number
  /** `rowid` is higher than all before. */
  add(rowid: number, vector: Float32Array): void
  drop(rowids: Set<number>): void
  /** Rows with the highest cosine similarity to the vector, in no order. */
  nearest(vector: Float32Array, count: number): number[]
}

const PAGE_BYTES = 65_536
/** Four gigabytes, the maximum of WebAssembly. */
const MAX_PAGES = 65_536
const GROWN_PAGES = 16
/** Rows of one batch: its products fit the processor's cache. */
const ROWS_AT_ONCE = 2048
const MAX_BYTE = 127

/** No codes yet. The methods throw a `RangeError` when memory cannot be allocated. */
export function createVectorCodes(dimensions: number): VectorCodes {
  const width = Math.ceil(dimensions / 8) * 8
  const [queryAt, productsAt, rowsAt] = [0, width * 2, width * 2 + ROWS_AT_ONCE * 4]
  let memory: WebAssembly.Memory | undefined
  let dots: DotProducts
  const rowids: number[] = []
  /** The factor of each row's bytes. */
  const scales: number[] = []

  function room(bytes: number): Int8Array {
    const pages = Math.ceil(bytes / PAGE_BYTES)
    if (!memory) {
      memory = new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES })
      dots = createDotProducts(memory)
    }
    const missing = pages - memory.buffer.byteLength / PAGE_BYTES
    if (missing > 0) memory.grow(Math.max(missing, GROWN_PAGES))
    return new Int8Array(memory.buffer)
  }

  return {
    get size() {
      return rowids.length
    },
    get bytes() {
      return memory?.buffer.byteLength ?? 0
    },

    add(rowid, vector) {
      const from = rowsAt + rowids.length * width
      const scale = scaleOf(vector)
      room(from + width).set(rounded(vector, scale), from)
      rowids.push(rowid)
      scales.push(scale / lengthOf(vector))
    },

    drop(dropped) {
      const codes = room(rowsAt)
      let to = 0
      for (const [from, rowid] of rowids.entries()) {
        if (dropped.has(rowid)) continue
        const row = rowsAt + from * width
        if (to < from) codes.copyWithin(rowsAt + to * width, row, row + width)
        rowids[to] = rowid
        scales[to] = scales[from] as number
        to += 1
      }
      rowids.length = to
      scales.length = to
    },

    nearest(vector, count) {
      if (rowids.length === 0) return []
      const { buffer } = room(rowsAt)
      new Int16Array(buffer, queryAt, width).set(rounded(vector, scaleOf(vector)))
      const products = new Int32Array(buffer, productsAt, ROWS_AT_ONCE)
      const best = createBest(count)
      for (let from = 0; from < rowids.length; from += ROWS_AT_ONCE) {
        const rows = Math.min(ROWS_AT_ONCE, rowids.length - from)
        const start = rowsAt + from * width
        dots(queryAt, start, start + rows * width, width, productsAt)
        for (let at = 0; at < rows; at += 1) {
          best.offer(from + at, (products[at] as number) * (scales[from + at] as number))
        }
      }
      return best.places().map((place) => rowids[place] as number)
    },
  }
}

/** The step of one byte, chosen so that the largest component becomes the largest byte. */
function scaleOf(vector: Float32Array): number {
  let largest = 0
  for (let at = 0; at < vector.length; at += 1) {
    largest = Math.max(largest, Math.abs(vector[at] as number))
  }
  return largest / MAX_BYTE || 1
}

function rounded(vector: Float32Array, scale: number): Int8Array {
  const bytes = new Int8Array(vector.length)
  // Storing in the array truncates, hence the half.
  for (let at = 0; at < vector.length; at += 1) {
    const exact = (vector[at] as number) / scale
    bytes[at] = exact < 0 ? exact - 0.5 : exact + 0.5
  }
  return bytes
}

function lengthOf(vector: Float32Array): number {
  let squares = 0
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] as number) ** 2
  return Math.sqrt(squares) || 1
}

/** Keeps the `count` highest of many: gathers twice as many before it drops the lower half. */
function createBest(count: number) {
  let kept: { place: number; score: number }[] = []
  let least = Number.NEGATIVE_INFINITY

  function cut(): void {
    kept.sort((a, b) => b.score - a.score)
    kept = kept.slice(0, count)
  }

  return {
    offer(place: number, score: number): void {
      if (score <= least) return
      kept.push({ place, score })
      if (kept.length < 2 * count) return
      cut()
      least = kept.at(-1)?.score ?? least
    },

    places(): number[] {
      cut()
      return kept.map(({ place }) => place)
    },
  }
}
