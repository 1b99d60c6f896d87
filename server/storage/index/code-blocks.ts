import { type Comparisons, createComparisons } from './compare-vectors.ts'

/** Up to `BLOCK_ROWS` codes: their signs, and their bytes, one after the other at two addresses. */
export interface CodeBlock {
  signsAt: number
  bytesAt: number
  /** Of each code, in ascending order. */
  keys: number[]
  /** The factor that makes a code's bytes a vector of length 1. */
  scales: number[]
  /** How many of the codes have their signs. */
  signed: number
}

export const BLOCK_ROWS = 1024

const PAGE_BYTES = 65_536
/** Four gigabytes, the maximum of WebAssembly. */
const MAX_PAGES = 65_536

/** How many bytes the codes of so many vectors take. */
export function codeBytes(count: number, dimensions: number): number {
  const { signWidth, width } = widthsOf(dimensions)
  return count * (signWidth + width)
}

/** Of the signs and of the bytes of one code. */
export function widthsOf(dimensions: number) {
  return { signWidth: Math.ceil(dimensions / 128) * 16, width: Math.ceil(dimensions / 8) * 8 }
}

/**
 * Memory that is shared with WebAssembly: `head` bytes for the caller, then blocks, which are used
 * again once they are empty. Throws a `RangeError` when memory cannot be allocated.
 */
export function createCodeBlocks(dimensions: number, head: number) {
  const { signWidth, width } = widthsOf(dimensions)
  const blocks: CodeBlock[] = []
  const free: number[] = []
  let end = head
  let memory: WebAssembly.Memory | undefined
  let comparisons: Comparisons | undefined
  let view = new Uint8Array(0)

  function grow(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE_BYTES)
    if (memory) memory.grow(pages - memory.buffer.byteLength / PAGE_BYTES)
    else memory = new WebAssembly.Memory({ initial: pages, maximum: MAX_PAGES })
    view = new Uint8Array(memory.buffer)
    comparisons ??= createComparisons(memory)
  }

  function addBlock(): CodeBlock {
    const known = free.pop()
    const signsAt = known ?? end
    if (known === undefined) {
      grow(end + codeBytes(BLOCK_ROWS, dimensions))
      end += codeBytes(BLOCK_ROWS, dimensions)
    }
    const bytesAt = signsAt + BLOCK_ROWS * signWidth
    const block = { signsAt, bytesAt, keys: [], scales: [], signed: 0 }
    blocks.push(block)
    return block
  }

  /** Moves the codes that are kept to another block, or within their own; their signs are lost. */
  function moveKept(from: CodeBlock, to: CodeBlock, isKept: (key: number) => boolean): void {
    const { keys, scales } = from
    from.keys = []
    from.scales = []
    for (const [place, key] of keys.entries()) {
      if (!isKept(key)) continue
      const at = from.bytesAt + place * width
      view.copyWithin(to.bytesAt + to.keys.length * width, at, at + width)
      to.keys.push(key)
      to.scales.push(scales[place] as number)
    }
    from.signed = 0
    to.signed = 0
  }

  return {
    blocks,
    /** All memory, in a new array whenever it has grown. */
    memory: () => view,
    /** Once there is a block. */
    comparisons: () => comparisons as Comparisons,

    /** A block with room for one code more, at its end. */
    last(): CodeBlock {
      const last = blocks.at(-1)
      return last && last.keys.length < BLOCK_ROWS ? last : addBlock()
    },

    /** Blocks that fit in the one before are joined with it. */
    drop(dropped: Set<number>): void {
      const [least, most] = [Math.min(...dropped), Math.max(...dropped)]
      for (const block of blocks) {
        if ((block.keys[0] ?? most) > most || (block.keys.at(-1) ?? least) < least) continue
        moveKept(block, block, (key) => !dropped.has(key))
      }
      for (let at = blocks.length - 1; at >= 0; at -= 1) {
        const [before, block] = [blocks[at - 1], blocks[at] as CodeBlock]
        const held = block.keys.length
        if (held > 0 && held + (before?.keys.length ?? BLOCK_ROWS) > BLOCK_ROWS) continue
        if (held > 0 && before) moveKept(block, before, () => true)
        blocks.splice(at, 1)
        free.push(block.signsAt)
      }
    },
  }
}
