import type { Database } from 'better-sqlite3'
import { MAX_GAP_QUESTIONS } from '../../contract/gap.ts'
import type { GapChecks, UncheckedGap } from '../ports/gap-checks.ts'
import { type GapQuestionRow, toGapQuestion } from '../rows/gap-checks.ts'
import type { Sync } from './promised.ts'

export function createGapChecks(db: Database): Sync<GapChecks> {
  const due = db.prepare<{ now: string }, { organization_id: string; changed_at: string }>(`
    SELECT organization_id, changed_at
      FROM gap_checks
     WHERE changed_at IS NOT NULL AND due_at <= :now
     ORDER BY due_at
     LIMIT 1
  `)
  const unchecked = db.prepare<
    { organization_id: string; changed_at: string; limit: number },
    Omit<UncheckedGap, 'questions'>
  >(`
    SELECT number, assistant_id, question_count AS count
      FROM gaps
     WHERE organization_id = :organization_id AND state = 'open'
       AND checked_for IS NOT :changed_at
     ORDER BY question_count DESC, number DESC
     LIMIT :limit
  `)
  const newest = db.prepare<{ number: number; rows: number }, GapQuestionRow>(`
    SELECT questions.text, unanswered.abstention_reason, nearest, answers.citations, trace
      FROM gap_questions
      JOIN messages AS questions ON questions.id = gap_questions.question_id
      LEFT JOIN unanswered ON unanswered.question_id = questions.id
      LEFT JOIN messages AS answers
        ON answers.conversation_id = questions.conversation_id
       AND answers.sequence = questions.sequence + 1
      LEFT JOIN traces ON answer_id = answers.id
     WHERE gap = :number
     ORDER BY joined DESC
     LIMIT :rows
  `)
  const leave = db.prepare<{ organization_id: string; again: string }>(`
    UPDATE gap_checks SET due_at = :again WHERE organization_id = :organization_id
  `)
  const end = db.prepare<{ organization_id: string }>(`
    UPDATE gap_checks SET changed_at = NULL WHERE organization_id = :organization_id
  `)
  const mark = db.prepare<{
    organization_id: string
    number: number
    count: number
    changed_at: string
    is_answered: 0 | 1
  }>(`
    UPDATE gaps
       SET checked_for = :changed_at,
           state = iif(:is_answered AND state = 'open' AND question_count = :count, 'answered', state)
     WHERE number = :number AND organization_id = :organization_id
  `)

  const take = db.transaction<Sync<GapChecks>['take']>(({ now, again, limit }) => {
    for (;;) {
      const check = due.get({ now })
      if (!check) return null
      const gaps = unchecked.all({ ...check, limit })
      if (gaps.length === 0) {
        end.run(check)
        continue
      }
      leave.run({ ...check, again })
      const withQuestions = gaps.map((gap) => ({
        ...gap,
        questions: newest.all({ number: gap.number, rows: MAX_GAP_QUESTIONS }).map(toGapQuestion),
      }))
      return { ...check, gaps: withQuestions }
    }
  })

  return {
    take: (at) => (due.get(at) ? take.immediate(at) : null),

    settle({ organization_id, changed_at }, { number, count }, isAnswered) {
      mark.run({ organization_id, number, count, changed_at, is_answered: isAnswered ? 1 : 0 })
    },
  }
}
