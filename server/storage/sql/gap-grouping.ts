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
import { toJsonRows } from './json-rows.ts'
import { type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  assistant_id: string
}

/** What is stored before a question is added. */
interface Before {
  is_grouped: 0 | 1
  /** Gaps of the assistant, and how many have each word of the question, as far as counted. */
  gaps: number
  known: Record<string, number> | null
}

const join = sql<Place, { last: number }>(`
  INSERT INTO gap_numbers (organization_id, last)
  VALUES (:organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET last = gap_numbers.last + 1
  RETURNING last
`)
const GAPS_WITH = `
  SELECT word, (SELECT count(*)
                  FROM (SELECT 1 FROM gap_words
                         WHERE organization_id = :organization_id
                           AND assistant_id = :assistant_id AND gap_words.word = listed.word
                         LIMIT ${COUNTED_WORDS + 1}) AS counted) AS having
    FROM unnest(:words::text[]) AS listed (word)`
const gapsWith = sql<Place & { words: string[] }, { word: string; having: number }>(GAPS_WITH)
const before = sql<Place & { question_id: string; words: string[] }, Before>(`
  SELECT EXISTS (SELECT 1
                   FROM gap_questions
                  WHERE organization_id = :organization_id
                    AND question_id = :question_id) AS is_grouped,
         (SELECT count(*)
            FROM (SELECT 1 FROM gaps
                   WHERE organization_id = :organization_id AND assistant_id = :assistant_id
                   LIMIT ${COUNTED_GAPS}) AS counted) AS gaps,
         (SELECT jsonb_object_agg(listed.word, listed.having) FROM (${GAPS_WITH}) AS listed) AS known
`)
// Gaps that are alike enough if all that their leaders have beyond the question counts least.
const likely = sql<Place & { words: string; all: number }, Likely>(`
  SELECT number, words
    FROM (SELECT gap, sum(asked.weight) AS shared, sum(counts) AS counted
            FROM jsonb_to_recordset(:words::jsonb)
              AS asked (word text, weight double precision, counts double precision)
            JOIN gap_words
              ON gap_words.organization_id = :organization_id AND assistant_id = :assistant_id
             AND gap_words.word = asked.word
           GROUP BY gap) AS sharing
    JOIN gaps ON gaps.organization_id = :organization_id AND number = gap
   CROSS JOIN LATERAL (SELECT words
                         FROM gap_questions
                        WHERE organization_id = :organization_id AND gap_questions.gap = number
                        ORDER BY joined
                        LIMIT 1) AS leader
   WHERE counted >= ${ALIKE} * (:all + ${LEAST_COUNTED} * (gaps.weight - shared))
   ORDER BY counted / (:all + ${LEAST_COUNTED} * (gaps.weight - shared)) DESC, number
   LIMIT ${MAX_LIKELY}
`)
const open = sql<Place & { gap: number; weight: number; words: string }>(`
  WITH led AS (
    INSERT INTO gap_words (organization_id, assistant_id, word, gap)
    SELECT :organization_id, :assistant_id, word, :gap
      FROM jsonb_object_keys(:words::jsonb) AS word
  )
  INSERT INTO gaps (organization_id, number, assistant_id, state, weight, question_count)
  VALUES (:organization_id, :gap, :assistant_id, 'open', :weight, 0)
`)
const insert = sql<Omit<ReadGapQuestion, 'read'> & { gap: number; joined: number; words: string }>(`
  WITH counted AS (
    UPDATE gaps
       SET question_count = question_count + 1,
           state = CASE state WHEN 'answered' THEN 'open' ELSE state END
     WHERE organization_id = :organization_id AND number = :gap
  )
  INSERT INTO gap_questions (organization_id, question_id, assistant_id, gap, joined, asked_at,
                             words)
  VALUES (:organization_id, :question_id, :assistant_id, :gap, :joined, :asked_at, :words)
`)
const lock = sql<{ organization_id: string }>(`
  SELECT 1 FROM gap_numbers WHERE organization_id = :organization_id FOR UPDATE
`)
const erase = sql<{ organization_id: string; question_ids: string[] }, { gap: number }>(`
  WITH erased AS (
    DELETE FROM gap_questions
     WHERE organization_id = :organization_id AND question_id = ANY (:question_ids)
    RETURNING assistant_id, gap, words
  ), of_leaders AS (
    DELETE FROM gap_words
     USING (SELECT DISTINCT assistant_id, gap, jsonb_object_keys(words::jsonb) AS word
              FROM erased) AS held
     WHERE organization_id = :organization_id AND gap_words.assistant_id = held.assistant_id
       AND gap_words.word = held.word AND gap_words.gap = held.gap
  )
  SELECT DISTINCT gap FROM erased
`)
// The next question leads a group whose leader was erased; an empty group is gone.
const lead = sql<{ organization_id: string; gaps: number[] }>(`
  WITH leaders AS (
    SELECT DISTINCT ON (gap) gap, assistant_id, words, count(*) OVER (PARTITION BY gap) AS questions
      FROM gap_questions
     WHERE organization_id = :organization_id AND gap = ANY (:gaps::bigint[])
     ORDER BY gap, joined
  ), led AS (
    INSERT INTO gap_words (organization_id, assistant_id, word, gap)
    SELECT :organization_id, assistant_id, word, gap
      FROM leaders CROSS JOIN jsonb_object_keys(words::jsonb) AS word
    ON CONFLICT DO NOTHING
  ), emptied AS (
    DELETE FROM gaps
     WHERE organization_id = :organization_id AND number = ANY (:gaps::bigint[])
       AND number NOT IN (SELECT gap FROM leaders)
  )
  UPDATE gaps
     SET question_count = questions,
         weight = (SELECT coalesce(sum(value::double precision), 0)
                     FROM jsonb_each_text(words::jsonb))
    FROM leaders
   WHERE organization_id = :organization_id AND number = leaders.gap
`)
const isDeclined = sql<{ organization_id: string; question_id: string }>(`
  SELECT 1
    FROM unanswered
   WHERE organization_id = :organization_id AND question_id = :question_id
`)

/**
 * Adds a question to the gap that it is most like, or to a new one. No other step changes gaps of
 * the organization until the end of this one, which is `read committed`.
 */
export function* addToGap({ read, ...question }: ReadGapQuestion): Step<void> {
  const { last: joined } = (yield* join.get(question)) as { last: number }
  const { subject, words, weight } = read
  const asked = { ...question, words: Object.keys(subject) }
  const stored = (yield* before.get(asked)) as Before
  if (stored.is_grouped) return
  let gap = yield* nearest(question, { subject, stored })
  if (gap === undefined) {
    gap = joined
    yield* open.run({ ...question, gap, weight, words })
  }
  yield* insert.run({ ...question, gap, joined, words })
  yield* tellOfGaps(question.organization_id)
}

/** The gap whose leader is most like a question; undefined: none is alike. */
function* nearest(
  place: Place,
  { subject, stored }: { subject: Subject; stored: Before },
): Step<number | undefined> {
  const known = new Map(Object.entries(stored.known ?? {}))
  const counted = countedAmong(stored.gaps, (word) => known.get(word) ?? 0)
  const { words, all } = weighed(subject, counted)
  const found = yield* likely.all({ ...place, words: toJsonRows(words), all })
  if (found.length === 0) return undefined
  const others = found.flatMap((leader) => Object.keys(JSON.parse(leader.words) as Subject))
  const more = { ...place, words: [...new Set(others)] }
  for (const { word, having } of yield* gapsWith.all(more)) known.set(word, having)
  return mostAlike(subject, found, counted)
}

/** Takes a question out whose answer is no longer rated down, unless it was declined. */
export function* removeFromGap(organization_id: string, question_id: string): Step<void> {
  if (yield* isDeclined.get({ organization_id, question_id })) return
  yield* eraseFromGaps(organization_id, [question_id])
}

/** Takes questions out that are erased in the same step, before they are. */
export function* eraseFromGaps(organization_id: string, question_ids: string[]): Step<void> {
  if (!(yield* lock.get({ organization_id }))) return
  const erased = yield* erase.all({ organization_id, question_ids })
  if (erased.length === 0) return
  yield* lead.run({ organization_id, gaps: erased.map(({ gap }) => gap) })
  yield* tellOfGaps(organization_id)
}

export function* tellOfGaps(organization_id: string): Step<void> {
  yield* tell({ organization_id, kind: 'gap', id: null, revision: null })
}
