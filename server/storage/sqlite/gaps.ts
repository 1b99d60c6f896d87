import type { Database } from 'better-sqlite3'
import { type GapState, MAX_GAP_DAYS, MAX_GAP_QUESTIONS } from '../../contract/gap.ts'
import {
  ALIKE,
  COUNTED_GAPS,
  COUNTED_WORDS,
  LEAST_COUNTED,
  type Subject,
} from '../../text/likeness.ts'
import type { Gaps } from '../ports/gaps.ts'
import {
  type GapDetails,
  type GapPasses,
  type GapRow,
  gapListOf,
  type LARGEST,
  toGap,
} from '../rows/gaps.ts'
import {
  countedAmong,
  type GapQuestion,
  type Likely,
  MAX_LIKELY,
  mostAlike,
  weighed,
  wordsOf,
} from '../rules/gaps.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

export type Grouping = ReturnType<typeof createGrouping>

/** Puts questions into gaps and takes them out, within the caller's transaction. */
export function createGrouping(db: Database) {
  // Gaps that are alike enough if all that their leaders have beyond the question counts least.
  // CROSS JOIN, or the words of every gap would be read for each question.
  const likely = db.prepare<{ assistant_id: string; words: string; all: number }, Likely>(`
    SELECT number,
           (SELECT words FROM gap_questions WHERE gap = number ORDER BY joined LIMIT 1) AS words
      FROM (SELECT number
              FROM (SELECT gap, sum(value ->> 'weight') AS shared,
                           sum(value ->> 'counts') AS counted
                      FROM json_each(:words)
                      CROSS JOIN gap_words
                        ON assistant_id = :assistant_id AND word = value ->> 'word'
                     GROUP BY gap)
              JOIN gaps ON number = gap
             WHERE counted >= ${ALIKE} * (:all + ${LEAST_COUNTED} * (weight - shared))
             ORDER BY counted / (:all + ${LEAST_COUNTED} * (weight - shared)) DESC, number
             LIMIT ${MAX_LIKELY})
  `)
  const gapsOf = db
    .prepare<{ organization_id: string; assistant_id: string }, number>(`
      SELECT count(*)
        FROM (SELECT 1 FROM gaps
               WHERE organization_id = :organization_id AND assistant_id = :assistant_id
               LIMIT ${COUNTED_GAPS})
    `)
    .pluck()
  const gapsWith = db
    .prepare<{ assistant_id: string; word: string }, number>(`
      SELECT count(*)
        FROM (SELECT 1 FROM gap_words
               WHERE assistant_id = :assistant_id AND word = :word
               LIMIT ${COUNTED_WORDS + 1})
    `)
    .pluck()
  const open = db
    .prepare<{ organization_id: string; assistant_id: string; weight: number }, number>(`
      INSERT INTO gaps (organization_id, assistant_id, state, weight)
      VALUES (:organization_id, :assistant_id, 'open', :weight)
      RETURNING number
    `)
    .pluck()
  const lead = db.prepare<{ assistant_id: string; gap: number; words: string }>(`
    INSERT INTO gap_words (assistant_id, word, gap)
    SELECT :assistant_id, key, :gap FROM json_each(:words)
  `)
  const reopen = db.prepare<{ gap: number }>(`
    UPDATE gaps SET state = 'open' WHERE number = :gap AND state = 'answered'
  `)
  const insert = db.prepare<Omit<GapQuestion, 'text'> & { gap: number; words: string }>(`
    INSERT INTO gap_questions (question_id, organization_id, assistant_id, gap, asked_at, words)
    VALUES (:question_id, :organization_id, :assistant_id, :gap, :asked_at, :words)
  `)
  const isGrouped = db
    .prepare<{ question_id: string }, number>(`
      SELECT 1 FROM gap_questions WHERE question_id = :question_id
    `)
    .pluck()
  const eraseAnswered = db.prepare<{ question_id: string }>(`
    DELETE FROM gap_questions
     WHERE question_id = :question_id
       AND NOT EXISTS (SELECT 1 FROM unanswered WHERE unanswered.question_id = :question_id)
  `)

  /** The gap whose leader is most like a question; undefined: none is alike. */
  function nearest(question: Omit<GapQuestion, 'text'>, subject: Subject): number | undefined {
    const { organization_id, assistant_id } = question
    const known = new Map<string, number>()
    const counted = countedAmong(gapsOf.get({ organization_id, assistant_id }) ?? 0, (word) => {
      const having = known.get(word) ?? gapsWith.get({ assistant_id, word }) ?? 0
      known.set(word, having)
      return having
    })
    const { words, all } = weighed(subject, counted)
    const alike = likely.all({ assistant_id, words: JSON.stringify(words), all })
    return mostAlike(subject, alike, counted)
  }

  return {
    /** Adds a question to the gap that it is most like, or to a new one. */
    add({ text, ...question }: GapQuestion): void {
      const { assistant_id, organization_id, question_id } = question
      if (isGrouped.get({ question_id })) return
      const { subject, words, weight } = wordsOf({ text })
      let gap = nearest(question, subject)
      if (gap === undefined) {
        gap = open.get({ organization_id, assistant_id, weight }) as number
        lead.run({ assistant_id, gap, words })
      }
      reopen.run({ gap })
      insert.run({ ...question, gap, words })
    },

    /** Takes a question out whose answer is no longer rated down, unless it was declined. */
    remove: (question_id: string) => void eraseAnswered.run({ question_id }),
  }
}

export function createGaps(db: Database, { add }: Grouping): Sync<Gaps> {
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

  function detailed(organization_id: string, row: GapRow) {
    const { number } = row
    return toGap(row, {
      first: first.get({ number }),
      recent: newest.all({ number, rows: MAX_GAP_QUESTIONS }),
      days: newestDays.all({ organization_id, number, rows: MAX_GAP_DAYS }),
    })
  }

  const list = db.transaction<Sync<Gaps>['list']>((organization_id, filter, paging) => {
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

  const catchUp = db.transaction((limit: number) => {
    const questions = ungrouped.all({ limit })
    for (const question of questions) add(question)
    return questions.length
  })

  return {
    list: (...values) => list(...values),
    catchUp: (limit) => catchUp.immediate(limit),

    setState(organization_id, id, state) {
      const row = led.get({ organization_id, id, state })
      return row ? detailed(organization_id, row) : null
    },
  }
}
