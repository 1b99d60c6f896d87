import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { ModelFault } from './model-fault.ts'

export type Numbers = Int8Array | Int32Array | Float32Array

export interface Tensor {
  shape: number[]
  values: Numbers
}

/** The largest header that the format allows. */
const MAX_HEADER = 100e6
const LENGTH_BYTES = 8

const Entry = z.object({
  dtype: z.string(),
  shape: z.array(z.int().min(0)),
  data_offsets: z.tuple([z.int().min(0), z.int().min(0)]),
})
type Entry = z.infer<typeof Entry>

/** Bytes of a number, and the numbers of a tensor's bytes, which begin at any address. */
const types: Record<string, { width: number; read(bytes: Uint8Array): Numbers }> = {
  I8: { width: 1, read: (bytes) => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) },
  I32: { width: 4, read: (bytes) => new Int32Array(aligned(bytes, 4)) },
  I64: { width: 8, read: (bytes) => Int32Array.from(new BigInt64Array(aligned(bytes, 8)), Number) },
  F16: { width: 2, read: (bytes) => Float32Array.from(new Uint16Array(aligned(bytes, 2)), half) },
  F32: { width: 4, read: (bytes) => new Float32Array(aligned(bytes, 4)) },
  F64: { width: 8, read: (bytes) => Float32Array.from(new Float64Array(aligned(bytes, 8))) },
}

/**
 * The tensors of a file in the format of safetensors, by their names. Numbers of one byte stay the
 * bytes of the file. Throws `ModelFault` when the file is damaged or of another format.
 */
export function readSafetensors(file: string): Map<string, Tensor> {
  const entries = readEntries(file)
  const bytes = readFileSync(file)
  const start = LENGTH_BYTES + headerLength(bytes)
  return new Map(
    Array.from(
      entries,
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const values = types[dtype]?.read(bytes.subarray(start + from, start + to))
        if (!values) throw new ModelFault(`${basename(file)} holds numbers of the type ${dtype}.`)
        return [name, { shape, values }]
      },
    ),
  )
}

/** The tensors' places and shapes, checked against the size of the file; reads nothing else. */
export function readEntries(file: string): Map<string, Entry> {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const length = headerLength(readAt(descriptor, 0, LENGTH_BYTES))
    if (length > Math.min(MAX_HEADER, size - LENGTH_BYTES)) throw notSafetensors(file)
    const entries = parseHeader(file, readAt(descriptor, LENGTH_BYTES, length).toString())
    for (const { dtype, shape, data_offsets } of entries.values()) {
      const [from, to] = data_offsets
      const numbers = shape.reduce((product, edge) => product * edge, 1)
      const width = types[dtype]?.width
      if (LENGTH_BYTES + length + to > size) {
        throw new ModelFault(`${basename(file)} is cut off.`)
      }
      if (width !== undefined && to - from !== numbers * width) throw notSafetensors(file)
    }
    return entries
  } finally {
    closeSync(descriptor)
  }
}

function parseHeader(file: string, json: string): Map<string, Entry> {
  try {
    const { __metadata__: _, ...tensors } = JSON.parse(json) as Record<string, unknown>
    return new Map(Object.entries(z.record(z.string(), Entry).parse(tensors)))
  } catch {
    throw notSafetensors(file)
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  const read = readSync(descriptor, bytes, 0, length, position)
  return bytes.subarray(0, read)
}

function headerLength(bytes: Buffer): number {
  return bytes.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : Number(bytes.readBigUInt64LE())
}

function notSafetensors(file: string): ModelFault {
  return new ModelFault(`${basename(file)} is damaged, or not in the format of safetensors.`)
}

/** A copy, because tensors may begin at any byte. */
function aligned(bytes: Uint8Array, width: number): ArrayBuffer {
  const length = bytes.length - (bytes.length % width)
  return new Uint8Array(bytes.subarray(0, length)).buffer
}

/** A number of IEEE 754 half precision; Node 22 has no typed array of them. */
function half(bits: number): number {
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  const sign = bits >> 15 === 0 ? 1 : -1
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
