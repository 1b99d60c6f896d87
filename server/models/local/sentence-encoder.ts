import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Tokenizer } from '@huggingface/tokenizers'
import { encoderNetwork, encoderSettings } from './encoder-files.ts'
import { ModelFault } from './model-fault.ts'
import { type ReadModel, toUnitLength } from './static-model.ts'

/** The parts of `onnxruntime-node` that are used. */
interface Runtime {
  InferenceSession: {
    create(file: string, options: { intraOpNumThreads: number }): Promise<Session>
  }
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => Tensor
}

interface Tensor {
  data: Float32Array
  dims: readonly number[]
}

interface Session {
  inputNames: readonly string[]
  outputNames: readonly string[]
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>
}

/** Texts that go through the network at once, padded to the longest of them. */
const AT_ONCE = 8

/**
 * Reads a sentence encoder: a network as ONNX in sentence-transformers' layout, run by the optional
 * `onnxruntime-node` in threads of its own. Throws `ModelFault`, also when that is not installed.
 */
export async function readSentenceEncoder(folder: string): Promise<ReadModel> {
  const { dimensions, pooling, maxTokens, prompts } = encoderSettings(folder)
  const tokenizer = readTokenizer(folder)
  const runtime = loadRuntime()
  const session = await openNetwork(runtime, folder)

  async function embedSome(texts: string[]): Promise<Float32Array[]> {
    const tokens = texts.map((text) => cut(tokenizer.encode(text).ids, maxTokens))
    const inputs = inputsOf(runtime, session, tokens)
    const { data, dims } = vectorsIn(session, await session.run(inputs))
    const [, length = 0, width] = dims
    if (width !== dimensions) {
      throw new ModelFault(`its network does not give vectors of ${dimensions} numbers.`)
    }
    return tokens.map(({ length: own }, at) => {
      const start = at * length * dimensions
      const rows = data.subarray(start, start + (pooling === 'cls' ? 1 : own) * dimensions)
      const vector = sumOfRows(rows, dimensions)
      toUnitLength(vector)
      return vector
    })
  }

  return {
    coverage: () => 1,
    async embed(texts, purpose, signal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        signal.throwIfAborted()
        const some = texts.slice(at, at + AT_ONCE).map((text) => prompts[purpose] + text)
        vectors.push(...(await embedSome(some)))
      }
      return vectors
    },
  }
}

function readTokenizer(folder: string): Tokenizer {
  try {
    return new Tokenizer(JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')), {})
  } catch (cause) {
    throw new ModelFault('tokenizer.json is damaged, or of a kind that is not known.', { cause })
  }
}

/** Found beside the program, or in a folder that NODE_PATH names; no install has it by itself. */
function loadRuntime(): Runtime {
  try {
    return createRequire(import.meta.url)('onnxruntime-node') as Runtime
  } catch (cause) {
    const install = 'npm install --onnxruntime-node-install=skip onnxruntime-node'
    throw new ModelFault(
      `it is a sentence encoder, which needs onnxruntime-node: run "${install}" where the program is, or elsewhere and name that node_modules in NODE_PATH.`,
      { cause },
    )
  }
}

/** In one thread: the other processor is for what visitors wait for. */
async function openNetwork(runtime: Runtime, folder: string): Promise<Session> {
  const network = encoderNetwork(folder)
  if (!network) throw new ModelFault('it has no network as ONNX.')
  try {
    const file = join(folder, network)
    return await runtime.InferenceSession.create(file, { intraOpNumThreads: 1 })
  } catch (cause) {
    throw new ModelFault(`${network} is damaged, or of a kind that is not known.`, { cause })
  }
}

/** The first tokens and the last, which ends a text for the model. */
function cut(ids: number[], most: number): number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ...ids.slice(-1)]
}

function inputsOf(
  { Tensor }: Runtime,
  { inputNames }: Session,
  tokens: number[][],
): Record<string, Tensor> {
  const length = Math.max(...tokens.map((ids) => ids.length))
  const filled = (value: (id: number) => number) => {
    const data = new BigInt64Array(tokens.length * length)
    for (const [row, ids] of tokens.entries()) {
      for (const [at, id] of ids.entries()) data[row * length + at] = BigInt(value(id))
    }
    return new Tensor('int64', data, [tokens.length, length])
  }
  const all: Record<string, (id: number) => number> = {
    input_ids: (id) => id,
    attention_mask: () => 1,
    token_type_ids: () => 0,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      inputNames.includes(name) ? [[name, filled(value)]] : [],
    ),
  )
}

function vectorsIn({ outputNames }: Session, outputs: Record<string, Tensor>): Tensor {
  const output = outputs['last_hidden_state'] ?? outputs[outputNames[0] ?? '']
  if (!output) throw new ModelFault('its network gives no vectors.')
  return output
}

function sumOfRows(rows: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width)
  for (const [at, value] of rows.entries()) sum[at % width] = (sum[at % width] as number) + value
  return sum
}
