import { type Packed, pack } from '../../../drivers/postgres/bytes.ts'
import type { Runner } from '../../../drivers/postgres/database.ts'
import { sql } from '../../../drivers/postgres/statement.ts'
import {
  changeLengths,
  type HeldLengths,
  type LengthPage,
  PAGE_BYTES,
  type PassageLengths,
  pagesOf,
} from '../../../index/passage-lengths.ts'
import { type Place, placeOf, type StoredIndex } from './index-state.ts'

const stored = sql<Place & { pages: number[] }, LengthPage>(`
  SELECT page, body
    FROM passage_lengths
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND page = ANY (:pages)
`)
const changed = sql<Place & { revision: number }, LengthPage>(`
  SELECT page, body
    FROM passage_lengths
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND revision > :revision
`)
const write = sql<Place & Packed & { revision: number; pages: number[] }>(`
  INSERT INTO passage_lengths (organization_id, collection_id, page, revision, body)
  SELECT :organization_id, :collection_id, page, :revision,
         substring(:bodies::bytea FROM start FOR size)
    FROM unnest(:pages::integer[], :starts::integer[], :sizes::integer[])
      AS written (page, start, size)
  ON CONFLICT (organization_id, collection_id, page)
  DO UPDATE SET revision = excluded.revision, body = excluded.body
`)
const erase = sql<Place & { revision: number; empty: Buffer; limit: number }>(`
  UPDATE passage_lengths
     SET revision = :revision, body = :empty
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND page IN (SELECT page
                    FROM passage_lengths
                   WHERE organization_id = :organization_id AND collection_id = :collection_id
                     AND body <> :empty
                   LIMIT :limit)
`)

/**
 * In a step that has locked the index, of which `state` has the next revision: stores the lengths
 * of passages, 0 for those erased. Returns by how many passages and terms the collection is longer.
 */
export async function storeLengths(on: Runner, state: StoredIndex, lengths: Map<number, number>) {
  const place = placeOf(state)
  const before = await stored.all(on, { ...place, pages: pagesOf(lengths.keys()) })
  const { pages, grown } = changeLengths(before, lengths)
  const packed = pack(pages.map(({ body }) => body))
  const numbers = pages.map(({ page }) => page)
  await write.run(on, { ...place, ...packed, revision: state.revision, pages: numbers })
  return grown
}

/** In a step: erases some pages of lengths; false when none is left. */
export async function eraseLengths(on: Runner, state: StoredIndex, limit: number) {
  const empty = Buffer.alloc(PAGE_BYTES)
  const revision = state.revision + 1
  return (await erase.run(on, { ...placeOf(state), revision, empty, limit })) > 0
}

/** In a step that has locked the index: the lengths of its passages, of which some are held. */
export async function loadLengths(
  on: Runner,
  state: StoredIndex,
  held: HeldLengths,
): Promise<PassageLengths> {
  const { revision } = held
  if (revision < state.revision) {
    held.take(state.revision, await changed.all(on, { ...placeOf(state), revision }))
  }
  return held
}
