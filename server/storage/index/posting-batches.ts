import {
  byteOf,
  MAX_VARINT,
  type Postings,
  type Reader,
  readKeys,
  readVarint,
  writeVarint,
} from './postings.ts'

/** A passage that is indexed; each field's terms are separated by spaces. */
export interface IndexedTerms {
  key: number
  terms: { title: string; heading: string; text: string }
}

/**
 * The postings of passages that were stored together, by term. Terms and lists are read out of what
 * is stored when they are asked for, because thousands of small objects cost more than they save.
 */
export interface Batch {
  /** Number of its terms. */
  size: number
  /** Sorted by UTF-16 code units, as JavaScript compares; undefined after the last. */
  term(at: number): string | undefined
  /** Of the term at the same place. */
  postings(at: number): Postings
}

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

/** What one occurrence in a field adds to the byte of `packCounts`, and the most of that field. */
const FIELDS = [
  { name: 'title', one: 0x40, most: 0xc0 },
  { name: 'heading', one: 0x10, most: 0x30 },
  { name: 'text', one: 0x01, most: 0x0f },
] as const
const MAX_LENGTH = 0xffff

/** A batch while it is made: terms have numbers, and postings are in the order of passages. */
interface Growing {
  numbers: Map<string, number>
  /** By term: in how many passages it is, and how often in the present one, packed. */
  passages: number[]
  counts: number[]
  /** By posting. */
  postings: { term: number[]; key: number[]; count: number[] }
}

/** Inverts passages that come in ascending order of their keys. */
export function encodeBatch(passages: IndexedTerms[]): EncodedBatch {
  const growing: Growing = {
    numbers: new Map(),
    passages: [],
    counts: [],
    postings: { term: [], key: [], count: [] },
  }
  const lengths = passages.map((passage) => addPassage(growing, passage))
  const terms = [...growing.numbers.keys()].sort()
  const postings = growing.postings.key.length
  const base = passages[0]?.key ?? 0
  const bytes = Buffer.allocUnsafe((1 + terms.length + postings) * MAX_VARINT + postings)
  const from = writeVarint(bytes, 0, base)
  const end = writeLists(bytes, sorted(growing, terms), { base, from })
  return { terms, body: bytes.subarray(0, end), postings, lengths }
}

/** Adds the postings of a passage; returns how many terms it has. */
function addPassage(growing: Growing, { key, terms }: IndexedTerms): number {
  const { counts, postings } = growing
  const held: number[] = []
  let length = 0
  for (const { name, one, most } of FIELDS) {
    if (terms[name] === '') continue
    for (const term of terms[name].split(' ')) {
      const number = numberOf(growing, term)
      const count = counts[number] as number
      length += 1
      if (count === 0) held.push(number)
      if ((count & most) !== most) counts[number] = count + one
    }
  }
  for (const number of held) {
    postings.term.push(number)
    postings.key.push(key)
    postings.count.push(counts[number] as number)
    counts[number] = 0
    growing.passages[number] = (growing.passages[number] as number) + 1
  }
  return Math.min(Math.max(length, 1), MAX_LENGTH)
}

function numberOf({ numbers, passages, counts }: Growing, term: string): number {
  const known = numbers.get(term)
  if (known !== undefined) return known
  const number = numbers.size
  numbers.set(term, number)
  passages.push(0)
  counts.push(0)
  return number
}

/** The postings in the order of `terms`, and where the list of each one ends. */
function sorted({ numbers, passages, postings }: Growing, terms: string[]) {
  const { length } = postings.key
  const [keys, counts] = [new Uint32Array(length), new Uint8Array(length)]
  const ends = new Uint32Array(terms.length)
  /** By term, where its next posting goes. */
  const next = new Uint32Array(terms.length)
  let end = 0
  for (const [at, term] of terms.entries()) {
    const number = numbers.get(term) as number
    next[number] = end
    end += passages[number] as number
    ends[at] = end
  }
  for (let at = 0; at < length; at += 1) {
    const number = postings.term[at] as number
    const to = next[number] as number
    keys[to] = postings.key[at] as number
    counts[to] = postings.count[at] as number
    next[number] = to + 1
  }
  return { keys, counts, ends }
}

/** Writes all lists from a place on, each as its length, all counts and the keys' deltas. */
function writeLists(
  bytes: Buffer,
  { keys, counts, ends }: ReturnType<typeof sorted>,
  { base, from }: { base: number; from: number },
): number {
  let [to, at] = [from, 0]
  for (const end of ends) {
    to = writeVarint(bytes, to, end - at)
    for (let count = at; count < end; count += 1) bytes[to++] = counts[count] as number
    for (let before = base; at < end; at += 1) {
      const key = keys[at] as number
      to = writeVarint(bytes, to, key - before)
      before = key
    }
  }
  return to
}

/** Reads what `encodeBatch` wrote. Throws a `RangeError` when the bytes are damaged. */
export function decodeBatch(joined: string, bytes: Uint8Array): Batch {
  const starts = startsOf(joined)
  const size = starts.length
  const places = new Uint32Array(size)
  const reader = { bytes, at: 0 }
  const base = readVarint(reader)
  for (let at = 0; at < size; at += 1) {
    places[at] = reader.at
    skipList(reader)
  }
  return {
    size,
    term: (at) =>
      at < size ? joined.slice(starts[at], (starts[at + 1] ?? joined.length + 1) - 1) : undefined,
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

/** Where each term begins. */
function startsOf(joined: string): Uint32Array {
  const starts = joined === '' ? [] : [0]
  for (let at = joined.indexOf('\n'); at >= 0; at = joined.indexOf('\n', at + 1)) {
    starts.push(at + 1)
  }
  return Uint32Array.from(starts)
}

function skipList(reader: Reader): void {
  const n = readVarint(reader)
  reader.at += n
  for (let left = n; left > 0; ) if (byteOf(reader) < 0x80) left -= 1
}

/** The place of the first term that is not before this one. */
export function placeOf(batch: Batch, term: string): number {
  let [low, high] = [0, batch.size]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((batch.term(middle) as string) < term) low = middle + 1
    else high = middle
  }
  return low
}
