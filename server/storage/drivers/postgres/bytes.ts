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

/**
 * SQL for a column of bytes as a shorter text than PostgreSQL's own, which has two characters for
 * each: half the time to read many of them.
 */
export function inBase64(column: string): string {
  return `encode(${column}, 'base64')`
}

export function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
