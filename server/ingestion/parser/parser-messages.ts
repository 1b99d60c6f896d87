import type { NewPassage } from '../../storage/ports/documents.ts'
import type { DraftPassage } from '../chunk.ts'
import type { DocumentErrorCode } from '../extracted.ts'

/** A passage with its search terms: `analyzePassage` of `text/passage.ts`. */
export type AnalyzedPassage = DraftPassage & Pick<NewPassage, 'terms'>

export interface ParseSuccess {
  ok: true
  title: string
  description: string | null
  url: string | null
  media_type: string
}

export interface ParseFailure {
  ok: false
  error_code: DocumentErrorCode
  error_message: string
}

/**
 * From the parser process: `ready` once, then for each document the result with its passages, of a
 * long document with the last of them, after `passages` with those before.
 */
export type ParserMessage =
  | { kind: 'ready' }
  | { kind: 'passages'; passages: AnalyzedPassage[] }
  | { kind: 'parsed'; result: ParseSuccess; passages: AnalyzedPassage[] }
  | { kind: 'failed'; failure: ParseFailure }
