import { ServiceError } from '../../contract/errors.ts'
import { MAX_TEST_QUESTIONS } from '../../contract/test-question.ts'

/** Throws `validation_error` when an assistant that has `kept` test questions may have no more. */
export function requireRoom(kept: number): void {
  if (kept < MAX_TEST_QUESTIONS) return
  const message = `An assistant can have at most ${MAX_TEST_QUESTIONS} test questions.`
  throw new ServiceError('validation_error', message)
}

/** Throws `validation_error` unless an expected document is the organization's. */
export function requireKnownDocument(isKnown: boolean): void {
  if (isKnown) return
  const message = 'expected.source_document_id must be the id of a document.'
  throw new ServiceError('validation_error', message)
}
