import { addTurn, type Transcript } from '../../text/transcript.ts'
import { type Step, sql } from './step.ts'

interface Place {
  organization_id: string
  conversation_id: string
}

/** The words of a conversation, and those of them that a turn changed, as JSON. */
export interface WrittenTranscript {
  words: string
  changed: string
}

/** SQL that keeps a transcript, and one that has its changed words found. */
export const WRITE_TRANSCRIPT = `
    INSERT INTO transcripts (organization_id, conversation_id, words)
    VALUES (:organization_id, :conversation_id, :words)
    ON CONFLICT (organization_id, conversation_id) DO UPDATE SET words = excluded.words`
export const WRITE_WORDS = `
    INSERT INTO transcript_words (organization_id, word, conversation_id, weight)
    SELECT :organization_id, key, :conversation_id, value::smallint
      FROM PAIRS (:changed) AS words
     WHERE true
    ON CONFLICT (organization_id, word, conversation_id) DO UPDATE SET weight = excluded.weight`

const write = sql<Place & WrittenTranscript>(WRITE_TRANSCRIPT)
const writeWords = sql<Place & WrittenTranscript>(WRITE_WORDS)

/** The words of a turn for searches in the inbox, with those of earlier ones, as stored. */
export function writtenTranscript(earlier: string | null, turn: Transcript): WrittenTranscript {
  const { words, changed } = addTurn(JSON.parse(earlier ?? '{}') as Transcript, turn)
  return { words: JSON.stringify(words), changed: JSON.stringify(changed) }
}

/** Keeps the words of a turn, and returns what is stored now. */
export function* addTranscript(
  place: Place,
  earlier: string | null,
  turn: Transcript,
): Step<string> {
  const written = writtenTranscript(earlier, turn)
  yield* write.run({ ...place, ...written })
  yield* writeWords.run({ ...place, ...written })
  return written.words
}
