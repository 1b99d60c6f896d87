import type { EmbeddingModel } from '../../server/models/ports.ts'

/** An embedding of which texts with the same words and parts of words are near each other. */
export function createSpellingEmbedding(dimensions = 64): EmbeddingModel {
  return {
    selector: 'test/spelling',
    dimensions,
    embedsWindows: false,
    coverage: () => 1,
    embed: async (texts) => texts.map((text) => vectorOf(text, dimensions)),
  }
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const part of [word, ...trigramsOf(word)]) {
      const hash = hashOf(part)
      const place = hash % dimensions
      vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? 1 : -1)
    }
  }
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((value) => value / length) : vector
}

function trigramsOf(word: string): string[] {
  const padded = `_${word}_`
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
}

/** FNV-1a over UTF-16 units, mixed. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return (hash ^ (hash >>> 13)) >>> 0
}
