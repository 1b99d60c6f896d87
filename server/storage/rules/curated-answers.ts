import { ServiceError } from '../../contract/errors.ts'

/** All of them are compared with each question. */
const MAX_ANSWERS = 2000

/** Throws `validation_error` when an organization that has `stored` answers may have no more. */
export function requireRoom(stored: number): void {
  if (stored < MAX_ANSWERS) return
  const message = `An organization can have at most ${MAX_ANSWERS} curated answers.`
  throw new ServiceError('validation_error', message)
}

/** Throws `validation_error` unless all assistants of an answer are its organization's. */
export function requireKnownAssistants(areKnown: boolean): void {
  if (areKnown) return
  throw new ServiceError('validation_error', 'assistant_ids must be ids of assistants.')
}
