import { createExtractiveModel } from '../server/answering/extractive/model.ts'
import type { LanguageModel } from '../server/models/ports.ts'
import { once } from '../server/once.ts'
import { createWindowLikeness } from '../server/retrieval/window-likeness.ts'
import { createBuiltInEmbedding } from './built-in-embedding.ts'

/** The built-in model of a default install, which compares meaning by the built-in embedding. */
export function createBuiltInModel(): LanguageModel {
  return createExtractiveModel(createWindowLikeness(once(createBuiltInEmbedding)))
}
