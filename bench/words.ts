import type { EmbeddingModel } from '../server/models/ports.ts'

/** A model that embeds nothing, so that words alone find passages. */
export const WORDS: EmbeddingModel = {
  selector: 'bench/words',
  dimensions: 512,
  embedsWindows: false,
  coverage: () => 0,
  embed: async () => [],
}
