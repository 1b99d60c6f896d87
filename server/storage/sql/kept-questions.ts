import { type Step, sql, tell } from './step.ts'
/** A test question, once for each run that has a result of it. */
export interface ErasedQuestion {
  id: string
  run_id: string | null
}

const erase = sql<{ organization_id: string; question_ids: string[] }, ErasedQuestion>(`
  WITH erased AS (
    DELETE FROM test_questions
     USING messages AS asked
     WHERE test_questions.organization_id = :organization_id
       AND asked.organization_id = :organization_id AND asked.id = ANY (:question_ids)
       AND question = asked.text AND test_questions.created_at >= asked.created_at
       AND NOT EXISTS (SELECT 1
                         FROM messages AS others
                        WHERE others.organization_id = :organization_id AND role = 'user'
                          AND others.text = question AND others.id <> ALL (:question_ids))
    RETURNING test_questions.id
  )
  SELECT id, run_id
    FROM erased
    LEFT JOIN test_results ON organization_id = :organization_id AND question_id = id
`)

/**
 * Erases the test questions that were kept after somebody asked them, with the last conversation
 * that holds them: these questions, which are erased in the same step, after this.
 */
export function* eraseKeptQuestions(organization_id: string, question_ids: string[]): Step<void> {
  const erased = yield* erase.all({ organization_id, question_ids })
  yield* tellOfErased(organization_id, erased)
}

/** Tells of test questions that are erased, and of the runs that lose their results with them. */
export function* tellOfErased(organization_id: string, erased: ErasedQuestion[]): Step<void> {
  for (const { id, run_id } of erased) {
    yield* tell({ organization_id, kind: 'test_question', id, revision: null })
    if (run_id) yield* tell({ organization_id, kind: 'test_run', id: run_id, revision: null })
  }
}
