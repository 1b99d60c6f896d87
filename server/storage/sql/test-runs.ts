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
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  assistant_id: string
}

/** A run that the owner has at work, unless it has lost it. */
interface HeldRun {
  organization_id: string
  id: string
  owner: string
}

/** Whether a run asks a question: not one that was kept after it began. */
const ASKED = `test_questions.organization_id = :organization_id
               AND test_questions.assistant_id = test_runs.assistant_id
               AND test_questions.created_at <= coalesce(started_at, '~')`

const RUN = `
    SELECT id, assistant_id, status, created_at, started_at, finished_at,
           (SELECT count(*) FROM test_questions WHERE ${ASKED}) AS question_count
      FROM test_runs
     WHERE organization_id = :organization_id AND assistant_id = :assistant_id`

const queued = sql<Place, TestRun>(`${RUN} AND status = 'queued'`)
const newest = sql<Place, TestRun>(`${RUN} ORDER BY created_at DESC, id DESC LIMIT 1`)
const insert = sql<Place & { id: string; created_at: string }>(`
  INSERT INTO test_runs (organization_id, id, assistant_id, status, created_at)
  VALUES (:organization_id, :id, :assistant_id, 'queued', :created_at)
`)
const results = sql<{ organization_id: string; run_id: string }, TestResultRow>(`
  SELECT question_id, before, after, changed, passed
    FROM test_results
    JOIN test_questions
      ON test_questions.organization_id = :organization_id AND test_questions.id = question_id
   WHERE test_results.organization_id = :organization_id AND run_id = :run_id
   ORDER BY created_at, question_id
`)
const waiting = sql<
  { now: string; working: string[]; owner: string },
  Pick<HeldRun, 'organization_id' | 'id'>
>(`
  SELECT organization_id, id
    FROM test_runs
   WHERE status IN ('queued', 'running')
     AND NOT EXISTS (
           SELECT 1
             FROM test_runs AS others
            WHERE others.organization_id = test_runs.organization_id
              AND others.status = 'running'
              AND (others.id AMONG (:working)
                   OR (others.owner <> :owner AND others.lease_until > :now)))
   ORDER BY created_at, id
   LIMIT 1
`)
const start = sql<HeldRun & { now: string; until: string }, ClaimedTestRun>(`
  UPDATE test_runs
     SET status = 'running', started_at = coalesce(started_at, :now), owner = :owner,
         lease_until = :until
   WHERE organization_id = :organization_id AND id = :id
  RETURNING organization_id, id, assistant_id
`)
const eraseEnded = sql<Place, { id: string }>(`
  DELETE FROM test_runs
   WHERE organization_id = :organization_id AND assistant_id = :assistant_id
     AND status IN ('finished', 'stopped')
  RETURNING id
`)
const next = sql<
  { organization_id: string; id: string },
  TestQuestionRow & { answer: string | null }
>(`
  SELECT test_questions.id, question, expected, test_questions.created_at, answer
    FROM test_runs JOIN test_questions ON ${ASKED}
   WHERE test_runs.organization_id = :organization_id AND test_runs.id = :id
     AND NOT EXISTS (SELECT 1
                       FROM test_results
                      WHERE organization_id = :organization_id AND run_id = :id
                        AND question_id = test_questions.id)
   ORDER BY test_questions.created_at, test_questions.id
   LIMIT 1
`)
const HELD = `organization_id = :organization_id AND id = :id AND status = 'running'
     AND owner = :owner`
const lockHeld = sql<HeldRun>(`SELECT 1 FROM test_runs WHERE ${HELD} FOR UPDATE`)
const keepAnswer = sql<TestResultRow & { organization_id: string }>(`
  UPDATE test_questions
     SET answer = coalesce(:after, answer)
   WHERE organization_id = :organization_id AND id = :question_id
`)
const keepResult = sql<TestResultRow & { organization_id: string; run_id: string }>(`
  INSERT INTO test_results (organization_id, run_id, question_id, before, after, changed, passed)
  VALUES (:organization_id, :run_id, :question_id, :before, :after, :changed, :passed)
`)
const end = sql<HeldRun & { status: string; now: string }>(`
  UPDATE test_runs
     SET status = :status, finished_at = :now, owner = NULL, lease_until = NULL
   WHERE ${HELD}
`)

export function createTestRuns(db: Driver, owner: string): TestRuns {
  return {
    enqueue: (organization_id, assistant_id, { id, created_at }) =>
      db.step(function* () {
        const place = { organization_id, assistant_id }
        const earlier = yield* queued.get(place)
        if (earlier) return earlier
        yield* insert.run({ ...place, id, created_at })
        yield* tellOf(organization_id, id)
        return (yield* queued.get(place)) as TestRun
      }),

    latest: (organization_id, assistant_id) =>
      db.snapshot(function* () {
        const run = yield* newest.get({ organization_id, assistant_id })
        if (!run) return null
        const rows = yield* results.all({ organization_id, run_id: run.id })
        return { ...run, results: rows.map(toTestResult) }
      }),

    async claim(now, { working, most }) {
      const taking = { now, working, owner }
      if (working.length >= most || !(await db.run(() => waiting.get(taking)))) return null
      return db.step(function* () {
        const found = yield* waiting.get(taking)
        const held = found && { ...found, now, owner, until: leaseUntil(now) }
        const run = held && (yield* start.get(held))
        if (!run) return null
        const erased = yield* eraseEnded.all(run)
        for (const { id } of [run, ...erased]) yield* tellOf(run.organization_id, id)
        return run
      })
    },

    next: (organization_id, id) =>
      db.run(function* () {
        return toAskedNext(yield* next.get({ organization_id, id }))
      }),

    record: (organization_id, id, result) =>
      db.step(function* () {
        if (!(yield* lockHeld.get({ organization_id, id, owner }))) return false
        const kept = { ...toTestResultRow(result), organization_id, run_id: id }
        if ((yield* keepAnswer.run(kept)) === 0) return true
        yield* keepResult.run(kept)
        yield* tellOf(organization_id, id)
        const { question_id } = result
        const question = { kind: 'test_question', id: question_id, revision: null } as const
        yield* tell({ organization_id, ...question })
        return true
      }, 'read committed'),

    end: (organization_id, id, status, now) =>
      db.step(function* () {
        const ended = { organization_id, id, owner, status, now }
        if ((yield* end.run(ended)) > 0) yield* tellOf(organization_id, id)
      }, 'read committed'),
  }
}

function* tellOf(organization_id: string, id: string): Step<void> {
  yield* tell({ organization_id, kind: 'test_run', id, revision: null })
}
