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

interface Asked {
  organization_id: string
  question_ids: string[]
}

const keptOf = sql<Asked, { id: string }>(`
  SELECT test_questions.id
    FROM messages
    JOIN test_questions
      ON test_questions.organization_id = :organization_id AND question = text
     AND test_questions.created_at >= messages.created_at
   WHERE messages.organization_id = :organization_id AND messages.id AMONG (:question_ids)
`)
// Reads all messages of the organization, so of the few test questions that may be erased alone.
const notAskedElsewhere = sql<Asked & { ids: string[] }, ErasedQuestion>(`
  ${ERASED}
   WHERE test_questions.organization_id = :organization_id AND test_questions.id AMONG (:ids)
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
  const asked = { organization_id, question_ids }
  const ids = (yield* keptOf.all(asked)).map(({ id }) => id)
  if (ids.length === 0) return
  yield* eraseQuestions(organization_id, yield* notAskedElsewhere.all({ ...asked, ids }))
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
