import { ServiceError } from '../../contract/errors.ts'

/** What must be one of a kind, with the sentence for whoever would make a second one. */
const taken = {
  apiKey: 'secret is already used by another API key.',
  collection: 'name is already used by another collection.',
  deployment: 'name is already used by another deployment.',
  organization: 'slug is already used by another organization.',
  sectionQuestion: 'text has the same words as another question of the section.',
  source: 'name is already used by another source of the collection.',
  testQuestion: 'question is already a test question of the assistant.',
  user: 'email is already used by another user.',
} as const

export type Unique = keyof typeof taken

/** For a database's error about a second one. */
export function takenError(kind: Unique, cause: unknown): ServiceError {
  return new ServiceError('conflict', taken[kind], { cause })
}
