import type { Database } from 'better-sqlite3'
import { addTurn, wordsOfTurn } from '../../../text/transcript.ts'

/** Declares `transcript_words(questions, answers)`, by which a migration reads earlier turns. */
export function declareTranscriptWords(db: Database): void {
  db.function('transcript_words', { deterministic: true }, (questions, answers) => {
    const turn = { question: String(questions ?? ''), answer: String(answers ?? '') }
    return JSON.stringify(addTurn({}, wordsOfTurn(turn)).words)
  })
}
