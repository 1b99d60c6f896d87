import type { ListQuery, Page } from '../contract/operation.ts'
import type {
  CreateTestQuestion,
  TestQuestion,
  TestRun,
  TestRunWithResults,
} from '../contract/test-question.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { answerable } from './assistants.ts'
import { found } from './not-found.ts'

export type TestQuestions = ReturnType<typeof createTestQuestions>

/** Questions that are kept with an assistant, and their runs (docs/behaviour.md#test-questions). */
export function createTestQuestions({
  store,
  now,
  newId,
  wakeTestRuns,
}: {
  store: Store
  now: () => string
  newId: () => string
  /** Called when a run was queued. */
  wakeTestRuns: () => void
}) {
  return {
    async list(
      { organization_id }: Caller,
      assistant_id: string,
      paging: ListQuery,
    ): Promise<Page<TestQuestion>> {
      const listed = await store.testQuestions.list(organization_id, assistant_id, paging)
      return found(listed, 'Assistant')
    },

    /** A question that is kept already is a `conflict`. */
    async create(
      { organization_id }: Caller,
      assistant_id: string,
      { question, expected }: CreateTestQuestion,
    ): Promise<TestQuestion> {
      const { abstained = null, source_document_id = null } = expected ?? {}
      const kept = {
        id: newId(),
        question,
        expected: expected ? { abstained, source_document_id } : null,
        created_at: now(),
      }
      const created = await store.testQuestions.create(organization_id, assistant_id, kept)
      return found(created, 'Assistant')
    },

    async delete({ organization_id }: Caller, assistant_id: string, id: string): Promise<void> {
      const deleted = await store.testQuestions.delete(organization_id, assistant_id, id)
      found(deleted || null, 'Test question')
    },

    /** Throws `validation_error` for an assistant that cannot answer. */
    async start({ organization_id }: Caller, id: string): Promise<{ run: TestRun }> {
      answerable(found(await store.assistants.find(organization_id, id), 'Assistant'))
      const queued = { id: newId(), created_at: now() }
      const run = await store.testRuns.enqueue(organization_id, id, queued)
      wakeTestRuns()
      return { run }
    },

    async latest({ organization_id }: Caller, id: string): Promise<TestRunWithResults> {
      return found(await store.testRuns.latest(organization_id, id), 'Run')
    },
  }
}
