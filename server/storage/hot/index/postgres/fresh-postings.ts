import type { Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import type { Batch } from '../../../index/posting-batches.ts'
import { type BatchRow, type CollectionMemory, lastHeld, takeBatches } from './index-memory.ts'
import { type Place, placeOf, type StoredIndex } from './index-state.ts'

const insert = sql<Place & { id: number; terms: string; body: Buffer }>(`
  INSERT INTO fresh_postings (organization_id, collection_id, id, terms, body)
  VALUES (:organization_id, :collection_id, :id, :terms, :body)
`)
const stored = sql<Place & { held: number }, BatchRow>(`
  SELECT id, CASE WHEN id > :held THEN terms END AS terms, CASE WHEN id > :held THEN body END AS body
    FROM fresh_postings
   WHERE organization_id = :organization_id AND collection_id = :collection_id
   ORDER BY id
`)
const erase = sql<Place & { until: number }>(`
  DELETE FROM fresh_postings
   WHERE organization_id = :organization_id AND collection_id = :collection_id AND id <= :until
`)

/** In a step that has locked the index. `id` is the key of the batch's first passage. */
export async function insertBatch(
  on: Runner,
  state: StoredIndex,
  batch: { id: number; terms: string[]; body: Buffer },
): Promise<void> {
  await insert.run(on, { ...placeOf(state), ...batch, terms: batch.terms.join('\n') })
  state.batches += 1
}

/** In a step that has locked the index: its batches, in the order of their passages. */
export async function loadBatches(
  on: Runner,
  state: StoredIndex,
  memory: CollectionMemory,
): Promise<[id: number, Batch][]> {
  const held = memory.generation === state.generation ? memory.batches : new Map<number, Batch>()
  const rows = await stored.all(on, { ...placeOf(state), held: lastHeld(held) })
  return takeBatches(memory, state, { held, rows })
}

/** In a step: erases batches up to one that was folded. */
export async function eraseBatches(on: Runner, state: StoredIndex, until: number): Promise<void> {
  state.batches -= await erase.run(on, { ...placeOf(state), until })
}
