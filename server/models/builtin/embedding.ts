import { gramsOfWord, spelledWords } from '../../text/ngrams.ts'
import { analyzePassage } from '../../text/passage.ts'
import { analyzeQuestion } from '../../text/question.ts'
import { searchableText } from '../../text/searchable-text.ts'
import { fold, wordsOf } from '../../text/words.ts'
import type { EmbeddingModel } from '../ports.ts'

export const LEXICAL_EMBEDDING = 'builtin/lexical-512'
export const LEXICAL_DIMENSIONS = 512
/** Fewer dimensions collide too often, more gain nothing. */
export const MIN_LEXICAL_DIMENSIONS = 64
export const MAX_LEXICAL_DIMENSIONS = 4096

/** Weight of an n-gram beside a whole word. */
const GRAM_WEIGHT = 0.3

/**
 * The built-in embedding: terms and character n-grams hashed into `dimensions` signed buckets,
 * with sublinear counts and unit length. It knows spelling, not meaning: beside the rankings by
 * words and n-grams it changed no measured figure, hence its weight of 0. No network, no model
 * file. An empty text gives the zero vector.
 */
export function createLexicalEmbedding(dimensions: number = LEXICAL_DIMENSIONS): EmbeddingModel {
  return {
    selector: LEXICAL_EMBEDDING,
    dimensions,
    embedsWindows: false,
    weight: 0,
    coverage: () => 1,
    async embed(texts, purpose) {
      const features = purpose === 'question' ? questionFeatures : passageFeatures
      return texts.map((text) => project(features(text), dimensions))
    },
  }
}

interface Features {
  terms: string[]
  grams: string[]
}

function passageFeatures(text: string): Features {
  const { terms } = analyzePassage({ title: '', headings: [], text })
  const words = spelledWords(wordsOf(searchableText(text)))
  return {
    terms: terms.text.split(' '),
    grams: words.flatMap((word) => gramsOfWord(fold(word.text))),
  }
}

function questionFeatures(text: string): Features {
  const { words, grams } = analyzeQuestion(text)
  return { terms: words.map((word) => word.terms[0] ?? ''), grams }
}

function project({ terms, grams }: Features, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [term, count] of counts(terms)) add(vector, term, 1 + Math.log(count))
  for (const [gram, count] of counts(grams)) add(vector, gram, GRAM_WEIGHT * (1 + Math.log(count)))
  const length = Math.hypot(...vector)
  if (length > 0) for (let at = 0; at < dimensions; at += 1) vector[at] = (vector[at] ?? 0) / length
  return vector
}

function counts(features: string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const feature of features) {
    if (feature !== '') found.set(feature, (found.get(feature) ?? 0) + 1)
  }
  return found
}

/**
 * The hash's low bits choose the bucket, its highest the sign, so that collisions cancel on
 * average.
 */
function add(vector: Float32Array, feature: string, value: number): void {
  const hash = fnv1a(feature)
  const bucket = (hash & 0x7fffffff) % vector.length
  vector[bucket] = (vector[bucket] ?? 0) + (hash >>> 31 === 0 ? value : -value)
}

/**
 * FNV-1a over UTF-16 units, with a final mix: its own high bits are too regular for short words.
 */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
