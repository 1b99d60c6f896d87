import { z } from 'zod'
import { Citation, MAX_MESSAGE_BODY_BYTES } from './conversation.ts'
import { ListQuery, operation, page } from './operation.ts'
import { QuestionText, Timestamp } from './text.ts'

/** How many questions are kept with an assistant. */
export const MAX_TEST_QUESTIONS = 200

const Expected = z.strictObject({
  abstained: z.boolean().nullable(),
  source_document_id: z.uuid().nullable(),
})
export type Expected = z.infer<typeof Expected>

/** A question kept with an assistant, to be asked again (docs/behaviour.md#test-questions). */
export const TestQuestion = z.strictObject({
  id: z.uuid(),
  question: z.string(),
  expected: Expected.nullable().describe('`null`: nothing is expected of the answer.'),
  created_at: Timestamp,
})
export type TestQuestion = z.infer<typeof TestQuestion>

export const CreateTestQuestion = z.strictObject({
  question: QuestionText,
  expected: z
    .strictObject({
      abstained: z
        .boolean({ error: 'must be true or false' })
        .nullish()
        .describe('Whether the assistant should decline.'),
      source_document_id: z.string().nullish().describe('A document that the answer should cite.'),
    })
    .refine(({ abstained, source_document_id }) => (abstained ?? source_document_id) != null, {
      error: 'must have abstained or source_document_id',
    })
    .refine(({ abstained, source_document_id }) => !abstained || source_document_id == null, {
      error: 'must not have source_document_id with abstained true: who declines cites nothing',
    })
    .nullish(),
})
export type CreateTestQuestion = z.infer<typeof CreateTestQuestion>

/** What an assistant answered in a run. */
export const TestAnswer = z.strictObject({
  text: z.string(),
  abstained: z.boolean(),
  abstention_reason: z.string().nullable(),
  model: z.string(),
  citations: z.array(
    Citation.pick({ source_id: true, ordinal: true, title: true, url: true, anchor: true }).extend({
      /** null: the citation is of a curated answer. */
      document_id: z.uuid().nullable(),
    }),
  ),
})
export type TestAnswer = z.infer<typeof TestAnswer>

export const testRunStatuses = ['queued', 'running', 'finished', 'stopped'] as const

export const TestRun = z.strictObject({
  id: z.uuid(),
  assistant_id: z.uuid(),
  status: z.enum(testRunStatuses),
  question_count: z.int().describe('How many questions it asks.'),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
})
export type TestRun = z.infer<typeof TestRun>

export const TestResult = z.strictObject({
  question_id: z.uuid(),
  before: TestAnswer.nullable().describe('The last answer of earlier runs; `null` without one.'),
  after: TestAnswer.nullable().describe('`null` when the question could not be answered.'),
  changed: z
    .boolean()
    .describe(
      'Whether the two differ in having been declined, in the documents they cite or, with the built-in models, in their text.',
    ),
  passed: z
    .boolean()
    .nullable()
    .describe('Whether `after` is as expected; `null` when nothing is.'),
})
export type TestResult = z.infer<typeof TestResult>

export const TestRunWithResults = TestRun.extend({ results: z.array(TestResult) })
export type TestRunWithResults = z.infer<typeof TestRunWithResults>

export const listTestQuestions = operation({
  rule: 'behaviour.md#test-questions',
  summary: 'List the test questions of an assistant',
  description: 'Those that are kept to be asked again, newest first.',
  method: 'get',
  path: '/assistants/{assistant_id}/test-questions',
  access: 'assistant.manage',
  query: ListQuery,
  status: 200,
  reply: page(TestQuestion),
})

export const createTestQuestion = operation({
  rule: 'behaviour.md#test-questions',
  summary: 'Keep a question with an assistant',
  description: `The same question again is 409; an assistant has at most ${MAX_TEST_QUESTIONS}.`,
  method: 'post',
  path: '/assistants/{assistant_id}/test-questions',
  access: 'assistant.manage',
  body: CreateTestQuestion,
  maxBodyBytes: MAX_MESSAGE_BODY_BYTES,
  status: 201,
  audit: { action: 'test_question.created' },
  reply: TestQuestion,
})

export const deleteTestQuestion = operation({
  rule: 'behaviour.md#test-questions',
  summary: 'Delete a test question',
  description: 'Its results are deleted with it.',
  method: 'delete',
  path: '/assistants/{assistant_id}/test-questions/{test_question_id}',
  access: 'assistant.manage',
  status: 204,
  audit: { action: 'test_question.deleted' },
})

export const startTestRun = operation({
  rule: 'behaviour.md#test-questions',
  summary: 'Ask the test questions again',
  description:
    'In the background. While a run of the assistant is queued, that one is returned. 400 for an assistant that cannot answer.',
  method: 'post',
  path: '/assistants/{assistant_id}/test-questions/runs',
  access: 'assistant.manage',
  status: 202,
  audit: { action: 'test_run.started', within: 'run' },
  reply: z.strictObject({ run: TestRun }),
})

export const getLatestTestRun = operation({
  rule: 'behaviour.md#test-questions',
  summary: 'Read the latest run of the test questions',
  description: 'With the results so far; 404 before the first.',
  method: 'get',
  path: '/assistants/{assistant_id}/test-questions/runs/latest',
  access: 'assistant.manage',
  status: 200,
  reply: TestRunWithResults,
})
