import type { Database } from 'better-sqlite3'
import type { WordRange } from '../../text/transcript.ts'
import {
  AT_ENDS,
  MOST_COMPARED,
  MOST_COUNTED,
  MOST_READ,
  planSearch,
  type TranscriptSearch,
  wordsToLookFor,
} from '../rules/transcript-search.ts'

/** A search, with the rarest word as JSON: `[spelling, first number, last number]` of each. */
export type TranscriptQuery = Pick<TranscriptSearch, 'others' | 'count'> & { rarest: string }

interface Scope {
  organization_id: string
  status: string
  from: string
  until: string
}

/** The number of a transcript after that of every other. */
const LAST = Number.MAX_SAFE_INTEGER

/** Plans searches in the inbox by the index of words (docs/behaviour.md#inbox). */
export function createTranscriptSearches(db: Database) {
  // Jumps from each word to the next: the index has a row for every conversation that holds it.
  const spellings = db
    .prepare<{ organization_id: string; from: string; to: string }, string>(`
      WITH RECURSIVE spellings (word) AS (
        SELECT (SELECT min(word) FROM transcript_words
                 WHERE organization_id = :organization_id AND word >= :from)
         UNION ALL
        SELECT (SELECT min(word) FROM transcript_words
                 WHERE organization_id = :organization_id AND word > spellings.word)
          FROM spellings
         WHERE spellings.word < :to
      )
      SELECT word FROM spellings WHERE word <= :to LIMIT ${MOST_COMPARED}
    `)
    .pluck()
  const countOf = db
    .prepare<{ organization_id: string; word: string; limit: number }, number>(`
      SELECT count(*)
        FROM (SELECT 1 FROM transcript_words
               WHERE organization_id = :organization_id AND word = :word
               LIMIT :limit)
    `)
    .pluck()
  const nth = db
    .prepare<{ organization_id: string; word: string; last: number; skipped: number }, number>(`
      SELECT transcript
        FROM transcript_words
       WHERE organization_id = :organization_id AND word = :word AND transcript <= :last
       ORDER BY transcript DESC
       LIMIT 1 OFFSET :skipped
    `)
    .pluck()
  const bound = (order: 'ASC' | 'DESC') =>
    db
      .prepare<Scope, number | null>(`
        SELECT ${order === 'ASC' ? 'min' : 'max'}(number)
          FROM (SELECT id
                  FROM conversations
                 WHERE organization_id = :organization_id AND status = :status
                   AND created_at >= :from AND created_at < :until
                 ORDER BY created_at ${order}
                 LIMIT ${AT_ENDS})
          JOIN transcripts ON conversation_id = id
      `)
      .pluck()
  const firstOf = bound('ASC')
  const lastOf = bound('DESC')

  function wordsOf(organization_id: string, [from, to]: WordRange): string[] {
    if (from === to) return [from]
    const words = spellings.all({ organization_id, from, to })
    return wordsToLookFor(words, from, (word) => countIn(organization_id, word, MOST_COUNTED))
  }

  function countIn(organization_id: string, word: string, limit: number): number {
    return countOf.get({ organization_id, word, limit }) ?? 0
  }

  /** How many rows the words have, up to `MOST_READ`. */
  function heldBy(organization_id: string, words: string[]): number {
    let held = 0
    for (const word of words) held += countIn(organization_id, word, MOST_READ - held)
    return held
  }

  /** From which to which transcript a word is read; all of them where few hold it. */
  function rangeOf(scope: Scope, word: string, most: number): [string, number, number] {
    const { organization_id } = scope
    const isRare = nth.get({ organization_id, word, last: LAST, skipped: most }) === undefined
    if (isRare) return [word, 0, LAST]
    const last = lastOf.get(scope) ?? LAST
    const newest = nth.get({ organization_id, word, last, skipped: most }) ?? 0
    return [word, Math.max(newest, firstOf.get(scope) ?? 0), last]
  }

  return function plan(scope: Scope, ranges: WordRange[]): TranscriptQuery {
    const { organization_id } = scope
    const searched = ranges
      .map((range) => wordsOf(organization_id, range))
      .map((words) => ({ words, held: heldBy(organization_id, words) }))
    const { rarest, each, others, count } = planSearch(searched)
    return {
      rarest: JSON.stringify(rarest.map((word) => rangeOf(scope, word, each))),
      others,
      count,
    }
  }
}
