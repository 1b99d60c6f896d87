import { addTurn, type Transcript } from '../../text/transcript.ts'
import type { Transaction } from './database.ts'
import { sql } from './statement.ts'

interface Place {
  organization_id: string
  conversation_id: string
}

const write = sql<Place & { words: string; changed: string }>(`
  WITH written AS (
    INSERT INTO transcripts (organization_id, conversation_id, words)
    VALUES (:organization_id, :conversation_id, :words)
    ON CONFLICT (organization_id, conversation_id) DO UPDATE SET words = excluded.words
  )
  INSERT INTO transcript_words (organization_id, word, conversation_id, weight)
  SELECT :organization_id, key, :conversation_id, value::smallint
    FROM jsonb_each_text(:changed::jsonb)
  ON CONFLICT (organization_id, word, conversation_id) DO UPDATE SET weight = excluded.weight
`)

/**
 * Keeps the words of a turn for searches in the inbox, with those of earlier ones, as stored, and
 * returns what is stored now.
 */
export async function addTranscript(
  transaction: Transaction,
  place: Place,
  earlier: string | null,
  turn: { question: string; answer: string },
): Promise<string> {
  const { words, changed } = addTurn(JSON.parse(earlier ?? '{}') as Transcript, turn)
  const written = { words: JSON.stringify(words), changed: JSON.stringify(changed) }
  await write.run(transaction, { ...place, ...written })
  return written.words
}
