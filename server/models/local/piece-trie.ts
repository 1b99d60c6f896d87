/** Finds the pieces of ASCII words, as WordPiece tokenizers do: the longest first. */
export interface PieceTrie {
  /**
   * Appends the ids of the pieces of a word, which is `text` from `start` up to `end`. Appends none
   * when it cannot be put together from pieces.
   */
  append(ids: number[], text: string, word: { start: number; end: number }): void
}

interface Vocabulary {
  ids: ReadonlyMap<string, number>
  /** How pieces begin that go on in a word. */
  prefix: string
  /** Whether capitals are read as small letters. */
  isLowercase: boolean
  /** A longer word is unknown. */
  maxChars: number
}

const CODES = 128
const NONE = -1
const ASCII = /^[!-~]+$/
/** Knuth's multiplier, 2 ** 32 divided by the golden ratio. */
const MULTIPLIER = 0x9e3779b1

/**
 * Holds a vocabulary as a trie in a flat table, 2 MB for 30,000 pieces: a word is read in one pass
 * over its letters, ten times as fast as by looking up its parts in a map.
 */
export function createPieceTrie({ ids, prefix, isLowercase, maxChars }: Vocabulary): PieceTrie {
  // At most so many: pieces that begin alike share nodes.
  let nodes = 1
  for (const piece of ids.keys()) nodes += ASCII.test(piece) ? piece.length : 0
  // With a place to spare, at which a search for what is not there ends.
  const bits = Math.ceil(Math.log2(nodes + 1))
  const mask = 2 ** bits - 1
  /** Of each place its key, and the child there beside it. */
  const table = new Int32Array(2 * 2 ** bits).fill(NONE)
  /** The piece that ends at each node. */
  const ends = new Int32Array(nodes).fill(NONE)
  let size = 1

  /** The place of a child in the table, empty where there is none. */
  function placeOf(node: number, code: number): number {
    const key = node * CODES + code
    let place = Math.imul(key, MULTIPLIER) >>> (32 - bits)
    while (table[2 * place] !== key && table[2 * place] !== NONE) place = (place + 1) & mask
    return 2 * place
  }

  function childOf(node: number, code: number): number {
    return table[placeOf(node, code) + 1] as number
  }

  function add(piece: string, id: number): void {
    let node = 0
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at)
      const place = placeOf(node, code)
      if (table[place] === NONE) {
        table[place] = node * CODES + code
        table[place + 1] = size
        size += 1
      }
      node = table[place + 1] as number
    }
    ends[node] = id
  }

  for (const [piece, id] of ids) if (ASCII.test(piece)) add(piece, id)
  let inner = 0
  for (const sign of prefix) inner = inner === NONE ? NONE : childOf(inner, sign.charCodeAt(0))

  return {
    append(found, text, { start, end }) {
      const before = found.length
      if (end - start > maxChars) return
      for (let from = start; from < end; ) {
        let node = from === start ? 0 : inner
        let id = NONE
        let next = from
        for (let at = from; at < end && node !== NONE; at += 1) {
          const code = text.charCodeAt(at)
          node = childOf(node, isLowercase && code >= 65 && code <= 90 ? code + 32 : code)
          if (node === NONE || ends[node] === NONE) continue
          id = ends[node] as number
          next = at + 1
        }
        if (id === NONE) {
          found.length = before
          return
        }
        found.push(id)
        from = next
      }
    },
  }
}
