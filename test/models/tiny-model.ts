import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../ingestion/ingestion.ts'

/** The pieces of the tiny model, by their ids. */
const PIECES = ['[PAD]', '[UNK]', 'boat', 'ship', 'train', '##s', 'late', '?', 'the']
export const TINY_DIMENSIONS = 8

/** One direction for each meaning: boats and ships have one in common. */
const DIRECTIONS = [0, 1, 2, 2, 3, 4, 5, 6, 7]

/** Rows of the tiny model; each is a unit vector times 10. */
export function tinyRows(): number[] {
  return DIRECTIONS.flatMap((direction) =>
    Array.from({ length: TINY_DIMENSIONS }, (_, at) => (at === direction ? 10 : 0)),
  )
}

interface Tensor {
  dtype: 'I8' | 'I64' | 'F16' | 'F32' | 'F64'
  shape: number[]
  bytes: Uint8Array
}

const weights = Float32Array.from(PIECES, (piece) => (piece === 'the' ? 0 : 0.1))

/** The tensors of the tiny model, as it is shipped: whole numbers and a weight for each piece. */
export function tinyTensors(): Record<string, Tensor> {
  return {
    weights: tensor('F32', [PIECES.length], weights),
    embeddings: tensor('I8', [PIECES.length, TINY_DIMENSIONS], Int8Array.from(tinyRows())),
  }
}

export function tensor(
  dtype: Tensor['dtype'],
  shape: number[],
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): Tensor {
  return { dtype, shape, bytes: new Uint8Array(buffer, byteOffset, byteLength) }
}

/** The bytes of a file in the format of safetensors. */
export function safetensors(tensors: Record<string, Tensor>): Buffer {
  let end = 0
  const entries = Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
    const start = end
    end += bytes.length
    return [name, { dtype, shape, data_offsets: [start, end] }]
  })
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([length, header, ...Object.values(tensors).map(({ bytes }) => bytes)])
}

/** A tokenizer of word pieces, as BERT has. */
export function tinyTokenizer(): Record<string, unknown> {
  const special = { single_word: false, lstrip: false, rstrip: false, normalized: false }
  return {
    version: '1.0',
    added_tokens: ['[PAD]', '[UNK]'].map((content, id) => ({
      id,
      content,
      ...special,
      special: true,
    })),
    normalizer: { type: 'BertNormalizer', clean_text: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(PIECES.map((piece, id) => [piece, id])),
    },
  }
}

/** A folder with a model of nine word pieces; `files` stand in for its own, null leaves one out. */
export function tinyModel(files: Record<string, string | Uint8Array | null> = {}): string {
  const folder = temporaryFolder()
  const all = {
    'model.safetensors': safetensors(tinyTensors()),
    'tokenizer.json': JSON.stringify(tinyTokenizer()),
    'config.json': '{"normalize": true}',
    ...files,
  }
  for (const [path, content] of Object.entries(all)) {
    if (content === null) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
