import type { Expected, TestAnswer, TestResult } from '../contract/test-question.ts'
import type { TrialResult } from '../contract/trial.ts'

/** What is stored of an answer of a run. */
export function testAnswerOf({ answer, trace }: TrialResult): TestAnswer {
  const documents = new Map(trace.passages.map((found) => [found.source_id, found.document_id]))
  const { text, abstained, abstention_reason } = answer
  return {
    text,
    abstained,
    abstention_reason,
    model: trace.model,
    citations: answer.citations.map(({ source_id, ordinal, title, url, anchor }) => ({
      source_id,
      document_id: documents.get(source_id) ?? null,
      ordinal,
      title,
      url,
      anchor,
    })),
  }
}

/**
 * Compares an answer with the last one and with what is expected
 * (docs/behaviour.md#test-questions); `after` is null when there was no answer.
 */
export function compareAnswers(
  {
    id,
    expected,
    answer: before,
  }: { id: string; expected: Expected | null } & {
    answer: TestAnswer | null
  },
  after: TestAnswer | null,
): TestResult {
  return {
    question_id: id,
    before,
    after,
    changed: before !== null && after !== null && differ(before, after),
    passed: expected && after !== null && meets(after, expected),
  }
}

function differ(before: TestAnswer, after: TestAnswer): boolean {
  if (before.abstained !== after.abstained) return true
  if (documentsOf(before) !== documentsOf(after)) return true
  // Other models hardly ever say the same thing twice in the same words.
  return isBuiltin(before) && isBuiltin(after) && before.text !== after.text
}

function meets({ abstained, citations }: TestAnswer, expected: Expected): boolean {
  const { source_document_id } = expected
  if (abstained !== (expected.abstained ?? abstained)) return false
  return (
    source_document_id === null ||
    citations.some(({ document_id }) => document_id === source_document_id)
  )
}

/** What the answer cites: documents, or curated answers by their texts' ids. */
function documentsOf({ citations }: TestAnswer): string {
  const ids = citations.map(({ document_id, source_id }) => document_id ?? source_id)
  return [...new Set(ids)].sort().join()
}

function isBuiltin({ model }: TestAnswer): boolean {
  return model.startsWith('builtin/')
}
