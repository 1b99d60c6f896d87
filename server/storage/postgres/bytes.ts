/** Several byte strings as one value of a statement. */
export interface Packed {
  bodies: Buffer
  /** Of each, its first place, counted from 1, and its size. */
  starts: number[]
  sizes: number[]
}

/**
 * Packs byte strings, which a statement takes apart by `substring(:bodies FROM start FOR size)`: an
 * array of bytes would be sent as text of twice the size.
 */
export function pack(parts: Uint8Array[]): Packed {
  const starts: number[] = []
  let next = 1
  for (const part of parts) {
    starts.push(next)
    next += part.byteLength
  }
  const sizes = parts.map((part) => part.byteLength)
  return { bodies: Buffer.concat(parts), starts, sizes }
}
