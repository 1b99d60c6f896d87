import type { Database } from 'better-sqlite3'
import type { WordRange } from '../../text/transcript.ts'

/**
 * What a search reads: the conversations that hold the rarest of its words, and of those the other
 * words one by one. Both are JSON for a statement.
 */
export interface TranscriptSearch {
  /** `[word, first number, last number]` of each spelling of the rarest word. */
  rarest: string
  /** `[which word, spelling]` of the others. */
  others: string
  /** How many others must be held. */
  count: number
}

/** Rows that are read of the rarest word, and looked up of the others: some 20 ms. */
const READ = 10_000
const LOOKED_UP = 30_000
/** Of words with the same beginning so many are compared, and so many looked for. */
const COMPARED = 200
const LOOKED_FOR = 30
/** Words are compared by how often they are held, up to this. */
const COUNTED = 200
/** So many conversations at the ends of some days tell between which numbers theirs are. */
const AT_ENDS = 100

interface Scope {
  organization_id: string
  status: string
  from: string
  until: string
}

/** The number of a transcript after that of every other. */
const LAST = Number.MAX_SAFE_INTEGER

/**
 * Plans searches in the inbox so that each takes about the same time, however many conversations
 * hold its words: of a common word the newest ones are read (docs/behaviour.md#inbox).
 */
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
      SELECT word FROM spellings WHERE word <= :to LIMIT ${COMPARED}
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

  /** The words that a range holds, at most `LOOKED_FOR`, the most frequent first. */
  function wordsOf(organization_id: string, [from, to]: WordRange): string[] {
    if (from === to) return [from]
    const words = spellings.all({ organization_id, from, to })
    if (words.length <= LOOKED_FOR) return words
    return words
      .map((word) => ({
        word,
        held: word === from ? LAST : countIn(organization_id, word, COUNTED),
      }))
      .toSorted((one, two) => two.held - one.held)
      .slice(0, LOOKED_FOR)
      .map(({ word }) => word)
  }

  function countIn(organization_id: string, word: string, limit: number): number {
    return countOf.get({ organization_id, word, limit }) ?? 0
  }

  /** How many rows the words have, up to `READ`. */
  function heldBy(organization_id: string, words: string[]): number {
    let held = 0
    for (const word of words) held += countIn(organization_id, word, READ - held)
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

  return function plan(scope: Scope, ranges: WordRange[]): TranscriptSearch {
    const { organization_id } = scope
    const [rarest = [], ...others] = ranges
      .map((range) => wordsOf(organization_id, range))
      .map((words) => ({ words, held: heldBy(organization_id, words) }))
      .toSorted((one, two) => one.held - two.held)
      .map(({ words }) => words)
    const lookUps = others.reduce((sum, words) => sum + words.length, 0)
    const most = Math.min(READ, Math.ceil(LOOKED_UP / (lookUps || 1)))
    const each = Math.ceil(most / (rarest.length || 1))
    return {
      rarest: JSON.stringify(rarest.map((word) => rangeOf(scope, word, each))),
      others: JSON.stringify(others.flatMap((words, at) => words.map((word) => [at, word]))),
      count: others.length,
    }
  }
}
