/**
 * Where one term occurs: three arrays side by side, in ascending order of passage keys. What a
 * passage holds of it is packed in a byte (`packCounts`).
 */
export interface Postings {
  keys: Uint32Array
  counts: Uint8Array
}

/** The postings of a few passages that were stored together, by term. */
export interface Batch {
  /** Sorted by UTF-16 code units, as JavaScript compares. */
  terms: string[]
  /** Of the term at the same place. */
  postings(at: number): Postings
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
  if (end !== bytes.length) throw new RangeError('The bytes of postings are damaged.')
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

/** A passage that is indexed; each field's terms are separated by spaces. */
export interface IndexedTerms {
  key: number
  terms: { title: string; heading: string; text: string }
}

const FIELDS = ['title', 'heading', 'text'] as const
/** Bits of each field's count, up to the longest passage's, while a batch is made. */
const COUNT_BITS = 16
/** One more occurrence in a field: numbers are faster than arrays, of which it takes millions. */
const ONE = [2 ** (2 * COUNT_BITS), 2 ** COUNT_BITS, 1]
const MAX_LENGTH = 0xffff

/** A batch of which terms, joined by line feeds, and body are stored. */
export interface EncodedBatch {
  /** Sorted. */
  terms: string[]
  body: Buffer
  /** Number of its postings. */
  postings: number
  /** Of each passage, in terms: 1 to 65,535. */
  lengths: number[]
}

/** The postings of one term while a batch is made; the last one is still counted. */
interface Growing {
  keys: number[]
  counts: number[]
}

/** Inverts passages that come in ascending order of their keys. */
export function encodeBatch(passages: IndexedTerms[]): EncodedBatch {
  const byTerm = new Map<string, Growing>()
  const lengths = passages.map((passage) => addPassage(byTerm, passage))
  const terms = [...byTerm.keys()].sort()
  const base = passages[0]?.key ?? 0
  let postings = 0
  for (const { keys } of byTerm.values()) postings += keys.length
  const bytes = Buffer.allocUnsafe((1 + terms.length + postings) * MAX_VARINT + postings)
  let end = writeVarint(bytes, 0, base)
  for (const term of terms) end = writeList(bytes, end, byTerm.get(term) as Growing, base)
  return { terms, body: bytes.subarray(0, end), postings, lengths }
}

/** Counts the terms of a passage; returns how many there are. */
function addPassage(byTerm: Map<string, Growing>, { key, terms }: IndexedTerms): number {
  let length = 0
  for (let field = 0; field < FIELDS.length; field += 1) {
    const text = terms[FIELDS[field] as 'text']
    if (text === '') continue
    const one = ONE[field] as number
    for (const term of text.split(' ')) {
      length += 1
      const list = byTerm.get(term)
      if (!list) {
        byTerm.set(term, { keys: [key], counts: [one] })
        continue
      }
      const last = list.keys.length - 1
      if (list.keys[last] === key) list.counts[last] = (list.counts[last] as number) + one
      else {
        list.keys.push(key)
        list.counts.push(one)
      }
    }
  }
  return Math.min(Math.max(length, 1), MAX_LENGTH)
}

function splitCount(count: number): FieldCounts {
  const [title, heading] = ONE as FieldCounts
  return [Math.floor(count / title), Math.floor(count / heading) % heading, count % heading]
}

function writeList(bytes: Buffer, from: number, { keys, counts }: Growing, base: number): number {
  let end = writeVarint(bytes, from, keys.length)
  for (const count of counts) bytes[end++] = packCounts(splitCount(count))
  let before = base
  for (const key of keys) {
    end = writeVarint(bytes, end, key - before)
    before = key
  }
  return end
}

/** Reads what `encodeBatch` wrote; a list is decoded when it is asked for. */
export function decodeBatch(joined: string, bytes: Uint8Array): Batch {
  const terms = joined === '' ? [] : joined.split('\n')
  const places = new Uint32Array(terms.length)
  const reader = { bytes, at: 0 }
  const base = readVarint(reader)
  for (let at = 0; at < terms.length; at += 1) {
    places[at] = reader.at
    skipList(reader)
  }
  return {
    terms,
    postings(at) {
      const reader = { bytes, at: places[at] as number }
      const n = readVarint(reader)
      const counts = bytes.subarray(reader.at, reader.at + n)
      const keys = new Uint32Array(n)
      reader.at += n
      readKeys(reader, keys, base + readVarint(reader))
      return { keys, counts }
    },
  }
}

interface Reader {
  bytes: Uint8Array
  at: number
}

function skipList(reader: Reader): void {
  const n = readVarint(reader)
  reader.at += n
  for (let left = n; left > 0; ) if (byteOf(reader) < 0x80) left -= 1
}

/** Fills in keys from the first one and the deltas; returns where these end. */
function readKeys({ bytes, at: from }: Reader, keys: Uint32Array, first: number): number {
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
const MAX_VARINT = 5

/** The next byte. Throws a `RangeError` after the last one. */
function byteOf(reader: Reader): number {
  const byte = reader.bytes[reader.at++]
  if (byte === undefined) throw new RangeError('The bytes of postings are damaged.')
  return byte
}

function readVarint(reader: Reader): number {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = byteOf(reader)
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value >>> 0
  }
}

/** Returns where the next value goes. */
function writeVarint(bytes: Buffer, from: number, value: number): number {
  let at = from
  let left = value
  while (left >= 0x80) {
    bytes[at++] = (left & 0x7f) | 0x80
    left >>>= 7
  }
  bytes[at++] = left
  return at
}
