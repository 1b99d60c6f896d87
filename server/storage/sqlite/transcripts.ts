import type { Database } from 'better-sqlite3'
import { addTurn, type Transcript, wordsOfTurn } from '../../text/transcript.ts'

/** Keeps the words of a turn for searches in the inbox, within the caller's transaction. */
export function createTranscripts(db: Database) {
  const wordsOf = db
    .prepare<{ conversation_id: string }, string>(`
      SELECT words FROM transcripts WHERE conversation_id = :conversation_id
    `)
    .pluck()
  const upsert = db
    .prepare<{ organization_id: string; conversation_id: string; words: string }, number>(`
      INSERT INTO transcripts (organization_id, conversation_id, words)
      VALUES (:organization_id, :conversation_id, :words)
      ON CONFLICT (organization_id, conversation_id) DO UPDATE SET words = excluded.words
      RETURNING number
    `)
    .pluck()
  const index = db.prepare<{
    organization_id: string
    transcript: number | undefined
    words: string
  }>(`
    INSERT INTO transcript_words (organization_id, word, transcript, weight)
    SELECT :organization_id, key, :transcript, value
      FROM json_each(:words)
     WHERE true
    ON CONFLICT (organization_id, word, transcript) DO UPDATE SET weight = excluded.weight
  `)

  return {
    add(
      { organization_id, conversation_id }: { organization_id: string; conversation_id: string },
      turn: Transcript,
    ): void {
      const before = JSON.parse(wordsOf.get({ conversation_id }) ?? '{}') as Transcript
      const { words, changed } = addTurn(before, turn)
      const transcript = upsert.get({
        organization_id,
        conversation_id,
        words: JSON.stringify(words),
      })
      index.run({ organization_id, transcript, words: JSON.stringify(changed) })
    },
  }
}

/** Declares `transcript_words(questions, answers)`, by which a migration reads earlier turns. */
export function declareTranscriptWords(db: Database): void {
  db.function('transcript_words', { deterministic: true }, (questions, answers) => {
    const turn = { question: String(questions ?? ''), answer: String(answers ?? '') }
    return JSON.stringify(addTurn({}, wordsOfTurn(turn)).words)
  })
}
