const MAX_BYTE = 127

/**
 * A vector in whole numbers, scaled so that its largest component becomes 127 or -127. The scale is
 * not kept, since the cosine between two vectors does not depend on it. A zero vector stays one.
 * Throws a `RangeError` when a number is not finite.
 */
export function quantize(vector: Float32Array): Int8Array {
  const bytes = new Int8Array(vector.length)
  const scale = largestOf(vector) / MAX_BYTE
  if (!Number.isFinite(scale)) throw new RangeError('A vector must hold finite numbers.')
  if (scale === 0) return bytes
  for (let at = 0; at < vector.length; at += 1) {
    const exact = (vector[at] as number) / scale
    // Storing in the array truncates, hence the half.
    bytes[at] = exact < 0 ? exact - 0.5 : exact + 0.5
  }
  return bytes
}

/** The size of the largest component; NaN when one is. */
function largestOf(vector: Float32Array): number {
  let largest = 0
  for (let at = 0; at < vector.length; at += 1) {
    const size = Math.abs(vector[at] as number)
    if (!(size <= largest)) largest = size
    if (largest !== largest) break
  }
  return largest
}
