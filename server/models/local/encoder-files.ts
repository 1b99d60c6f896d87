import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ModelFault } from './model-fault.ts'

/** Where sentence-transformers keeps the network of an encoder. */
const NETWORKS = ['model.onnx', 'onnx/model.onnx']

/** Files that say how a text becomes a vector; a model may lack all but the pooling. */
const POOLING = '1_Pooling/config.json'
const MODULES = 'modules.json'
const PROMPTS = 'config_sentence_transformers.json'
const LENGTH = 'sentence_bert_config.json'
export const ENCODER_FILES = ['tokenizer.json', POOLING, MODULES, PROMPTS, LENGTH]

/** The names of poolings are single fields in earlier versions. */
const Pooling = z.object({
  word_embedding_dimension: z.int().min(1).optional(),
  embedding_dimension: z.int().min(1).optional(),
  pooling_mode: z.unknown().optional(),
  pooling_mode_mean_tokens: z.boolean().default(false),
  pooling_mode_cls_token: z.boolean().default(false),
})
const Modules = z.array(z.object({ type: z.string() }))
const Prompts = z.object({ prompts: z.record(z.string(), z.string()).default({}) })
const Length = z.object({ max_seq_length: z.int().min(3).nullish() })

/** Modules of a sentence encoder beside those that its network holds. */
const KNOWN_MODULE = /\.(Transformer|Pooling|Normalize)$/
const DEFAULT_MAX_TOKENS = 512

export interface EncoderSettings {
  dimensions: number
  /** The vector of a text is the mean of its tokens', or the first one. */
  pooling: 'mean' | 'cls'
  maxTokens: number
  /** How a question and a passage begin for the model. */
  prompts: Record<'question' | 'passage', string>
}

/**
 * The network of a sentence encoder in sentence-transformers' layout, below its folder; null when
 * there is none. Throws `ModelFault` when nothing tells which of several to take.
 */
export function encoderNetwork(folder: string): string | null {
  const usual = NETWORKS.find((file) => existsSync(join(folder, file)))
  if (usual) return usual
  const variants = globSync('onnx/model*.onnx', { cwd: folder }).toSorted()
  if (variants.length > 1) {
    throw new ModelFault(`it has several networks; leave one of ${variants.join(', ')}.`)
  }
  return variants[0] ?? null
}

/** Reads how a sentence encoder is used. Throws `ModelFault`. */
export function encoderSettings(folder: string): EncoderSettings {
  const pooled = read(folder, POOLING, Pooling)
  if (!pooled) throw new ModelFault(`${POOLING} is missing.`)
  const dimensions = pooled.embedding_dimension ?? pooled.word_embedding_dimension
  const pooling = pooled.pooling_mode ?? earlierPooling(pooled)
  if (!dimensions || (pooling !== 'mean' && pooling !== 'cls')) {
    throw new ModelFault(`${POOLING} must name the mean or the first token, and a width.`)
  }
  const foreign = read(folder, MODULES, Modules)?.find(({ type }) => !KNOWN_MODULE.test(type))
  if (foreign) throw new ModelFault(`${MODULES} names ${foreign.type}, which is not known.`)
  const { query = '', document, passage } = read(folder, PROMPTS, Prompts)?.prompts ?? {}
  return {
    dimensions,
    pooling,
    maxTokens: read(folder, LENGTH, Length)?.max_seq_length ?? DEFAULT_MAX_TOKENS,
    prompts: { question: query, passage: document ?? passage ?? '' },
  }
}

function earlierPooling(pooled: z.infer<typeof Pooling>): 'mean' | 'cls' | null {
  const { pooling_mode_mean_tokens: mean, pooling_mode_cls_token: cls } = pooled
  if (mean === cls) return null
  return mean ? 'mean' : 'cls'
}

/** The content of a file of JSON, or null when it is missing. */
function read<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): z.output<Schema> | null {
  if (!existsSync(join(folder, file))) return null
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  } catch (cause) {
    throw new ModelFault(`${file} is damaged, or of a kind that is not known.`, { cause })
  }
}
