import type { SectionQuestion } from '../../contract/section-question.ts'
import { numbersIn } from '../index/nearest.ts'
import type { ComparedQuestion } from '../ports/section-questions.ts'

/** Columns of `section_questions`, as the contract names them. */
export const QUESTION_COLUMNS = `id, collection_id, document_id, section, text, language, origin,
         asked_count, needs_look, created_at`

export type QuestionRow = Omit<SectionQuestion, 'needs_look'> & { needs_look: 0 | 1 }

export type ComparedRow = Omit<ComparedQuestion, 'terms' | 'vector'> & {
  terms: string
  embedding: string | null
}

export function toQuestion({ needs_look, ...row }: QuestionRow): SectionQuestion {
  return { ...row, needs_look: needs_look === 1 }
}

export function toCompared({ terms, embedding, ...row }: ComparedRow): ComparedQuestion {
  return { ...row, terms: JSON.parse(terms), vector: embedding ? vectorIn(embedding) : null }
}

/** A vector as it is stored with its question. */
export function writeVector(vector: Int8Array | null): string | null {
  return vector && Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64')
}

export function vectorIn(embedding: string): Int8Array {
  return numbersIn(Buffer.from(embedding, 'base64'))
}
