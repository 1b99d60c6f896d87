import type { EmbeddingModel } from './ports.ts'

/** A model that embeds nothing: the passages of its collections are found by words. */
export function wordsOnly(selector: string, dimensions: number): EmbeddingModel {
  return {
    selector,
    dimensions,
    embedsWindows: false,
    coverage: () => 0,
    embed: async () => [],
  }
}
