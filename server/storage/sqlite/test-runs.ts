import type { Database } from 'better-sqlite3'
import type { TestRun } from '../../contract/test-question.ts'
import type { ClaimedTestRun, TestRuns } from '../ports/test-questions.ts'
import {
  type TestQuestionRow,
  type TestResultRow,
  toAskedNext,
  toTestResult,
  toTestResultRow,
} from '../rows/test-questions.ts'
import { leaseUntil } from '../rules/leases.ts'
import { NOT_OTHERS } from './leases.ts'
import type { Sync } from './promised.ts'

/** A run that the owner has at work, unless it has lost it. */
interface HeldRun {
  organization_id: string
  id: string
  owner: string
}

/** Whether a run asks a question: not one that was kept after it began. */
const ASKED = `test_questions.assistant_id = test_runs.assistant_id
               AND test_questions.created_at <= coalesce(started_at, '~')`

const RUN = `
    SELECT id, assistant_id, status, created_at, started_at, finished_at,
           (SELECT count(*) FROM test_questions WHERE ${ASKED}) AS question_count
      FROM test_runs`

const HELD = `id = :id AND organization_id = :organization_id AND status = 'running'
     AND owner = :owner`

export function createTestRuns(db: Database, owner: string): Sync<TestRuns> {
  return { ...queueOf(db), ...claimingOf(db, owner), ...runningOf(db, owner) }
}

function queueOf(db: Database): Pick<Sync<TestRuns>, 'enqueue' | 'latest'> {
  const queued = db.prepare<{ assistant_id: string }, TestRun>(`
    ${RUN} WHERE assistant_id = :assistant_id AND status = 'queued'
  `)
  const newest = db.prepare<{ organization_id: string; assistant_id: string }, TestRun>(`
    ${RUN}
     WHERE assistant_id = :assistant_id AND organization_id = :organization_id
     ORDER BY created_at DESC, id DESC
     LIMIT 1
  `)
  const insert = db.prepare<{
    id: string
    organization_id: string
    assistant_id: string
    created_at: string
  }>(`
    INSERT INTO test_runs (id, organization_id, assistant_id, status, created_at)
    VALUES (:id, :organization_id, :assistant_id, 'queued', :created_at)
  `)
  const results = db.prepare<{ run_id: string }, TestResultRow>(`
    SELECT question_id, before, after, changed, passed
      FROM test_results JOIN test_questions ON test_questions.id = question_id
     WHERE run_id = :run_id
     ORDER BY created_at, question_id
  `)

  const enqueue = db.transaction<Sync<TestRuns>['enqueue']>(
    (organization_id, assistant_id, { id, created_at }) => {
      const waiting = queued.get({ assistant_id })
      if (waiting) return waiting
      insert.run({ id, organization_id, assistant_id, created_at })
      return queued.get({ assistant_id }) as TestRun
    },
  )

  const latest = db.transaction<Sync<TestRuns>['latest']>((organization_id, assistant_id) => {
    const run = newest.get({ organization_id, assistant_id })
    return run ? { ...run, results: results.all({ run_id: run.id }).map(toTestResult) } : null
  })

  return {
    enqueue: (...values) => enqueue.immediate(...values),
    latest: (...values) => latest(...values),
  }
}

function claimingOf(db: Database, owner: string): Pick<Sync<TestRuns>, 'claim'> {
  const waiting = db
    .prepare<{ now: string; working: string; owner: string }, string>(`
      SELECT id
        FROM test_runs
       WHERE status IN ('queued', 'running')
         AND organization_id NOT IN (
               SELECT organization_id
                 FROM test_runs
                WHERE status = 'running'
                  AND (id IN (SELECT value FROM json_each(:working)) OR NOT ${NOT_OTHERS}))
       ORDER BY created_at, id
       LIMIT 1
    `)
    .pluck()
  const start = db.prepare<
    { id: string; now: string; owner: string; until: string },
    ClaimedTestRun
  >(`
    UPDATE test_runs
       SET status = 'running', started_at = coalesce(started_at, :now), owner = :owner,
           lease_until = :until
     WHERE id = :id
    RETURNING id, organization_id, assistant_id
  `)
  const eraseEnded = db.prepare<{ assistant_id: string }>(`
    DELETE FROM test_runs
     WHERE assistant_id = :assistant_id AND status IN ('finished', 'stopped')
  `)

  const claim = db.transaction<Sync<TestRuns>['claim']>((now, { working }) => {
    const id = waiting.get({ now, working: JSON.stringify(working), owner })
    const run = id && start.get({ id, now, owner, until: leaseUntil(now) })
    if (!run) return null
    eraseEnded.run(run)
    return run
  })

  return {
    claim(now, at) {
      if (at.working.length >= at.most) return null
      // Looked for first: a transaction that writes nothing waits for the write lock too.
      const id = waiting.get({ now, working: JSON.stringify(at.working), owner })
      return id ? claim.immediate(now, at) : null
    },
  }
}

function runningOf(db: Database, owner: string): Pick<Sync<TestRuns>, 'next' | 'record' | 'end'> {
  const next = db.prepare<
    { organization_id: string; id: string },
    TestQuestionRow & { answer: string | null }
  >(`
    SELECT test_questions.id, question, expected, test_questions.created_at, answer
      FROM test_runs JOIN test_questions ON ${ASKED}
     WHERE test_runs.id = :id AND test_runs.organization_id = :organization_id
       AND NOT EXISTS (SELECT 1 FROM test_results
                        WHERE run_id = :id AND question_id = test_questions.id)
     ORDER BY test_questions.created_at, test_questions.id
     LIMIT 1
  `)
  const insertResult = db.prepare<TestResultRow & { run_id: string }>(`
    INSERT INTO test_results (organization_id, run_id, question_id, before, after, changed, passed)
    SELECT organization_id, :run_id, id, :before, :after, :changed, :passed
      FROM test_questions
     WHERE id = :question_id
  `)
  const keepAnswer = db.prepare<{ question_id: string; after: string | null }>(`
    UPDATE test_questions SET answer = coalesce(:after, answer) WHERE id = :question_id
  `)

  const isHeld = db.prepare<HeldRun>(`SELECT 1 FROM test_runs WHERE ${HELD}`)
  const end = db.prepare<HeldRun & { status: string; now: string }>(`
    UPDATE test_runs
       SET status = :status, finished_at = :now, owner = NULL, lease_until = NULL
     WHERE ${HELD}
  `)

  const record = db.transaction<Sync<TestRuns>['record']>((organization_id, id, result) => {
    if (!isHeld.get({ organization_id, id, owner })) return false
    const row = toTestResultRow(result)
    insertResult.run({ run_id: id, ...row })
    keepAnswer.run(row)
    return true
  })

  return {
    next: (organization_id, id) => toAskedNext(next.get({ organization_id, id })),
    record: (...values) => record.immediate(...values),

    end(organization_id, id, status, now) {
      end.run({ organization_id, id, owner, status, now })
    },
  }
}
