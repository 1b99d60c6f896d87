import type { SectionQuestions, Unembedded } from '../ports/section-questions.ts'
import { writeVector } from '../rows/section-questions.ts'
import { type Driver, sql } from './step.ts'

const unembedded = sql<Pick<Unembedded, 'organization_id' | 'id'> & { limit: number }, Unembedded>(`
  SELECT section_questions.organization_id, id, text, embedding_model, dimensions,
         number AS set_number
    FROM vector_sets
   CROSS JOIN section_questions
   WHERE state = 'serving'
     AND section_questions.organization_id = vector_sets.organization_id
     AND section_questions.collection_id = vector_sets.collection_id
     AND set_number < number
     AND (section_questions.organization_id, id) > (:organization_id, :id)
   ORDER BY section_questions.organization_id, id
   LIMIT :limit
`)
/** Before all of them. */
const FIRST = { organization_id: '', id: '' }

const embed = sql<
  Omit<Unembedded, 'embedding_model' | 'dimensions'> & { embedding: string | null }
>(`
  UPDATE section_questions
     SET set_number = :set_number, embedding = :embedding
   WHERE organization_id = :organization_id AND id = :id AND text = :text
`)

/** The vectors of questions, which are made after them. */
export function createQuestionVectors(db: Driver): Pick<SectionQuestions, 'unembedded' | 'embed'> {
  return {
    unembedded: (limit, { organization_id, id } = FIRST) =>
      db.run(() => unembedded.all({ organization_id, id, limit })),

    embed: (questions) =>
      db.step(function* () {
        for (const { vector, organization_id, id, text, set_number } of questions) {
          const embedding = writeVector(vector)
          yield* embed.run({ organization_id, id, text, set_number, embedding })
        }
      }),
  }
}
