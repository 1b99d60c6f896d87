import { meaning } from '../server/models/builtin/meaning.ts'
import { readLater } from '../server/models/local/read-later.ts'
import type { EmbeddingModel } from '../server/models/ports.ts'

/** The embedding of a default install. A file that is missing ends the evaluation. */
export function createBuiltInEmbedding(): EmbeddingModel {
  return readLater(meaning, (fault) => {
    throw new Error(fault)
  })
}
