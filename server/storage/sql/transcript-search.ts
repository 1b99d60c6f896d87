import type { WordRange } from '../../text/transcript.ts'
import {
  areTooMany,
  MOST_COMPARED,
  MOST_COUNTED,
  MOST_READ,
  planSearch,
  type TranscriptSearch,
  wordsToLookFor,
} from '../rules/transcript-search.ts'
import { toJsonRows } from './json-rows.ts'
import { type Step, sql } from './step.ts'

// Jumps from each word to the next: the index has a row for every conversation that holds it.
const spellings = sql<
  { organization_id: string; ranges: string },
  { place: number; word: string }
>(`
  WITH RECURSIVE spellings AS (
    SELECT place, "to", 1 AS compared,
           (SELECT min(word) FROM transcript_words
             WHERE organization_id = :organization_id AND word >= "from") AS word
      FROM ROWS (:ranges, place integer, "from" text, "to" text) AS searched
     UNION ALL
    SELECT place, "to", compared + 1,
           (SELECT min(word) FROM transcript_words
             WHERE organization_id = :organization_id AND word > spellings.word)
      FROM spellings
     WHERE word < "to" COLLATE "C" AND compared < ${MOST_COMPARED}
  )
  SELECT place, word FROM spellings WHERE word <= "to" COLLATE "C" ORDER BY place, compared
`)
const counts = sql<{ organization_id: string; words: string[] }, { word: string; held: number }>(`
  SELECT counted.value AS word,
         (SELECT count(*)
            FROM (SELECT 1 FROM transcript_words
                   WHERE organization_id = :organization_id
                     AND transcript_words.word = counted.value
                   LIMIT ${MOST_COUNTED}) AS rows_of_it) AS held
    FROM EACH (:words) AS counted
`)
const heldBy = sql<{ organization_id: string; words: string[] }, { held: number }>(`
  SELECT count(*) AS held
    FROM (SELECT 1 FROM transcript_words
           WHERE organization_id = :organization_id AND word AMONG (:words)
           LIMIT ${MOST_READ}) AS rows_of_them
`)

/** Plans a search in the inbox by the index of words (docs/behaviour.md#inbox). */
export function* planTranscriptSearch(
  organization_id: string,
  ranges: WordRange[],
): Step<TranscriptSearch> {
  const rows = ranges.map(([from, to], place) => ({ place, from, to }))
  const found = yield* spellings.all({ organization_id, ranges: toJsonRows(rows) })
  const searched: { words: string[]; held: number }[] = []
  for (const [at, [from, to]] of ranges.entries()) {
    const alike = found.filter(({ place }) => place === at).map(({ word }) => word)
    const words = from === to ? [from] : yield* mostFrequent(organization_id, alike, from)
    const sum = yield* heldBy.get({ organization_id, words })
    searched.push({ words, held: sum?.held ?? 0 })
  }
  return planSearch(searched)
}

function* mostFrequent(organization_id: string, words: string[], whole: string): Step<string[]> {
  const counted = areTooMany(words) ? yield* counts.all({ organization_id, words }) : []
  const held = new Map(counted.map((each) => [each.word, each.held]))
  return wordsToLookFor(words, whole, (word) => held.get(word) ?? 0)
}
