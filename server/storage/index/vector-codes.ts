import type { Hit } from '../ports/search-index.ts'
import { BLOCK_ROWS, type CodeBlock, createCodeBlocks, widthsOf } from './code-blocks.ts'

/**
 * Vectors held in memory to find the nearest: the stored byte of each dimension, and a sign that
 * tells whether it is above the mean of the vectors. The signs choose which vectors are compared by
 * their bytes.
 */
export interface VectorCodes {
  /** How many vectors are held, and the memory they take. */
  readonly size: number
  readonly bytes: number
  /** `key` is higher than all before. Throws a `RangeError` when there is no memory. */
  add(key: number, vector: Int8Array): void
  drop(keys: Set<number>): void
  /** Writes signs that are missing for a millisecond; true while there are more. */
  sign(): boolean
  /** The vectors with the highest cosine similarity, best first. */
  nearest(vector: Int8Array, count: number): Hit[]
}

/**
 * How many vectors are compared by their bytes: those with the most signs in common, this share of
 * all, divided by the dimensions, because the more signs there are, the more they tell; but at
 * least 4,000, which is the share of 100,000 and takes no longer. Of vectors of 384 and 1,536
 * dimensions they held all of the nearest ten for 99 % of questions, and 97 % of the nearest sixty,
 * whether they were spread evenly, in few directions, or far from the origin.
 */
const SHARE_COMPARED = 16
const LEAST_COMPARED = 4000
const COMPARED_FOR_EACH = 8

/** Of so many vectors their mean is taken, and anew after they have grown to so many times. */
const SAMPLE = 2048
const GROWTH = 4
/** How long a step of writing signs may take. */
const SIGN_MS = 1

/** No codes yet. */
export function createVectorCodes(dimensions: number): VectorCodes {
  const { signWidth, width } = widthsOf(dimensions)
  // Of the query its 16-bit integers and its signs; of the rows of a block distances, places, and
  // products.
  const queryAt = 0
  const querySignsAt = queryAt + width * 2
  const distancesAt = querySignsAt + signWidth
  const placesAt = distancesAt + BLOCK_ROWS * 2
  const productsAt = placesAt + BLOCK_ROWS * 4
  const codes = createCodeBlocks(dimensions, productsAt + BLOCK_ROWS * 4)
  const { blocks } = codes
  let size = 0
  /** The mean of the vectors, scaled to length 1, when there were `centred` of them. */
  let centre = new Float32Array(dimensions)
  let centred = 0

  function bytesOf({ bytesAt }: CodeBlock, place: number): Int8Array {
    return new Int8Array(codes.memory().buffer, bytesAt + place * width, dimensions)
  }

  function takeCentre(): void {
    const step = Math.ceil(size / SAMPLE)
    const sum = new Float32Array(dimensions)
    let count = 0
    for (const block of blocks) {
      for (let place = 0; place < block.keys.length; place += step) {
        addTo(sum, bytesOf(block, place), block.scales[place] as number)
        count += 1
      }
      block.signed = 0
    }
    centre = sum.map((component) => component / count)
    centred = size
  }

  function signBlock(block: CodeBlock): void {
    const memory = codes.memory()
    const { signsAt, keys, scales } = block
    for (let place = block.signed; place < keys.length; place += 1) {
      const from = signsAt + place * signWidth
      const signs = memory.subarray(from, from + signWidth)
      writeSigns(signs, bytesOf(block, place), scales[place] as number, centre)
    }
    block.signed = keys.length
  }

  function sign(): boolean {
    if (size > 0 && size >= GROWTH * centred) takeCentre()
    const since = performance.now()
    for (const block of blocks) {
      if (block.signed === block.keys.length) continue
      if (performance.now() - since > SIGN_MS) return true
      signBlock(block)
    }
    return false
  }

  /** Returns the factor of the products. */
  function writeQuery(vector: Int8Array): number {
    const memory = codes.memory()
    const query = new Int16Array(memory.buffer, queryAt, width)
    query.fill(0)
    query.set(vector)
    const factor = 1 / lengthOf(vector)
    const signs = memory.subarray(querySignsAt, querySignsAt + signWidth)
    writeSigns(signs, vector, factor, centre)
    return factor
  }

  /** How many signs of each row differ from the query's, block by block. */
  function distancesOf(): Uint16Array {
    const found = new Uint16Array(size)
    let at = 0
    for (const { signsAt, keys } of blocks) {
      const end = signsAt + keys.length * signWidth
      codes.comparisons().distances(querySignsAt, signsAt, end, signWidth, distancesAt)
      found.set(new Uint16Array(codes.memory().buffer, distancesAt, keys.length), at)
      at += keys.length
    }
    return found
  }

  /** The distance at or below which there are so many rows. */
  function boundOf(distances: Uint16Array, count: number): number {
    const counts = new Uint32Array(dimensions + 1)
    for (let at = 0; at < distances.length; at += 1) {
      const distance = distances[at] as number
      counts[distance] = (counts[distance] as number) + 1
    }
    let below = 0
    const bound = counts.findIndex((more) => (below += more) >= count)
    return bound === -1 ? dimensions : bound
  }

  /** Offers the rows of a block that are within a distance, with their scores. */
  function compare(block: CodeBlock, { distances, bound, factor, best }: Comparison): void {
    const { bytesAt, keys, scales } = block
    const { buffer } = codes.memory()
    const places = new Uint32Array(buffer, placesAt, BLOCK_ROWS)
    let count = 0
    for (let place = 0; place < distances.length; place += 1) {
      if ((distances[place] as number) > bound) continue
      places[count] = bytesAt + place * width
      count += 1
    }
    if (count === 0) return
    const last = places[count - 1] as number
    places.fill(last, count, Math.ceil(count / 4) * 4)
    codes
      .comparisons()
      .dots(queryAt, placesAt, placesAt + Math.ceil(count / 4) * 16, width, productsAt)
    const products = new Int32Array(buffer, productsAt, count)
    for (let at = 0; at < count; at += 1) {
      const place = ((places[at] as number) - bytesAt) / width
      const scale = scales[place] as number
      best.offer(keys[place] as number, (products[at] as number) * factor * scale)
    }
  }

  return {
    get size() {
      return size
    },
    get bytes() {
      return codes.memory().length
    },

    add(key, vector) {
      const block = codes.last()
      bytesOf(block, block.keys.length).set(vector)
      block.keys.push(key)
      block.scales.push(1 / lengthOf(vector))
      size += 1
    },

    drop(dropped) {
      codes.drop(dropped)
      size = blocks.reduce((sum, { keys }) => sum + keys.length, 0)
    },

    sign,

    nearest(vector, count) {
      if (size === 0) return []
      while (sign());
      const factor = writeQuery(vector)
      const distances = distancesOf()
      const share = (size * SHARE_COMPARED) / dimensions
      const bound = boundOf(distances, Math.max(LEAST_COMPARED, COMPARED_FOR_EACH * count, share))
      const best = createBest(count)
      let from = 0
      for (const block of blocks) {
        const to = from + block.keys.length
        compare(block, { distances: distances.subarray(from, to), bound, factor, best })
        from = to
      }
      return best.found()
    },
  }
}

/** How the rows of a block are compared with the query. */
interface Comparison {
  distances: Uint16Array
  bound: number
  factor: number
  best: ReturnType<typeof createBest>
}

function lengthOf(vector: Int8Array): number {
  let squares = 0
  for (let at = 0; at < vector.length; at += 1) {
    const component = vector[at] as number
    squares += component * component
  }
  return Math.sqrt(squares) || 1
}

function addTo(sum: Float32Array, bytes: Int8Array, scale: number): void {
  for (let at = 0; at < sum.length; at += 1) {
    sum[at] = (sum[at] as number) + (bytes[at] as number) * scale
  }
}

/** A bit for each component, 1 where it is above the centre's. */
function writeSigns(
  signs: Uint8Array,
  vector: Int8Array,
  scale: number,
  centre: Float32Array,
): void {
  signs.fill(0)
  for (let at = 0; at < vector.length; at += 1) {
    if ((vector[at] as number) * scale > (centre[at] as number)) {
      signs[at >>> 3] = (signs[at >>> 3] as number) | (1 << (at & 7))
    }
  }
}

/** Keeps the `count` highest of many: gathers twice as many before it drops the lower half. */
function createBest(count: number) {
  let kept: Hit[] = []
  let least = Number.NEGATIVE_INFINITY

  function cut(): void {
    kept.sort((a, b) => b.score - a.score)
    kept = kept.slice(0, count)
  }

  return {
    offer(key: number, score: number): void {
      if (score <= least) return
      kept.push({ key, score })
      if (kept.length < 2 * count) return
      cut()
      least = kept.at(-1)?.score ?? least
    },

    found(): Hit[] {
      cut()
      return kept
    },
  }
}
