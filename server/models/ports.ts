/**
 * The ports to language and embedding models. Adapters of providers are in this folder, the
 * built-in language model is in `answering/extractive`; `registry.ts` finds them by their
 * selectors.
 */
import { ServiceError } from '../contract/errors.ts'
import type { AnalyzedQuestion } from '../text/question.ts'
import type { Span } from '../text/sentences.ts'
import type { PassageBlock } from '../text/structure.ts'

/** Selector of the built-in language model, which runs in the background thread. */
export const EXTRACTIVE_MODEL = 'builtin/extractive'

/** A passage in a prompt, numbered from 1: markers of the model's text refer to that number. */
export interface PromptPassage {
  number: number
  /** Its score in retrieval; comparable within one question only. */
  score?: number | null
  /** Its document, where passages of several sections are to be told apart. */
  document_id?: string
  title: string
  /** The public address of its document, with its place there. */
  url?: string | null
  /** From the outermost, without the title. */
  headings: string[]
  /** From 1; only where the format of the document has pages. */
  page?: number | null
  /** Its position in its document. */
  position?: number
  /** Its section, where that is stored. */
  section_id?: string | null
  /** The structure of its text, as far as it is stored. */
  blocks?: PassageBlock[]
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
  task: 'answer' | 'follow_ups' | 'rewrite' | 'verify'
  system: string
  turns: PromptTurn[]
  question: string
  /** The question as retrieval analysed it; absent where nothing was retrieved for it. */
  analyzed?: AnalyzedQuestion
  passages: PromptPassage[]
}

export type ModelEvent =
  | { type: 'text'; text: string }
  /** The last event of a finished text; absent when the stream breaks off. */
  | {
      type: 'finish'
      reason: string
      input_tokens: number
      output_tokens: number
      /** Of a model that quotes: for each marker of its text the places in its passage, as read. */
      quoted?: Span[][]
    }

export interface LanguageModel {
  /** The selector, `provider/name`. */
  selector: string
  /** How many tokens a prompt may have; absent: it has no limit. */
  promptTokens?: number
  /** Streams the model's text. Throws when the provider refuses, fails or a timeout passes. */
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent>
}

export interface Reranker {
  selector: string
  /**
   * The places of the texts, those that answer the query best first. Throws when the provider
   * fails, and when `signal` is aborted.
   */
  rank(query: string, texts: string[], signal: AbortSignal): Promise<number[]>
}

/** A call of a provider failed (docs/behaviour.md#providers). */
export class ProviderFailure extends ServiceError {
  /** The HTTP status of its reply, or null. */
  readonly httpStatus: number | null
  /** It had too much to do. */
  readonly isBusy: boolean
  /** When it asked to be called again, in milliseconds, or null. */
  readonly retryAfterMs: number | null

  constructor({
    httpStatus = null,
    isBusy = false,
    retryAfterMs = null,
    cause,
  }: { cause?: unknown } & Partial<
    Pick<ProviderFailure, 'httpStatus' | 'isBusy' | 'retryAfterMs'>
  >) {
    super('provider_failure', isBusy ? BUSY : FAILED, { cause })
    this.httpStatus = httpStatus
    this.isBusy = isBusy
    this.retryAfterMs = retryAfterMs
  }
}

const FAILED = 'The model provider could not complete the request.'
const BUSY = 'The model provider is busy. Try again in a moment.'

/** The vectors of a model have another width than was configured, which no retry changes. */
export class WidthMismatch extends Error {
  override name = 'WidthMismatch'
}

export interface EmbeddingModel {
  selector: string
  dimensions: number
  /** Whether each window of a passage gets a vector of its own, beside that of the passage. */
  embedsWindows: boolean
  /**
   * Share of a text's words that the model knows, 0 to 1; 1 for models that do not tell. A model
   * whose files are read with its first use knows none before that.
   */
  coverage(text: string): number
  /**
   * One unit-length vector of `dimensions` numbers for each text, in order. Throws when the
   * provider fails or a timeout passes, `WidthMismatch` when its vectors are of another width. None
   * of a model that embeds nothing.
   */
  embed(
    texts: string[],
    purpose: 'passage' | 'question',
    signal: AbortSignal,
  ): Promise<Float32Array[]>
}
