import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { encoderNetwork, encoderSettings } from './encoder-files.ts'
import { ModelFault } from './model-fault.ts'
import { readEntries } from './safetensors.ts'

/** An embedding model whose files are on this machine. */
export interface LocalModel {
  selector: string
  configured_by: 'built-in' | 'installed'
  folder: string
  kind: LocalKind
  dimensions: number
}

/** A static model sums rows of numbers; an encoder is a network that reads a text as a whole. */
export type LocalKind = 'static' | 'encoder'

/** Kind of the model in a folder, and the width of its vectors. Throws `ModelFault`. */
export function kindOf(folder: string): Pick<LocalModel, 'kind' | 'dimensions'> {
  return encoderNetwork(folder)
    ? { kind: 'encoder', dimensions: encoderSettings(folder).dimensions }
    : { kind: 'static', dimensions: staticDimensions(folder) }
}

/** How selectors of models begin that the operator added. */
export const INSTALLED = 'installed/'

/** The folders within a static model's that hold its files, in the layouts of Model2Vec. */
const PLACES = ['', '0_StaticEmbedding']
/** The tensor with a row for each word piece, in these layouts. */
export const ROWS = ['embeddings', 'embedding.weight']

/** The files of a static model, below its folder. Throws `ModelFault` when one is missing. */
export function staticFiles(folder: string): { tensors: string; tokenizer: string } {
  for (const place of PLACES) {
    const tensors = join(place, 'model.safetensors')
    const tokenizer = join(place, 'tokenizer.json')
    if ([tensors, tokenizer].every((file) => existsSync(join(folder, file)))) {
      return { tensors, tokenizer }
    }
  }
  throw new ModelFault(`${folder} lacks model.safetensors or tokenizer.json.`)
}

/** The width of a static model's vectors, read of the head of its file. Throws `ModelFault`. */
export function staticDimensions(folder: string): number {
  const { tensors } = staticFiles(folder)
  const entries = readEntries(join(folder, tensors))
  const [rows] = ROWS.flatMap((name) => entries.get(name) ?? [])
  const [count, dimensions] = rows?.shape ?? []
  if (!count || !dimensions) {
    throw new ModelFault(`${tensors} holds no static model in the format of Model2Vec.`)
  }
  return dimensions
}

/** Fault of a model's files, as far as their heads tell; null: none. */
export function faultIn({ folder, kind, dimensions }: LocalModel): unknown {
  try {
    const found = kindOf(folder)
    if (found.kind === kind && found.dimensions === dimensions) return null
    return new ModelFault(`it does not give vectors of ${dimensions} numbers.`)
  } catch (error) {
    return error
  }
}
