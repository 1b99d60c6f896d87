import type { Database } from 'better-sqlite3'
import { NEWEST } from '../paging.ts'
import type { TestQuestions } from '../ports/test-questions.ts'
import { type TestQuestionRow, toTestQuestion, toTestQuestionRow } from '../rows/test-questions.ts'
import { requireKnownDocument, requireRoom } from '../rules/test-questions.ts'
import { unique } from './conflicts.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

export function createTestQuestions(db: Database): Sync<TestQuestions> {
  const countOf = db
    .prepare<{ organization_id: string; assistant_id: string }, number>(`
      SELECT (SELECT count(*) FROM test_questions WHERE assistant_id = :assistant_id)
        FROM assistants
       WHERE id = :assistant_id AND organization_id = :organization_id
    `)
    .pluck()
  const knownDocument = db.prepare<{ organization_id: string; id: string }>(`
    SELECT 1 FROM documents WHERE id = :id AND organization_id = :organization_id
  `)
  const insert = db.prepare<TestQuestionRow & { organization_id: string; assistant_id: string }>(`
    INSERT INTO test_questions (id, organization_id, assistant_id, question, expected, created_at)
    VALUES (:id, :organization_id, :assistant_id, :question, :expected, :created_at)
  `)
  const page = db.prepare<{ assistant_id: string; rows: number } & typeof NEWEST, TestQuestionRow>(`
    SELECT id, question, expected, created_at
      FROM test_questions
     WHERE assistant_id = :assistant_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const remove = db.prepare<{ organization_id: string; assistant_id: string; id: string }>(`
    DELETE FROM test_questions
     WHERE id = :id AND assistant_id = :assistant_id AND organization_id = :organization_id
  `)

  const create = db.transaction<Sync<TestQuestions>['create']>(
    (organization_id, assistant_id, question) => {
      const kept = countOf.get({ organization_id, assistant_id })
      if (kept === undefined) return null
      const id = question.expected?.source_document_id ?? null
      requireKnownDocument(id === null || knownDocument.get({ organization_id, id }) !== undefined)
      requireRoom(kept)
      const row = { ...toTestQuestionRow(question), organization_id, assistant_id }
      unique('testQuestion', () => insert.run(row))
      return question
    },
  )

  return {
    create: (...values) => create.immediate(...values),

    list(organization_id, assistant_id, paging) {
      if (countOf.get({ organization_id, assistant_id }) === undefined) return null
      return readPage(
        paging,
        { list: ['test questions', assistant_id], start: NEWEST },
        (range) => page.all({ assistant_id, ...range }),
        toTestQuestion,
      )
    },

    delete: (organization_id, assistant_id, id) =>
      remove.run({ organization_id, assistant_id, id }).changes > 0,
  }
}
