import { MAX_GAP_QUESTIONS } from '../../contract/gap.ts'
import type { GapCheck, GapChecks, UncheckedGap } from '../ports/gap-checks.ts'
import { type GapQuestionRow, toGapQuestion } from '../rows/gap-checks.ts'
import { tellOfGaps } from './gap-grouping.ts'
import { type Driver, type Step, sql } from './step.ts'

const DUE = `
    SELECT organization_id, changed_at
      FROM gap_checks
     WHERE changed_at IS NOT NULL AND due_at <= :now
     ORDER BY due_at
     LIMIT 1`
const isDue = sql<{ now: string }>(DUE)
// Another process that takes one at the same moment takes the next.
const due = sql<{ now: string }, Omit<GapCheck, 'gaps'>>(`${DUE} FOR UPDATE SKIP LOCKED`)
const unchecked = sql<
  { organization_id: string; changed_at: string; limit: number },
  Omit<UncheckedGap, 'questions'>
>(`
  SELECT number, assistant_id, question_count AS count
    FROM gaps
   WHERE organization_id = :organization_id AND state = 'open'
     AND checked_for IS DISTINCT FROM :changed_at
   ORDER BY question_count DESC, number DESC
   LIMIT :limit
`)
const newest = sql<{ organization_id: string; number: number }, GapQuestionRow>(`
  SELECT questions.text, unanswered.abstention_reason, nearest, answers.citations, trace
    FROM gap_questions
    JOIN messages AS questions
      ON questions.organization_id = :organization_id AND questions.id = gap_questions.question_id
    LEFT JOIN unanswered
      ON unanswered.organization_id = :organization_id AND unanswered.question_id = questions.id
    LEFT JOIN messages AS answers
      ON answers.organization_id = :organization_id
     AND answers.conversation_id = questions.conversation_id
     AND answers.sequence = questions.sequence + 1
    LEFT JOIN traces ON traces.organization_id = :organization_id AND answer_id = answers.id
   WHERE gap_questions.organization_id = :organization_id AND gap = :number
   ORDER BY joined DESC
   LIMIT ${MAX_GAP_QUESTIONS}
`)
const leave = sql<{ organization_id: string; again: string }>(`
  UPDATE gap_checks SET due_at = :again WHERE organization_id = :organization_id
`)
const end = sql<{ organization_id: string }>(`
  UPDATE gap_checks SET changed_at = NULL WHERE organization_id = :organization_id
`)
const mark = sql<{
  organization_id: string
  number: number
  count: number
  changed_at: string
  is_answered: boolean
}>(`
  UPDATE gaps
     SET checked_for = :changed_at,
         state = CASE WHEN :is_answered::boolean AND state = 'open' AND question_count = :count
                      THEN 'answered' ELSE state END
   WHERE organization_id = :organization_id AND number = :number
`)

export function createGapChecks(db: Driver): GapChecks {
  return {
    async take(at) {
      if (!(await db.run(() => isDue.get(at)))) return null
      return db.step(() => take(at), 'read committed')
    },

    settle: ({ organization_id, changed_at }, { number, count }, is_answered) =>
      db.step(function* () {
        const settled = { organization_id, changed_at, number, count, is_answered }
        if ((yield* mark.run(settled)) > 0) yield* tellOfGaps(organization_id)
      }, 'read committed'),
  }
}

function* take({ now, again, limit }: Parameters<GapChecks['take']>[0]): Step<GapCheck | null> {
  for (;;) {
    const check = yield* due.get({ now })
    if (!check) return null
    const gaps = yield* unchecked.all({ ...check, limit })
    if (gaps.length === 0) {
      yield* end.run(check)
      continue
    }
    yield* leave.run({ ...check, again })
    const read: UncheckedGap[] = []
    for (const gap of gaps) {
      const questions = yield* newest.all({ ...check, number: gap.number })
      read.push({ ...gap, questions: questions.map(toGapQuestion) })
    }
    return { ...check, gaps: read }
  }
}
