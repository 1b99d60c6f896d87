import { ServiceError } from '../contract/errors.ts'
import type { Page } from '../contract/operation.ts'
import type {
  CreateSectionQuestion,
  SectionQuestion,
  SectionQuestionFilter,
  UpdateSectionQuestion,
} from '../contract/section-question.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { readSectionQuestion } from '../text/section-question.ts'
import { found } from './not-found.ts'

export type SectionQuestions = ReturnType<typeof createSectionQuestions>

/** Questions that sections answer (docs/behaviour.md#questions-of-sections). */
export function createSectionQuestions({
  store,
  now,
  newId,
  wakeJobs,
}: {
  store: Store
  now: () => string
  newId: () => string
  /** Called when a question has to get its vector. */
  wakeJobs: () => void
}) {
  return {
    /** Throws `authorization_error` for those of visitors without the right to read the inbox. */
    async list(
      { organization_id, permissions }: Caller,
      { collection_id, document_id, origin, needs_look, ...paging }: SectionQuestionFilter,
    ): Promise<Page<SectionQuestion>> {
      if (collection_id !== undefined && document_id !== undefined) {
        const message = 'collection_id and document_id must not be given together.'
        throw new ServiceError('validation_error', message)
      }
      const readsVisitors = permissions.has('inbox.read')
      if (origin === 'visitors' && !readsVisitors) {
        const message = 'Questions of visitors need the permission inbox.read.'
        throw new ServiceError('authorization_error', message)
      }
      const filter = {
        collection_id,
        document_id,
        origin,
        needs_look: needs_look && needs_look === 'true',
        without: readsVisitors ? [] : ['visitors' as const],
      }
      const listed = await store.sectionQuestions.list(organization_id, filter, paging)
      return found(listed, document_id === undefined ? 'Collection' : 'Document')
    },

    async create(
      { organization_id }: Caller,
      { document_id, section = null, text }: CreateSectionQuestion,
    ): Promise<SectionQuestion> {
      const read = readSectionQuestion(text)
      const question = { id: newId(), document_id, section, text, read, created_at: now() }
      const made = await store.sectionQuestions.create(organization_id, question)
      wakeJobs()
      return found(made, 'Document')
    },

    async rewrite(
      { organization_id }: Caller,
      id: string,
      { text }: UpdateSectionQuestion,
    ): Promise<SectionQuestion> {
      const written = { text, read: readSectionQuestion(text) }
      const question = await store.sectionQuestions.rewrite(organization_id, id, written)
      wakeJobs()
      return found(question, 'Question')
    },

    async delete({ organization_id }: Caller, id: string): Promise<void> {
      found((await store.sectionQuestions.delete(organization_id, id)) || null, 'Question')
    },
  }
}
