import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ModelFault } from './model-fault.ts'
import { readEntries } from './safetensors.ts'

/** An embedding model whose files are on this machine. */
export interface LocalModel {
  selector: string
  configured_by: 'built-in' | 'installed'
  folder: string
  dimensions: number
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

/** What is wrong with a model's files, as far as their heads tell; null: nothing. */
export function faultIn({ folder, dimensions }: LocalModel): unknown {
  try {
    if (staticDimensions(folder) === dimensions) return null
    return new ModelFault(`its vectors do not have ${dimensions} numbers.`)
  } catch (error) {
    return error
  }
}
