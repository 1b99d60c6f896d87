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
import type { Runner } from './database.ts'
import { sql } from './statement.ts'

// Jumps from each word to the next: the index has a row for every conversation that holds it.
const spellings = sql<
  { organization_id: string; ranges: string },
  { place: number; word: string }
>(`
  WITH RECURSIVE spellings AS (
    SELECT place - 1 AS place, range ->> 1 AS "to", 1 AS compared,
           (SELECT min(word) FROM transcript_words
             WHERE organization_id = :organization_id AND word >= range ->> 0) AS word
      FROM jsonb_array_elements(:ranges::jsonb) WITH ORDINALITY AS searched (range, place)
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
  SELECT counted.word,
         (SELECT count(*)
            FROM (SELECT 1 FROM transcript_words
                   WHERE organization_id = :organization_id
                     AND transcript_words.word = counted.word
                   LIMIT ${MOST_COUNTED}) AS rows_of_it) AS held
    FROM unnest(:words::text[]) AS counted (word)
`)
const heldBy = sql<{ organization_id: string; words: string[] }, { held: number }>(`
  SELECT count(*) AS held
    FROM (SELECT 1 FROM transcript_words
           WHERE organization_id = :organization_id AND word = ANY (:words)
           LIMIT ${MOST_READ}) AS rows_of_them
`)

/** Plans a search in the inbox by the index of words (docs/behaviour.md#inbox). */
export async function planTranscriptSearch(
  on: Runner,
  organization_id: string,
  ranges: WordRange[],
): Promise<TranscriptSearch> {
  const found = await spellings.all(on, { organization_id, ranges: JSON.stringify(ranges) })
  const searched = ranges.map(async ([from, to], at) => {
    const alike = found.filter(({ place }) => place === at).map(({ word }) => word)
    const words = from === to ? [from] : await mostFrequent(on, organization_id, alike, from)
    const [sum] = await heldBy.all(on, { organization_id, words })
    return { words, held: sum?.held ?? 0 }
  })
  return planSearch(await Promise.all(searched))
}

async function mostFrequent(
  on: Runner,
  organization_id: string,
  words: string[],
  whole: string,
): Promise<string[]> {
  const counted = areTooMany(words) ? await counts.all(on, { organization_id, words }) : []
  const held = new Map(counted.map((each) => [each.word, each.held]))
  return wordsToLookFor(words, whole, (word) => held.get(word) ?? 0)
}
