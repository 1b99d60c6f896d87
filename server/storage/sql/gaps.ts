import { type Gap, type GapState, MAX_GAP_DAYS, MAX_GAP_QUESTIONS } from '../../contract/gap.ts'
import { pageOf, rangeOf } from '../paging.ts'
import type { Gaps } from '../ports/gaps.ts'
import {
  type GapDetails,
  type GapPasses,
  type GapRow,
  gapListOf,
  type LARGEST,
  toGap,
} from '../rows/gaps.ts'
import { type GapQuestion, readGapQuestion } from '../rules/gaps.ts'
import { addToGap, tellOfGaps } from './gap-grouping.ts'
import { type Driver, type Step, sql } from './step.ts'

type Range = GapPasses & { rows: number } & typeof LARGEST

const ASKED = `
           (SELECT min(asked_at) FROM gap_questions
             WHERE organization_id = :organization_id AND gap = number) AS first_asked_at,
           (SELECT max(asked_at) FROM gap_questions
             WHERE organization_id = :organization_id AND gap = number) AS last_asked_at`

const page = sql<Range, GapRow>(`
  SELECT number, question_count AS count, state, ${ASKED}
    FROM gaps
   WHERE organization_id = :organization_id AND state = :state
     AND (:assistant_id::text IS NULL OR assistant_id = :assistant_id)
     AND (question_count, number) < (:count::bigint, :number::bigint)
   ORDER BY question_count DESC, number DESC
   LIMIT :rows
`)
const pageOfDays = sql<Range & { from: string; until: string }, GapRow>(`
  WITH counted AS MATERIALIZED (
    SELECT gap, count(*) AS count, min(asked_at) AS first_asked_at, max(asked_at) AS last_asked_at
      FROM gap_questions
     WHERE organization_id = :organization_id AND asked_at >= :from AND asked_at < :until
       AND (:assistant_id::text IS NULL OR assistant_id = :assistant_id)
     GROUP BY gap
  )
  SELECT number, counted.count, first_asked_at, last_asked_at, state
    FROM counted JOIN gaps ON organization_id = :organization_id AND number = gap
   WHERE state = :state AND (counted.count, number) < (:count::bigint, :number::bigint)
   ORDER BY counted.count DESC, number DESC
   LIMIT :rows
`)
const OF_GAP = 'gap_questions.organization_id = :organization_id AND gap = listed.number'
const details = sql<
  { organization_id: string; numbers: number[] },
  GapDetails & { number: number; first: GapDetails['first'] | null }
>(`
  SELECT number,
         (SELECT jsonb_build_object('id', id, 'text', text)
            FROM (SELECT messages.id, text
                    FROM gap_questions
                    JOIN messages
                      ON messages.organization_id = :organization_id
                     AND messages.id = question_id
                   WHERE ${OF_GAP}
                   ORDER BY joined
                   LIMIT 1) AS leader) AS first,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('text', text, 'nearest', nearest)
                                    ORDER BY joined DESC), '[]')
            FROM (SELECT text, nearest, joined
                    FROM gap_questions
                    JOIN messages
                      ON messages.organization_id = :organization_id
                     AND messages.id = gap_questions.question_id
                    LEFT JOIN unanswered
                      ON unanswered.organization_id = :organization_id
                     AND unanswered.question_id = gap_questions.question_id
                   WHERE ${OF_GAP}
                   ORDER BY joined DESC
                   LIMIT ${MAX_GAP_QUESTIONS}) AS newest) AS recent,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('day', day, 'count', count)
                                    ORDER BY day DESC), '[]')
            FROM (SELECT left(asked_at, 10) AS day, count(*) AS count
                    FROM gap_questions
                   WHERE ${OF_GAP}
                   GROUP BY day
                   ORDER BY day DESC
                   LIMIT ${MAX_GAP_DAYS}) AS newest) AS days
    FROM unnest(:numbers::bigint[]) AS listed (number)
`)
const led = sql<{ organization_id: string; id: string; state: GapState }, GapRow>(`
  UPDATE gaps
     SET state = :state
   WHERE organization_id = :organization_id
     AND number = (SELECT gap
                     FROM gap_questions
                    WHERE organization_id = :organization_id AND question_id = :id)
     AND :id = (SELECT question_id
                  FROM gap_questions
                 WHERE organization_id = :organization_id AND gap = number
                 ORDER BY joined
                 LIMIT 1)
  RETURNING number, state, question_count AS count, ${ASKED}
`)
const ungrouped = sql<{ limit: number }, GapQuestion>(`
  SELECT conversations.organization_id, assistant_id, messages.id AS question_id, text,
         messages.created_at AS asked_at
    FROM (SELECT organization_id, question_id FROM unanswered
          UNION
          SELECT ratings.organization_id, questions.id
            FROM ratings
            JOIN messages AS answers
              ON answers.organization_id = ratings.organization_id AND answers.id = message_id
            JOIN messages AS questions
              ON questions.organization_id = ratings.organization_id
             AND questions.conversation_id = answers.conversation_id
             AND questions.sequence = answers.sequence - 1
           WHERE rating = 'down') AS poor
    JOIN messages
      ON messages.organization_id = poor.organization_id AND messages.id = poor.question_id
    JOIN conversations
      ON conversations.organization_id = poor.organization_id
     AND conversations.id = conversation_id
   WHERE NOT EXISTS (SELECT 1
                       FROM gap_questions
                      WHERE gap_questions.organization_id = poor.organization_id
                        AND gap_questions.question_id = poor.question_id)
   ORDER BY asked_at
   LIMIT :limit
`)

export function createGaps(db: Driver): Gaps {
  return {
    list: (organization_id, filter, paging) =>
      db.snapshot(function* () {
        const { passes, days, list, isOfDays } = gapListOf(organization_id, filter)
        const range = { ...passes, ...rangeOf(paging, list) }
        const rows = isOfDays
          ? yield* pageOfDays.all({ ...range, ...days })
          : yield* page.all(range)
        const listed = pageOf(paging, list, rows, (row) => row)
        return { ...listed, data: yield* detailed(organization_id, listed.data) }
      }),

    setState: (organization_id, id, state) =>
      db.step(function* () {
        const row = yield* led.get({ organization_id, id, state })
        if (!row) return null
        yield* tellOfGaps(organization_id)
        return (yield* detailed(organization_id, [row]))[0] ?? null
      }),

    async catchUp(limit) {
      const questions = (await db.run(() => ungrouped.all({ limit }))).map(readGapQuestion)
      return db.step(function* () {
        for (const question of questions) yield* addToGap(question)
        return questions.length
      }, 'read committed')
    },
  }
}

function* detailed(organization_id: string, rows: GapRow[]): Step<Gap[]> {
  const numbers = rows.map(({ number }) => number)
  const read = yield* details.all({ organization_id, numbers })
  const byNumber = new Map(read.map((each) => [each.number, each]))
  return rows.flatMap((row) => {
    const found = byNumber.get(row.number)
    return found ? [toGap(row, { ...found, first: found.first ?? undefined })] : []
  })
}
