import type { EmbeddingMoves, UnembeddedPassages } from '../ports/embedding-moves.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import { STRUCTURE_COLUMNS, type StoredRow, toStoredPassage } from '../rows/passages.ts'
import { endMove, holds } from './embedding-move-ends.ts'
import type { LockIndex, SetVectors } from './passage-index.ts'
import { type Driver, type Step, sql } from './step.ts'

/** Keys that one step looks at, when few of them are the collection's. */
const STEP_KEYS = 10_000

interface Collections {
  organization_id: string
  ids: string[]
}

const building = sql<CollectionPlace, { built: number }>(`
  SELECT built
    FROM vector_sets
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND state = 'building'
`)
const newest = sql<{ organization_id: string }, { key: number }>(`
  SELECT key FROM passages WHERE organization_id = :organization_id ORDER BY key DESC LIMIT 1
`)
// Staged ones too, which may be shown after the move; a new document has no title by then.
const between = sql<
  CollectionPlace & { after: number; until: number; limit: number },
  Omit<StoredRow, 'title'> & { title: string }
>(`
  SELECT passages.key, passages.id AS source_id, document_id, passages.collection_id,
         coalesce(title, '') AS title, passages.url, text, passages.position, ${STRUCTURE_COLUMNS}
    FROM passages WITH TEXTS
    LEFT JOIN documents
      ON documents.organization_id = :organization_id AND documents.id = document_id
   WHERE passages.organization_id = :organization_id
     AND passages.collection_id = :collection_id AND state <> 'gone'
     AND passages.key > :after AND passages.key <= :until
   ORDER BY passages.key
   LIMIT :limit
`)
const moveOn = sql<
  CollectionPlace & { after: number; until: number },
  { set: number; dimensions: number }
>(`
  UPDATE vector_sets
     SET built = :until
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND state = 'building' AND built = :after
  RETURNING number AS "set", dimensions
`)
const stored = sql<{ organization_id: string; keys: number[] }, { key: number }>(`
  SELECT key
    FROM passages
   WHERE organization_id = :organization_id AND key AMONG NUMBERS (:keys)
`)
const unembedded = sql<Collections>(`
  SELECT 1
    FROM vector_sets
    JOIN passages
      ON passages.organization_id = :organization_id
     AND passages.collection_id = vector_sets.collection_id AND passages.state <> 'gone'
     AND key > built
   WHERE vector_sets.organization_id = :organization_id
     AND vector_sets.collection_id AMONG (:ids) AND vector_sets.state = 'building'
   LIMIT 1
`)
const dropServing = sql<Collections>(`
  UPDATE vector_sets
     SET state = 'dropped'
   WHERE organization_id = :organization_id AND collection_id AMONG (:ids) AND state = 'serving'
`)
const serve = sql<Collections>(`
  UPDATE vector_sets
     SET state = 'serving'
   WHERE organization_id = :organization_id AND collection_id AMONG (:ids) AND state = 'building'
`)
const change = sql<
  Collections & { embedding_model: string; embedding_dimensions: number; now: string }
>(`
  UPDATE collections
     SET embedding_model = :embedding_model, embedding_dimensions = :embedding_dimensions,
         updated_at = :now
   WHERE organization_id = :organization_id AND id AMONG (:ids)
`)

/** Parts of a store that moves use. */
export interface MoveParts {
  lockIndex: LockIndex
  vectors: SetVectors
}

/** Work of the owner of a move, between its beginning and its end. */
export function createMoveWork(
  db: Driver,
  owner: string,
  { lockIndex, vectors }: MoveParts,
): Pick<EmbeddingMoves, 'next' | 'store' | 'finish'> {
  return {
    next: ({ organization_id, collection_ids }, limit) =>
      db.snapshot(function* () {
        for (const collection_id of collection_ids) {
          const found = yield* nextOf({ organization_id, collection_id }, limit)
          if (found) return found
        }
        return null
      }),

    store: (move, { collection_id, after, until, passages }, now) =>
      db.step(function* () {
        if (!(yield* holds({ ...move, owner, now }))) return false
        const { organization_id } = move
        const place = { organization_id, collection_id }
        yield* lockIndex(place)
        const set = yield* moveOn.get({ ...place, after, until })
        if (!set || passages.length === 0) return true
        const keys = passages.map(({ key }) => key)
        const rows = yield* stored.all({ organization_id, keys })
        const kept = new Set(rows.map(({ key }) => key))
        yield* vectors.insert(
          { ...place, ...set },
          passages.filter(({ key }) => kept.has(key)),
        )
        return true
      }, 'read committed'),

    finish: (move, now) =>
      db.step(function* () {
        if (!(yield* holds({ ...move, owner, now }))) return false
        const { organization_id, embedding_model, embedding_dimensions } = move
        const ids = move.collection_ids.toSorted()
        for (const collection_id of ids) yield* lockIndex({ organization_id, collection_id })
        if (yield* unembedded.get({ organization_id, ids })) return false
        yield* endMove(move, { status: 'succeeded', now })
        yield* dropServing.run({ organization_id, ids })
        yield* serve.run({ organization_id, ids })
        yield* change.run({ organization_id, ids, embedding_model, embedding_dimensions, now })
        return true
      }, 'read committed'),
  }
}

function* nextOf(place: CollectionPlace, limit: number): Step<UnembeddedPassages | null> {
  const { organization_id, collection_id } = place
  const { built: after } = (yield* building.get(place)) ?? {}
  const { key: last = 0 } = (yield* newest.get({ organization_id })) ?? {}
  if (after === undefined || after >= last) return null
  const until = Math.min(last, after + STEP_KEYS)
  const rows = yield* between.all({ ...place, after, until, limit })
  const isWhole = rows.length < limit
  return {
    collection_id,
    after,
    until: isWhole ? until : (rows.at(-1)?.key ?? until),
    passages: rows.map((row) => {
      const { key, title, headings, text, blocks } = toStoredPassage(row)
      return { key, title, headings, text, blocks }
    }),
  }
}
