import type { Hit } from '../ports/search-index.ts'
import type { VectorCodes } from './vector-codes.ts'

/** Candidates for each wanted hit, some of which may be hidden. */
export const CANDIDATES = 2

/** The codes of a collection beside its vectors. */
export interface Coded<Vectors> {
  vectors: Vectors
  codes: VectorCodes
}

export interface Candidate<Vectors> extends Hit {
  vectors: Vectors
}

/** The `count` vectors of several collections that are nearest by their codes, best first. */
export function candidatesOf<Vectors>(
  coded: Coded<Vectors>[],
  vector: Int8Array,
  count: number,
): Candidate<Vectors>[] {
  return coded
    .flatMap(({ vectors, codes }) =>
      codes.nearest(vector, count).map((near) => ({ ...near, vectors })),
    )
    .sort((one, two) => two.score - one.score)
    .slice(0, count)
}

/** The best hits; of equal ones those that were stored first. */
export function bestOf(hits: Hit[], limit: number): Hit[] {
  return hits.sort((one, two) => two.score - one.score || one.key - two.key).slice(0, limit)
}

/** Throws a `RangeError` when a vector has another width. */
export function checkVector(vector: Int8Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new RangeError(`A vector of this collection must hold ${dimensions} numbers.`)
  }
}

/** False for a zero vector, which has no direction: its similarity would be NaN. */
export function pointsSomewhere(vector: Int8Array): boolean {
  return vector.some((component) => component !== 0)
}

/** The numbers of stored bytes. */
export function numbersIn(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The cosine of the angle between two vectors, neither of which is zero. */
export function cosineOf(one: Int8Array, two: Int8Array): number {
  let [product, ofOne, ofTwo] = [0, 0, 0]
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] as number, two[at] as number]
    product += a * b
    ofOne += a * a
    ofTwo += b * b
  }
  return product / Math.sqrt(ofOne * ofTwo)
}
