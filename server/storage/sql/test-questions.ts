import { NEWEST } from '../paging.ts'
import type { TestQuestions } from '../ports/test-questions.ts'
import { type TestQuestionRow, toTestQuestion, toTestQuestionRow } from '../rows/test-questions.ts'
import { requireKnownDocument, requireRoom } from '../rules/test-questions.ts'
import { ERASED, type ErasedQuestion, eraseQuestions } from './kept-questions.ts'
import { readPage } from './paging.ts'
import { type Driver, sql, tell } from './step.ts'
import { unique } from './unique.ts'

interface Place {
  organization_id: string
  assistant_id: string
}

const countOf = sql<Place, { count: number }>(`
  SELECT (SELECT count(*) FROM test_questions
           WHERE organization_id = :organization_id AND assistant_id = :assistant_id) AS count
    FROM assistants
   WHERE organization_id = :organization_id AND id = :assistant_id
`)
const knownDocument = sql<{ organization_id: string; id: string }>(`
  SELECT 1 FROM documents WHERE organization_id = :organization_id AND id = :id
`)
const insert = sql<TestQuestionRow & Place>(`
  INSERT INTO test_questions (organization_id, id, assistant_id, question, expected, created_at)
  VALUES (:organization_id, :id, :assistant_id, :question, :expected, :created_at)
`)
const page = sql<Place & { rows: number } & typeof NEWEST, TestQuestionRow>(`
  SELECT id, question, expected, created_at
    FROM test_questions
   WHERE organization_id = :organization_id AND assistant_id = :assistant_id
     AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const withResults = sql<Place & { id: string }, ErasedQuestion>(`
  ${ERASED}
   WHERE test_questions.organization_id = :organization_id AND test_questions.id = :id
     AND assistant_id = :assistant_id
`)

export function createTestQuestions(db: Driver): TestQuestions {
  return {
    create: (organization_id, assistant_id, question) =>
      db.step(function* () {
        const place = { organization_id, assistant_id }
        const kept = yield* countOf.get(place)
        if (!kept) return null
        const id = question.expected?.source_document_id
        requireKnownDocument(!id || !!(yield* knownDocument.get({ organization_id, id })))
        requireRoom(kept.count)
        const row = { ...toTestQuestionRow(question), ...place }
        yield* unique('testQuestion', insert.run(row))
        yield* tell({ organization_id, kind: 'test_question', id: row.id, revision: null })
        return question
      }),

    list: (organization_id, assistant_id, paging) =>
      db.run(function* () {
        const place = { organization_id, assistant_id }
        if (!(yield* countOf.get(place))) return null
        return yield* readPage(
          paging,
          { list: ['test questions', assistant_id], start: NEWEST },
          (range) => page.all({ ...place, ...range }),
          toTestQuestion,
        )
      }),

    delete: (organization_id, assistant_id, id) =>
      db.step(function* () {
        const erased = yield* withResults.all({ organization_id, assistant_id, id })
        yield* eraseQuestions(organization_id, erased)
        return erased.length > 0
      }),
  }
}
