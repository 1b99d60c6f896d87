import type { SectionQuestion } from '../../contract/section-question.ts'
import { sql } from './step.ts'

/** A question as it is first written, without a vector. */
export type NewQuestion = Omit<SectionQuestion, 'needs_look'> & {
  organization_id: string
  words: string
  terms: string
}

export const insertQuestion = sql<NewQuestion>(`
  INSERT INTO section_questions (organization_id, id, collection_id, document_id, section, text,
                                 language, origin, asked_count, needs_look, words, terms,
                                 set_number, embedding, created_at)
  VALUES (:organization_id, :id, :collection_id, :document_id, :section, :text, :language, :origin,
          :asked_count, 0, :words, :terms, 0, NULL, :created_at)
`)
