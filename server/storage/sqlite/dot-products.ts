/**
 * The dot products of one row of bytes with many. Takes addresses in the shared memory: of the query, as
 * 16-bit integers; of the rows, `width` bytes each, up to `end`; and of what it writes, 32-bit integers.
 * `width` is a multiple of 8, and there is at least one row.
 */
export type DotProducts = (
  query: number,
  rows: number,
  end: number,
  width: number,
  out: number,
) => void

/**
 * In WebAssembly, because only there eight numbers are multiplied at once: at 384 dimensions some eight
 * times as fast as a loop in JavaScript (measured). So short that it is spelt out here.
 */
export function createDotProducts(memory: WebAssembly.Memory): DotProducts {
  const { exports } = new WebAssembly.Instance(compiled(), { own: { memory } })
  return exports.dots as DotProducts
}

let module: WebAssembly.Module | undefined

function compiled(): WebAssembly.Module {
  module ??= new WebAssembly.Module(
    Uint8Array.from(
      [
        [0x00, ...ascii('asm'), 1, 0, 0, 0],
        // One type: five i32, no result.
        section(1, [1, 0x60, ...sized([I32, I32, I32, I32, I32]), 0]),
        section(2, [1, ...sized(ascii('own')), ...sized(ascii('memory')), 2, 0, 1]),
        section(3, [1, 0]),
        section(7, [1, ...sized(ascii('dots')), 0, 0]),
        // Two locals beside the parameters: one i32, one v128.
        section(10, [1, ...sized([2, 1, I32, 1, V128, ...EACH_ROW, END])]),
      ].flat(),
    ),
  )
  return module
}

const [I32, V128, VOID] = [0x7f, 0x7b, 0x40]
const [LOOP, END, REPEAT_IF] = [[0x03, VOID], 0x0b, [0x0d, 0]]
const [CONST, ADD, SHIFT_LEFT, LESS, STORE] = [0x41, 0x6a, 0x74, 0x49, [0x36, 0, 0]]
const ZEROS = [0xfd, 0x0c, ...Array.from({ length: 16 }, () => 0)]
const LOAD_BYTES_AS_SHORTS = [0xfd, 0x01, 0, 0]
const LOAD_SHORTS = [0xfd, 0x00, 0, 0]
const MULTIPLY_AND_ADD_PAIRS = [0xfd, 0xba, 0x01]
const ADD_FOUR = [0xfd, 0xae, 0x01]

const [query, rows, end, width, out, at, sum] = [0, 1, 2, 3, 4, 5, 6].map((local) => ({
  get: [0x20, local],
  set: [0x21, local],
  lane: (lane: number) => [0x20, local, 0xfd, 0x1b, lane],
})) as [Local, Local, Local, Local, Local, Local, Local]

interface Local {
  get: number[]
  set: number[]
  lane(lane: number): number[]
}

const EIGHT_NUMBERS = [
  sum.get,
  [...rows.get, ...LOAD_BYTES_AS_SHORTS],
  [...query.get, ...at.get, CONST, 1, SHIFT_LEFT, ADD, ...LOAD_SHORTS],
  [...MULTIPLY_AND_ADD_PAIRS, ...ADD_FOUR, ...sum.set],
  [...rows.get, CONST, 8, ADD, ...rows.set],
  [...at.get, CONST, 8, ADD, ...at.set],
  [...at.get, ...width.get, LESS, ...REPEAT_IF],
].flat()

const EACH_ROW = [
  LOOP,
  [...ZEROS, ...sum.set, CONST, 0, ...at.set],
  [...LOOP, ...EIGHT_NUMBERS, END],
  [...out.get, ...sum.lane(0), ...sum.lane(1), ADD, ...sum.lane(2), ADD, ...sum.lane(3), ADD],
  [...STORE, ...out.get, CONST, 4, ADD, ...out.set],
  [...rows.get, ...end.get, LESS, ...REPEAT_IF, END],
].flat()

function section(id: number, content: number[]): number[] {
  return [id, ...sized(content)]
}

/** With its length in front, which takes two bytes from 128 on. */
function sized(bytes: number[]): number[] {
  const { length } = bytes
  return length < 128 ? [length, ...bytes] : [(length & 127) | 128, length >>> 7, ...bytes]
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0))
}
