import type { Database } from 'better-sqlite3'
import {
  ALIKE,
  COUNTED_GAPS,
  COUNTED_WORDS,
  LEAST_COUNTED,
  type Subject,
} from '../../text/likeness.ts'
import {
  countedAmong,
  type Likely,
  MAX_LIKELY,
  mostAlike,
  type ReadGapQuestion,
  weighed,
} from '../rules/gaps.ts'

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
    INSERT INTO gap_words (organization_id, assistant_id, word, gap)
    SELECT organization_id, :assistant_id, key, :gap
      FROM json_each(:words) JOIN gaps ON number = :gap
  `)
  const reopen = db.prepare<{ gap: number }>(`
    UPDATE gaps SET state = 'open' WHERE number = :gap AND state = 'answered'
  `)
  const insert = db.prepare<Omit<ReadGapQuestion, 'read'> & { gap: number; words: string }>(`
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
  function nearest(question: Omit<ReadGapQuestion, 'read'>, subject: Subject): number | undefined {
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
    add({ read, ...question }: ReadGapQuestion): void {
      const { assistant_id, organization_id, question_id } = question
      if (isGrouped.get({ question_id })) return
      const { subject, words, weight } = read
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
