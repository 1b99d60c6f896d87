/**
 * The ports to language and embedding models. Adapters of providers are in this folder, the built-in
 * language model is in `answering/extractive`; `registry.ts` finds them by their selectors.
 */
import type { AnalyzedQuestion } from '../text/question.ts'

/** Selector of the built-in language model, which runs in the background thread. */
export const EXTRACTIVE_MODEL = 'builtin/extractive'

/** A passage as a model sees it: numbered from 1, the number a `[n]` marker in its answer refers to. */
export interface PromptPassage {
  number: number
  /** How well it was found to fit the question; comparable within one question only. */
  score?: number | null
  title: string
  anchor: string | null
  /** Which passage of its document it is. */
  position?: number
  text: string
}

export interface PromptTurn {
  role: 'user' | 'assistant'
  text: string
}

/**
 * One request to a language model. A configured provider sends `system` and `turns`; the built-in
 * model, which follows no instructions, reads `task`, `question`, `analyzed` and `passages`.
 */
export interface Prompt {
  task: 'answer' | 'follow_ups' | 'rewrite'
  system: string
  turns: PromptTurn[]
  question: string
  /** The question as retrieval analysed it; absent where nothing was retrieved for it. */
  analyzed?: AnalyzedQuestion
  passages: PromptPassage[]
}

export type ModelEvent =
  | { type: 'text'; text: string }
  /** Absent when the stream breaks off: the caller tells a finished answer from a torn one by it. */
  | { type: 'finish'; reason: string; input_tokens: number; output_tokens: number }

export interface LanguageModel {
  /** The selector, `provider/name`. */
  selector: string
  /** Streams the model's text. Throws when the provider refuses, fails or falls silent. */
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** A model gave vectors of another width than it is known to have, which no retry would change. */
export class WidthMismatch extends Error {
  override name = 'WidthMismatch'
}

export interface EmbeddingModel {
  selector: string
  dimensions: number
  /** How far a ranking by these vectors can be trusted beside the rankings by words, 0 (not asked at all) to 1. */
  weight: number
  /**
   * One unit-length vector of `dimensions` numbers for each text, in order. Throws when the provider
   * fails or falls silent, `WidthMismatch` when its vectors are of another width.
   */
  embed(
    texts: string[],
    purpose: 'passage' | 'question',
    signal: AbortSignal,
  ): Promise<Float32Array[]>
}
