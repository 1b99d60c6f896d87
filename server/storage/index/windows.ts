import { checkVector, numbersIn, pointsSomewhere } from './nearest.ts'

/** The vectors of a passage's windows as one value, one after the other, without zero vectors. */
export function joinWindows(windows: Int8Array[], dimensions: number): Buffer {
  for (const window of windows) checkVector(window, dimensions)
  return Buffer.concat(windows.filter(pointsSomewhere).map(bytesOf))
}

export function windowsIn(bytes: Uint8Array, dimensions: number): Int8Array[] {
  const numbers = numbersIn(bytes)
  return Array.from({ length: numbers.length / dimensions }, (_, at) =>
    numbers.subarray(at * dimensions, (at + 1) * dimensions),
  )
}

export function bytesOf(vector: Int8Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
