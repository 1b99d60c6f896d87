import { type Step, sql, tell } from './step.ts'

/** A test question, once for each run that has a result of it. */
export interface ErasedQuestion {
  id: string
  run_id: string | null
}

/** Test questions, each with the runs that lose a result with it. */
export const ERASED = `
  SELECT test_questions.id, run_id
    FROM test_questions
    LEFT JOIN test_results
      ON test_results.organization_id = :organization_id AND question_id = test_questions.id`

const kept = sql<{ organization_id: string; question_ids: string[] }, ErasedQuestion>(`
  ${ERASED}
   WHERE test_questions.organization_id = :organization_id
     AND EXISTS (SELECT 1
                   FROM messages AS asked
                  WHERE asked.organization_id = :organization_id
                    AND asked.id AMONG (:question_ids) AND asked.text = question
                    AND asked.created_at <= test_questions.created_at)
     AND NOT EXISTS (SELECT 1
                       FROM messages AS others
                      WHERE others.organization_id = :organization_id AND role = 'user'
                        AND others.text = question AND others.id NOT AMONG (:question_ids))
`)
const erase = sql<{ organization_id: string; ids: string[] }>(`
  DELETE FROM test_questions WHERE organization_id = :organization_id AND id AMONG (:ids)
`)

/**
 * Erases the test questions that were kept after somebody asked them, with the last conversation
 * that holds them: these questions, which are erased in the same step, after this.
 */
export function* eraseKeptQuestions(organization_id: string, question_ids: string[]): Step<void> {
  yield* eraseQuestions(organization_id, yield* kept.all({ organization_id, question_ids }))
}

/** Erases test questions with their results. */
export function* eraseQuestions(organization_id: string, erased: ErasedQuestion[]): Step<void> {
  if (erased.length === 0) return
  yield* erase.run({ organization_id, ids: erased.map(({ id }) => id) })
  for (const { id, run_id } of erased) {
    yield* tell({ organization_id, kind: 'test_question', id, revision: null })
    if (run_id) yield* tell({ organization_id, kind: 'test_run', id: run_id, revision: null })
  }
}
