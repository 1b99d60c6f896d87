/**
 * Where one term occurs: three arrays side by side, in ascending order of passage keys. What a
 * passage holds of it is packed in a byte (`packCounts`).
 */
export interface Postings {
  keys: Uint32Array
  counts: Uint8Array
}

/** The fields of a passage, from its title to its text. */
export type FieldCounts = [title: number, heading: number, text: number]

const [MAX_FIELD, MAX_TEXT] = [3, 15]

/** How often a term is in a passage, in one byte: beyond three or 15 times BM25 is saturated. */
export function packCounts([title, heading, text]: FieldCounts): number {
  return (
    (Math.min(title, MAX_FIELD) << 6) |
    (Math.min(heading, MAX_FIELD) << 4) |
    Math.min(text, MAX_TEXT)
  )
}

/** The opposite of `packCounts`. */
export function unpackCounts(packed: number): FieldCounts {
  return [packed >> 6, (packed >> 4) & MAX_FIELD, packed & MAX_TEXT]
}

/** The bytes of a posting block: all counts, then the keys after the first as varint deltas. */
export function encodeBlock({ keys, counts }: Postings): Buffer {
  const bytes = Buffer.allocUnsafe(keys.length * (1 + MAX_VARINT))
  bytes.set(counts)
  let end = counts.length
  for (let at = 1; at < keys.length; at += 1) {
    end = writeVarint(bytes, end, (keys[at] as number) - (keys[at - 1] as number))
  }
  return bytes.subarray(0, end)
}

/** Throws a `RangeError` when the bytes are not those of a block of `n` postings. */
export function decodeBlock(first: number, n: number, bytes: Uint8Array): Postings {
  const keys = new Uint32Array(n)
  const end = readKeys({ bytes, at: n }, keys, first)
  if (end !== bytes.length) throw new RangeError('the bytes of postings are damaged')
  return { keys, counts: bytes.subarray(0, n) }
}

/** Several posting lists of one term as one, where each begins after the one before. */
export function joinPostings(parts: Postings[]): Postings {
  const [only] = parts
  if (only && parts.length === 1) return only
  const length = parts.reduce((sum, { keys }) => sum + keys.length, 0)
  const joined = { keys: new Uint32Array(length), counts: new Uint8Array(length) }
  let at = 0
  for (const { keys, counts } of parts) {
    joined.keys.set(keys, at)
    joined.counts.set(counts, at)
    at += keys.length
  }
  return joined
}

/** A list cut into lists of at most `most` postings. */
export function cutPostings({ keys, counts }: Postings, most: number): Postings[] {
  const parts: Postings[] = []
  for (let from = 0; from < keys.length; from += most) {
    parts.push({
      keys: keys.subarray(from, from + most),
      counts: counts.subarray(from, from + most),
    })
  }
  return parts
}

/** The postings that are kept; the same list when all are. */
export function keepPostings(list: Postings, isKept: (key: number) => boolean): Postings {
  const { keys, counts } = list
  const kept = { keys: new Uint32Array(keys.length), counts: new Uint8Array(keys.length) }
  let to = 0
  for (let at = 0; at < keys.length; at += 1) {
    if (!isKept(keys[at] as number)) continue
    kept.keys[to] = keys[at] as number
    kept.counts[to] = counts[at] as number
    to += 1
  }
  if (to === keys.length) return list
  return { keys: kept.keys.subarray(0, to), counts: kept.counts.subarray(0, to) }
}

/** A place in bytes that are read. */
export interface Reader {
  bytes: Uint8Array
  at: number
}

/** Fills in keys from the first one and the deltas; returns where these end. */
export function readKeys({ bytes, at: from }: Reader, keys: Uint32Array, first: number): number {
  let at = from
  let key = first
  keys[0] = first
  for (let place = 1; place < keys.length; place += 1) {
    let byte = bytes[at++] as number
    let delta = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++] as number
      delta |= (byte & 0x7f) << shift
    }
    key += delta
    keys[place] = key
  }
  return at
}

/** Bytes of the longest varint of 32 bits. */
export const MAX_VARINT = 5

/** The next byte. Throws a `RangeError` after the last one. */
export function byteOf(reader: Reader): number {
  const byte = reader.bytes[reader.at++]
  if (byte === undefined) throw new RangeError('the bytes of postings are damaged')
  return byte
}

/** Throws a `RangeError` when the bytes end within the number. */
export function readVarint(reader: Reader): number {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = byteOf(reader)
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value >>> 0
  }
}

/** Writes a number of up to 32 bits; returns where the next one goes. */
export function writeVarint(bytes: Buffer, from: number, value: number): number {
  let at = from
  let left = value
  while (left >= 0x80) {
    bytes[at++] = (left & 0x7f) | 0x80
    left >>>= 7
  }
  bytes[at++] = left
  return at
}
