import type { Database } from 'better-sqlite3'
import { type GapState, MAX_GAP_DAYS, MAX_GAP_QUESTIONS } from '../../contract/gap.ts'
import type { Gaps } from '../ports/gaps.ts'
import {
  type GapDetails,
  type GapPasses,
  type GapRow,
  gapListOf,
  type LARGEST,
  toGap,
} from '../rows/gaps.ts'
import { type GapQuestion, type ReadGapQuestion, readGapQuestion } from '../rules/gaps.ts'
import type { Grouping } from './gap-grouping.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

export function createGaps(db: Database, { add }: Grouping): Sync<Gaps> {
  const detailed = prepareDetails(db)
  const led = db.prepare<{ organization_id: string; id: string; state: GapState }, GapRow>(`
    UPDATE gaps
       SET state = :state
     WHERE organization_id = :organization_id
       AND number = (SELECT gap FROM gap_questions WHERE question_id = :id)
       AND :id = (SELECT question_id FROM gap_questions
                   WHERE gap = number ORDER BY joined LIMIT 1)
    RETURNING number, state, question_count AS count,
              (SELECT min(asked_at) FROM gap_questions
                WHERE organization_id = :organization_id AND gap = number) AS first_asked_at,
              (SELECT max(asked_at) FROM gap_questions
                WHERE organization_id = :organization_id AND gap = number) AS last_asked_at
  `)
  const ungrouped = db.prepare<{ limit: number }, GapQuestion>(`
    SELECT conversations.organization_id, assistant_id, messages.id AS question_id, text,
           messages.created_at AS asked_at
      FROM (SELECT question_id FROM unanswered
            UNION
            SELECT questions.id
              FROM ratings
              JOIN messages AS answers ON answers.id = message_id
              JOIN messages AS questions
                ON questions.conversation_id = answers.conversation_id
               AND questions.sequence = answers.sequence - 1
             WHERE rating = 'down') AS poor
      JOIN messages ON messages.id = poor.question_id
      JOIN conversations ON conversations.id = conversation_id
     WHERE NOT EXISTS (SELECT 1 FROM gap_questions WHERE question_id = poor.question_id)
     ORDER BY asked_at
     LIMIT :limit
  `)

  const list = prepareList(db, detailed)
  const addAll = db.transaction((questions: ReadGapQuestion[]) => {
    for (const question of questions) add(question)
    return questions.length
  })

  return {
    list: (...values) => list(...values),
    catchUp: (limit) => addAll.immediate(ungrouped.all({ limit }).map(readGapQuestion)),

    setState(organization_id, id, state) {
      const row = led.get({ organization_id, id, state })
      return row ? detailed(organization_id, row) : null
    },
  }
}

function prepareList(db: Database, detailed: ReturnType<typeof prepareDetails>) {
  const page = db.prepare<GapPasses & { rows: number } & typeof LARGEST, GapRow>(`
    SELECT number, question_count AS count, state,
           (SELECT min(asked_at) FROM gap_questions
             WHERE organization_id = :organization_id AND gap = number) AS first_asked_at,
           (SELECT max(asked_at) FROM gap_questions
             WHERE organization_id = :organization_id AND gap = number) AS last_asked_at
      FROM gaps
     WHERE organization_id = :organization_id AND state = :state
       AND (:assistant_id IS NULL OR assistant_id = :assistant_id)
       AND (question_count, number) < (:count, :number)
     ORDER BY question_count DESC, number DESC
     LIMIT :rows
  `)
  const pageOfDays = db.prepare<
    GapPasses & { from: string; until: string; rows: number } & typeof LARGEST,
    GapRow
  >(`
      WITH counted AS MATERIALIZED (
        SELECT gap, count(*) AS count, min(asked_at) AS first_asked_at,
               max(asked_at) AS last_asked_at
          FROM gap_questions
         WHERE organization_id = :organization_id AND asked_at >= :from AND asked_at < :until
           AND (:assistant_id IS NULL OR assistant_id = :assistant_id)
         GROUP BY gap
      )
    SELECT number, counted.count, first_asked_at, last_asked_at, state
      FROM counted JOIN gaps ON number = gap
     WHERE state = :state AND (counted.count, number) < (:count, :number)
     ORDER BY counted.count DESC, number DESC
     LIMIT :rows
  `)

  return db.transaction<Sync<Gaps>['list']>((organization_id, filter, paging) => {
    const { passes, days, list, isOfDays } = gapListOf(organization_id, filter)
    return readPage(
      paging,
      list,
      (range) =>
        isOfDays
          ? pageOfDays.all({ ...passes, ...days, ...range })
          : page.all({ ...passes, ...range }),
      (row) => detailed(organization_id, row),
    )
  })
}

/** The questions of a gap, with its row. */
function prepareDetails(db: Database) {
  const first = db.prepare<{ number: number }, { id: string; text: string }>(`
    SELECT messages.id, text
      FROM gap_questions JOIN messages ON messages.id = question_id
     WHERE gap = :number
     ORDER BY joined
     LIMIT 1
  `)
  const newest = db.prepare<{ number: number; rows: number }, GapDetails['recent'][number]>(`
    SELECT text, nearest
      FROM gap_questions
      JOIN messages ON messages.id = gap_questions.question_id
      LEFT JOIN unanswered ON unanswered.question_id = gap_questions.question_id
     WHERE gap = :number
     ORDER BY joined DESC
     LIMIT :rows
  `)
  const newestDays = db.prepare<
    { organization_id: string; number: number; rows: number },
    GapDetails['days'][number]
  >(`
    SELECT substr(asked_at, 1, 10) AS day, count(*) AS count
      FROM gap_questions
     WHERE organization_id = :organization_id AND gap = :number
     GROUP BY day
     ORDER BY day DESC
     LIMIT :rows
  `)

  return (organization_id: string, row: GapRow) => {
    const { number } = row
    return toGap(row, {
      first: first.get({ number }),
      recent: newest.all({ number, rows: MAX_GAP_QUESTIONS }),
      days: newestDays.all({ organization_id, number, rows: MAX_GAP_DAYS }),
    })
  }
}
