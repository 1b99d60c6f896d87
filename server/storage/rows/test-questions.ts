import type { TestAnswer, TestQuestion, TestResult } from '../../contract/test-question.ts'

export type TestQuestionRow = Omit<TestQuestion, 'expected'> & { expected: string | null }

export function toTestQuestion({ expected, ...row }: TestQuestionRow): TestQuestion {
  return { ...row, expected: expected === null ? null : JSON.parse(expected) }
}

export function toTestQuestionRow({ expected, ...question }: TestQuestion): TestQuestionRow {
  return { ...question, expected: expected && JSON.stringify(expected) }
}

/** A question that a run asks next, with its last answer; null: there is none. */
export function toAskedNext(row: (TestQuestionRow & { answer: string | null }) | undefined) {
  if (!row) return null
  const { answer, ...question } = row
  return { ...toTestQuestion(question), answer: toAnswer(answer) }
}

export interface TestResultRow {
  question_id: string
  before: string | null
  after: string | null
  changed: 0 | 1
  passed: 0 | 1 | null
}

export function toTestResult({
  before,
  after,
  changed,
  passed,
  ...row
}: TestResultRow): TestResult {
  return {
    ...row,
    before: toAnswer(before),
    after: toAnswer(after),
    changed: changed === 1,
    passed: passed === null ? null : passed === 1,
  }
}

export function toTestResultRow({
  before,
  after,
  changed,
  passed,
  question_id,
}: TestResult): TestResultRow {
  return {
    question_id,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    changed: changed ? 1 : 0,
    passed: passed === null ? null : passed ? 1 : 0,
  }
}

function toAnswer(json: string | null): TestAnswer | null {
  return json === null ? null : (JSON.parse(json) as TestAnswer)
}
