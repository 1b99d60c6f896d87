import type { TestAnswer } from '../contract/test-question.ts'
import type { Questions } from '../resources/questions.ts'
import type { ClaimedTestRun } from '../storage/ports/test-questions.ts'
import type { Store } from '../storage/store.ts'
import { compareAnswers, testAnswerOf } from './test-results.ts'

export interface TestRunner {
  /** Looks for queued runs now. */
  wake(): void
  /** Ends the work; the runs go on at the next start. */
  stop(): Promise<void>
}

/** Runs at the same time, each of another organization. */
const RUNS_AT_ONCE = 2
/** A question that takes longer has no answer. */
const QUESTION_MS = 120_000

/**
 * Asks the test questions of queued runs, in each run one after the other
 * (docs/behaviour.md#test-questions).
 */
export function createTestRunner({
  store,
  tryOut,
  now,
  report,
}: {
  store: Pick<Store, 'assistants' | 'testRuns'>
  tryOut: Questions['tryOut']
  now: () => string
  /** Receives failures that nobody sees otherwise. */
  report: (error: unknown) => void
}): TestRunner {
  const shutdown = new AbortController()
  const { signal } = shutdown
  const working = new Map<string, Promise<void>>()
  let claiming = Promise.resolve()

  /** Takes up waiting runs as long as there is room. */
  async function claim(): Promise<void> {
    while (!signal.aborted) {
      const at = { working: [...working.keys()], most: RUNS_AT_ONCE }
      const run = await store.testRuns.claim(now(), at)
      if (!run) return
      working.set(run.id, work(run))
    }
  }

  async function work(run: ClaimedTestRun): Promise<void> {
    try {
      while (!signal.aborted && (await askNext(run)));
    } catch (error) {
      report(error)
      return
    } finally {
      working.delete(run.id)
    }
    wake()
  }

  /** False: the run has ended, or is another process's. */
  async function askNext({ id, organization_id, assistant_id }: ClaimedTestRun): Promise<boolean> {
    const assistant = await store.assistants.find(organization_id, assistant_id)
    const asked = assistant?.answerable ? await store.testRuns.next(organization_id, id) : null
    if (!assistant || !asked) {
      const status = assistant?.answerable ? 'finished' : 'stopped'
      await store.testRuns.end(organization_id, id, status, now())
      return false
    }
    const { question } = asked
    const tried = { organization_id, assistant, question, history: [], strictness: undefined }
    const after = await answerTo(tried)
    if (signal.aborted) return false
    return store.testRuns.record(organization_id, id, compareAnswers(asked, after))
  }

  async function answerTo(tried: Parameters<typeof tryOut>[0]): Promise<TestAnswer | null> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(QUESTION_MS)])
    try {
      return testAnswerOf(await tryOut(tried, limit))
    } catch (error) {
      if (!signal.aborted) report(error)
      return null
    }
  }

  /** One claim after another, since each must know what the last one took. */
  function wake(): void {
    claiming = claiming.then(claim).catch(report)
  }

  return {
    wake,
    async stop() {
      shutdown.abort()
      await claiming
      await Promise.all(working.values())
    },
  }
}
