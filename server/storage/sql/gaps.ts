import { type Gap, type GapState, MAX_GAP_DAYS, MAX_GAP_QUESTIONS } from '../../contract/gap.ts'
import { pageOf, rangeOf } from '../paging.ts'
import type { Gaps } from '../ports/gaps.ts'
import { type GapPasses, type GapRow, gapListOf, type LARGEST, toGap } from '../rows/gaps.ts'
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
  SELECT number, assistant_id, question_count AS count, state, ${ASKED}
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
  SELECT number, assistant_id, counted.count, first_asked_at, last_asked_at, state
    FROM counted CROSS JOIN gaps
   WHERE organization_id = :organization_id AND number = gap AND state = :state
     AND (counted.count, number) < (:count::bigint, :number::bigint)
   ORDER BY counted.count DESC, number DESC
   LIMIT :rows
`)

interface OfGaps {
  organization_id: string
  numbers: number[]
}

// A gap may have thousands of questions, of which only the first and the newest are read, by the
// order in which they joined. CROSS JOIN, or SQLite would read them all.
const leaders = sql<OfGaps, { number: number; id: string; text: string }>(`
  SELECT number, messages.id, text
    FROM gaps
   CROSS JOIN gap_questions
    JOIN messages
      ON messages.organization_id = :organization_id AND messages.id = question_id
   WHERE gaps.organization_id = :organization_id AND number AMONG NUMBERS (:numbers)
     AND gap_questions.organization_id = :organization_id AND gap = number
     AND joined = (SELECT min(others.joined)
                     FROM gap_questions AS others
                    WHERE others.organization_id = :organization_id AND others.gap = number)
`)
const newest = sql<OfGaps, { number: number; text: string; nearest: string | null }>(`
  SELECT number, text, nearest
    FROM gaps
   CROSS JOIN gap_questions
    JOIN messages
      ON messages.organization_id = :organization_id AND messages.id = gap_questions.question_id
    LEFT JOIN unanswered
      ON unanswered.organization_id = :organization_id
     AND unanswered.question_id = gap_questions.question_id
   WHERE gaps.organization_id = :organization_id AND number AMONG NUMBERS (:numbers)
     AND gap_questions.organization_id = :organization_id AND gap = number
     AND joined >= coalesce((SELECT others.joined
                               FROM gap_questions AS others
                              WHERE others.organization_id = :organization_id
                                AND others.gap = number
                              ORDER BY others.joined DESC
                              LIMIT 1 OFFSET ${MAX_GAP_QUESTIONS - 1}), 0)
   ORDER BY joined DESC
`)
const newestDays = sql<OfGaps, { number: number } & Gap['days'][number]>(`
  SELECT gap AS number, day, count
    FROM (SELECT gap, day, count(*) AS count,
                 row_number() OVER (PARTITION BY gap ORDER BY day DESC) AS place
            FROM (SELECT gap, substr(asked_at, 1, 10) AS day
                    FROM gap_questions
                   WHERE organization_id = :organization_id
                     AND gap AMONG NUMBERS (:numbers)) AS asked
           GROUP BY gap, day) AS listed
   WHERE place <= ${MAX_GAP_DAYS}
   ORDER BY day DESC
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
  RETURNING number, assistant_id, state, question_count AS count, ${ASKED}
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

/** The rows with what they show of their questions. */
function* detailed(organization_id: string, rows: GapRow[]): Step<Gap[]> {
  const of = { organization_id, numbers: rows.map(({ number }) => number) }
  const firsts = new Map((yield* leaders.all(of)).map((first) => [first.number, first]))
  const recent = Map.groupBy(yield* newest.all(of), ({ number }) => number)
  const days = Map.groupBy(yield* newestDays.all(of), ({ number }) => number)
  return rows.map((row) =>
    toGap(row, {
      first: firsts.get(row.number),
      recent: recent.get(row.number) ?? [],
      days: (days.get(row.number) ?? []).map(({ day, count }) => ({ day, count })),
    }),
  )
}
