import type { Hit } from '../ports/search-index.ts'
import type { Near, VectorCodes } from './vector-codes.ts'

/** Candidates for each wanted hit, of which so many must not be hidden. */
export const CANDIDATES = 2
export const VISIBLE = 1.5
/** Deviations by which a candidate's score and the last wanted one may both be wrong. */
const DEVIATIONS = 4

/** The codes of a collection beside its vectors. */
export interface Coded<Vectors> {
  vectors: Vectors
  codes: VectorCodes
}

export interface Candidate<Vectors> extends Near {
  vectors: Vectors
}

/** The `count` vectors of several collections that are nearest by their codes, best first. */
export function candidatesOf<Vectors>(
  coded: Coded<Vectors>[],
  vector: Float32Array,
  count: number,
): Candidate<Vectors>[] {
  return coded
    .flatMap(({ vectors, codes }) =>
      codes.nearest(vector, count).map((near) => ({ ...near, vectors })),
    )
    .sort((one, two) => two.score - one.score)
    .slice(0, count)
}

/** Candidates, best first, without those that rounding cannot have kept from the first `limit`. */
export function mayBeNearest<Found extends Near>(candidates: Found[], limit: number): Found[] {
  const last = candidates[limit - 1]
  if (!last) return candidates
  return candidates.filter(
    ({ score, deviation }) =>
      score >= last.score - DEVIATIONS * Math.max(deviation, last.deviation),
  )
}

/** The best hits; of equal ones those that were stored first. */
export function bestOf(hits: Hit[], limit: number): Hit[] {
  return hits.sort((one, two) => two.score - one.score || one.key - two.key).slice(0, limit)
}

/** Throws a `RangeError` when a vector has another width, or numbers that are not finite. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions || !vector.every(Number.isFinite)) {
    throw new RangeError(`A vector of this collection must hold ${dimensions} finite numbers.`)
  }
}

/** False for a zero vector, which has no direction: its similarity would be NaN. */
export function pointsSomewhere(vector: Float32Array): boolean {
  return vector.some((component) => component !== 0)
}

/** The floats of stored bytes, which may begin at any offset of their buffer. */
export function floatsIn(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer)
}

/** The cosine of the angle between two vectors, neither of which is zero. */
export function cosineOf(one: Float32Array, two: Float32Array): number {
  let [product, ofOne, ofTwo] = [0, 0, 0]
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] as number, two[at] as number]
    product += a * b
    ofOne += a * a
    ofTwo += b * b
  }
  return product / Math.sqrt(ofOne * ofTwo)
}
