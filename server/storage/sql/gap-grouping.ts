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
  weightOf,
} from '../rules/gaps.ts'
import { toJsonRows } from './json-rows.ts'
import { type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  assistant_id: string
}

/** A question of a gap. */
interface Grouped {
  assistant_id: string
  gap: number
  words: string
}

interface OfGap {
  organization_id: string
  gap: number
}

const join = sql<Place, { last: number }>(`
  INSERT INTO gap_numbers (organization_id, last)
  VALUES (:organization_id, 1)
  ON CONFLICT (organization_id) DO UPDATE SET last = gap_numbers.last + 1
  RETURNING last
`)
const isGrouped = sql<Place & { question_id: string }>(`
  SELECT 1
    FROM gap_questions
   WHERE organization_id = :organization_id AND question_id = :question_id
`)
const gapsOf = sql<Place, { gaps: number }>(`
  SELECT count(*) AS gaps
    FROM (SELECT 1 FROM gaps
           WHERE organization_id = :organization_id AND assistant_id = :assistant_id
           LIMIT ${COUNTED_GAPS}) AS counted
`)
const gapsWith = sql<Place & { words: string[] }, { word: string; held: number }>(`
  SELECT listed.value AS word,
         (SELECT count(*)
            FROM (SELECT 1 FROM gap_words
                   WHERE organization_id = :organization_id AND assistant_id = :assistant_id
                     AND gap_words.word = listed.value
                   LIMIT ${COUNTED_WORDS + 1}) AS counted) AS held
    FROM EACH (:words) AS listed
`)
// Gaps that are alike enough if all that their leaders have beyond the question counts least.
// CROSS JOIN, or SQLite would read the words of every gap for each question.
const likely = sql<Place & { words: string; all: number }, Likely>(`
  SELECT number,
         (SELECT words
            FROM gap_questions
           WHERE organization_id = :organization_id AND gap_questions.gap = number
           ORDER BY joined
           LIMIT 1) AS words
    FROM (SELECT gap, sum(asked.weight) AS shared, sum(counts) AS counted
            FROM ROWS (:words, word text, weight double precision, counts double precision)
              AS asked
           CROSS JOIN gap_words
           WHERE gap_words.organization_id = :organization_id AND assistant_id = :assistant_id
             AND gap_words.word = asked.word
           GROUP BY gap) AS sharing
   CROSS JOIN gaps
   WHERE gaps.organization_id = :organization_id AND number = gap
     AND counted >= ${ALIKE} * (:all + ${LEAST_COUNTED} * (gaps.weight - shared))
   ORDER BY counted / (:all + ${LEAST_COUNTED} * (gaps.weight - shared)) DESC, number
   LIMIT ${MAX_LIKELY}
`)
const open = sql<Place & { gap: number; weight: number }>(`
  INSERT INTO gaps (organization_id, number, assistant_id, state, weight, question_count)
  VALUES (:organization_id, :gap, :assistant_id, 'open', :weight, 0)
`)
const addWords = sql<Place & { gap: number; words: string }>(`
  INSERT INTO gap_words (organization_id, assistant_id, word, gap)
  SELECT :organization_id, :assistant_id, key, :gap
    FROM PAIRS (:words) AS of_leader
   WHERE true
  ON CONFLICT DO NOTHING
`)
const countOne = sql<OfGap>(`
  UPDATE gaps
     SET question_count = question_count + 1,
         state = CASE WHEN state = 'answered' THEN 'open' ELSE state END
   WHERE organization_id = :organization_id AND number = :gap
`)
const insert = sql<Omit<ReadGapQuestion, 'read'> & { gap: number; joined: number; words: string }>(`
  INSERT INTO gap_questions (organization_id, question_id, assistant_id, gap, joined, asked_at,
                             words)
  VALUES (:organization_id, :question_id, :assistant_id, :gap, :joined, :asked_at, :words)
`)
const lock = sql<{ organization_id: string }>(`
  SELECT 1 FROM gap_numbers WHERE organization_id = :organization_id FOR UPDATE
`)
const erase = sql<{ organization_id: string; question_ids: string[] }, Grouped>(`
  DELETE FROM gap_questions
   WHERE organization_id = :organization_id AND question_id AMONG (:question_ids)
  RETURNING assistant_id, gap, words
`)
const eraseWords = sql<Place & { gap: number; words: string[] }>(`
  DELETE FROM gap_words
   WHERE organization_id = :organization_id AND assistant_id = :assistant_id
     AND word AMONG (:words) AND gap = :gap
`)
const leader = sql<OfGap, Omit<Grouped, 'gap'> & { questions: number }>(`
  SELECT assistant_id, words,
         (SELECT count(*)
            FROM gap_questions
           WHERE organization_id = :organization_id AND gap = :gap) AS questions
    FROM gap_questions
   WHERE organization_id = :organization_id AND gap = :gap
   ORDER BY joined
   LIMIT 1
`)
const recount = sql<OfGap & { questions: number; weight: number }>(`
  UPDATE gaps
     SET question_count = :questions, weight = :weight
   WHERE organization_id = :organization_id AND number = :gap
`)
const close = sql<OfGap>(`
  DELETE FROM gaps WHERE organization_id = :organization_id AND number = :gap
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
  if (yield* isGrouped.get(question)) return
  let gap = yield* nearest(question, subject)
  if (gap === undefined) {
    gap = joined
    yield* open.run({ ...question, gap, weight })
    yield* addWords.run({ ...question, gap, words })
  }
  yield* insert.run({ ...question, gap, joined, words })
  yield* countOne.run({ ...question, gap })
  yield* tellOfGaps(question.organization_id)
}

/** The gap whose leader is most like a question; undefined: none is alike. */
function* nearest(place: Place, subject: Subject): Step<number | undefined> {
  const gaps = (yield* gapsOf.get(place))?.gaps ?? 0
  const known = new Map<string, number>()
  function* learn(words: string[]): Step<void> {
    for (const { word, held } of yield* gapsWith.all({ ...place, words })) known.set(word, held)
  }
  yield* learn(Object.keys(subject))
  const counted = countedAmong(gaps, (word) => known.get(word) ?? 0)
  const { words, all } = weighed(subject, counted)
  const found = yield* likely.all({ ...place, words: toJsonRows(words), all })
  if (found.length === 0) return undefined
  const others = found.flatMap((leader) => Object.keys(JSON.parse(leader.words) as Subject))
  yield* learn([...new Set(others)])
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
  for (const { words, ...of } of erased) {
    const held = Object.keys(JSON.parse(words) as Subject)
    yield* eraseWords.run({ organization_id, ...of, words: held })
  }
  for (const gap of new Set(erased.map((each) => each.gap)))
    yield* leadAnew({ organization_id, gap })
  yield* tellOfGaps(organization_id)
}

/** The next question leads a gap of which some were erased; one without questions is gone. */
function* leadAnew(of: OfGap): Step<void> {
  const next = yield* leader.get(of)
  if (!next) return void (yield* close.run(of))
  const { assistant_id, words, questions } = next
  yield* addWords.run({ ...of, assistant_id, words })
  yield* recount.run({ ...of, questions, weight: weightOf(JSON.parse(words) as Subject) })
}

export function* tellOfGaps(organization_id: string): Step<void> {
  yield* tell({ organization_id, kind: 'gap', id: null, revision: null })
}
