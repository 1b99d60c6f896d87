import type { Page } from '../../contract/operation.ts'
import type {
  TestAnswer,
  TestQuestion,
  TestResult,
  TestRun,
  TestRunWithResults,
} from '../../contract/test-question.ts'
import type { Paging } from './paging.ts'

/** Questions that are kept with assistants. Erased conversations take theirs with them. */
export interface TestQuestions {
  /**
   * Throws `conflict` for a question that the assistant has already, `validation_error` for one too
   * many and for an expected document that does not exist. null: no such assistant.
   */
  create(
    organization_id: string,
    assistant_id: string,
    question: TestQuestion,
  ): Promise<TestQuestion | null>
  /** Newest first. null: no such assistant. */
  list(
    organization_id: string,
    assistant_id: string,
    paging: Paging,
  ): Promise<Page<TestQuestion> | null>
  delete(organization_id: string, assistant_id: string, id: string): Promise<boolean>
}

export interface ClaimedTestRun {
  id: string
  organization_id: string
  assistant_id: string
}

/** Runs of the test questions: queued → running → finished or stopped. */
export interface TestRuns {
  /** Returns the assistant's queued run if it has one. */
  enqueue(
    organization_id: string,
    assistant_id: string,
    run: { id: string; created_at: string },
  ): Promise<TestRun>
  /** The newest one, with its results so far in the order of the questions. */
  latest(organization_id: string, assistant_id: string): Promise<TestRunWithResults | null>
  /**
   * The run that waits longest, of an organization that has none at work → running, held by this
   * store's owner; earlier runs of its assistant are gone. Runs that are neither in `working` nor
   * held by another owner were left behind, and go on. null: none waits, or `most` are at work.
   */
  claim(now: string, at: { working: string[]; most: number }): Promise<ClaimedTestRun | null>
  /**
   * The next question of a run, with its last answer. Questions that were kept after the run began
   * are not asked. null: all have a result.
   */
  next(
    organization_id: string,
    id: string,
  ): Promise<(TestQuestion & { answer: TestAnswer | null }) | null>
  /**
   * Does nothing when the question was deleted meanwhile. False: stop, another owner has the run,
   * and nothing is written.
   */
  record(organization_id: string, id: string, result: TestResult): Promise<boolean>
  /** running → the given status, unless another owner has the run. */
  end(
    organization_id: string,
    id: string,
    status: 'finished' | 'stopped',
    now: string,
  ): Promise<void>
}
