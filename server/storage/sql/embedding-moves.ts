import type { EmbeddingMove } from '../../contract/embedding-move.ts'
import { ServiceError } from '../../contract/errors.ts'
import type { Embedding, EmbeddingMoves, Unembedded } from '../ports/embedding-moves.ts'
import {
  type ClaimedMoveRow,
  MOVE_COLUMNS,
  type MoveRow,
  toClaimedMove,
  toMove,
} from '../rows/embedding-moves.ts'
import {
  type Attached,
  type Combined,
  requireCombinable,
  togetherBy,
} from '../rules/embedding-moves.ts'
import { leaseUntil } from '../rules/leases.ts'
import { countsOf, giveUp, holds } from './embedding-move-ends.ts'
import { createMoveWork, type MoveParts } from './embedding-move-work.ts'
import { isEarlierAtWork } from './leases.ts'
import { type Driver, type Step, sql, tellEach } from './step.ts'
import { addSet, clearSet, droppedSet } from './vector-sets.ts'

interface Place {
  organization_id: string
  id: string
}

interface Collections {
  organization_id: string
  ids: string[]
}

const names = sql<Collections, { id: string; name: string; moving: number }>(`
  SELECT id, name,
         (SELECT count(*)
            FROM vector_sets
           WHERE vector_sets.organization_id = :organization_id
             AND collection_id = collections.id AND state = 'building') AS moving
    FROM collections
   WHERE organization_id = :organization_id AND id AMONG (:ids)
`)
const combined = sql<Collections, Combined>(`
  SELECT attached.assistant_id, assistants.name AS assistant, collections.id AS collection_id,
         collections.name AS collection,
         coalesce(building.embedding_model || ' ' || building.dimensions,
                  collections.embedding_model || ' ' || embedding_dimensions) AS embedding
    FROM assistant_collections AS attached
    JOIN assistants
      ON assistants.organization_id = :organization_id AND assistants.id = attached.assistant_id
    JOIN collections
      ON collections.organization_id = :organization_id
     AND collections.id = attached.collection_id
    LEFT JOIN vector_sets AS building
      ON building.organization_id = :organization_id AND building.collection_id = collections.id
     AND building.state = 'building'
   WHERE attached.organization_id = :organization_id
     AND attached.assistant_id IN (SELECT assistant_id
                                     FROM assistant_collections
                                    WHERE organization_id = :organization_id
                                      AND collection_id AMONG (:ids))
   ORDER BY assistants.name, attached.position
`)
const insert = sql<Place & Embedding & { collection_ids: string; now: string }>(`
  INSERT INTO embedding_moves (organization_id, id, collection_ids, embedding_model, dimensions,
                               status, created_at)
  VALUES (:organization_id, :id, :collection_ids, :embedding_model, :embedding_dimensions,
          'running', :now)
`)
const byId = sql<Place, MoveRow>(`
  SELECT ${MOVE_COLUMNS}
    FROM embedding_moves
   WHERE organization_id = :organization_id AND id = :id
`)
const running = sql<{ organization_id: string }, MoveRow>(`
  SELECT ${MOVE_COLUMNS}
    FROM embedding_moves
   WHERE organization_id = :organization_id AND status = 'running'
   ORDER BY created_at, id
`)
const lock = sql<Place>(`
  SELECT 1 FROM embedding_moves WHERE organization_id = :organization_id AND id = :id FOR UPDATE
`)
const free = sql<{ owner: string; now: string; except: string[] }, Place>(`
  SELECT organization_id, id
    FROM embedding_moves
   WHERE status = 'running'
     AND (owner IS NULL OR owner = :owner OR lease_until IS NULL OR lease_until <= :now)
     AND id NOT AMONG (:except)
   ORDER BY coalesce(lease_until, ''), created_at, id
   LIMIT 1
     FOR UPDATE SKIP LOCKED
`)
const take = sql<Place & { owner: string; until: string }, ClaimedMoveRow>(`
  UPDATE embedding_moves
     SET owner = :owner, lease_until = :until
   WHERE organization_id = :organization_id AND id = :id AND status = 'running'
  RETURNING organization_id, id, collection_ids, embedding_model, dimensions AS embedding_dimensions
`)
const release = sql<{ owner: string }>(`
  UPDATE embedding_moves SET owner = NULL, lease_until = NULL WHERE owner = :owner
`)
const ofModel = sql<{ embedding_model: string }, Attached>(`
  SELECT collections.organization_id, id AS collection_id, assistant_id
    FROM collections
    LEFT JOIN assistant_collections
      ON assistant_collections.organization_id = collections.organization_id
     AND collection_id = id
   WHERE embedding_model = :embedding_model
     AND NOT EXISTS (SELECT 1
                       FROM vector_sets
                      WHERE vector_sets.organization_id = collections.organization_id
                        AND vector_sets.collection_id = id AND state = 'building')
   ORDER BY collections.organization_id, created_at, id
`)
// Each passage with vectors has those of its windows, also a hidden one, which lets others wait.
const unembedded = sql<Embedding, Unembedded>(`
  SELECT organization_id, collection_id, count
    FROM (SELECT vector_sets.organization_id, collection_id,
                 passage_count - (SELECT count(*)
                                    FROM passage_windows
                                   WHERE organization_id = vector_sets.organization_id
                                     AND collection_id = vector_sets.collection_id
                                     AND set_number = vector_sets.number) AS count
            FROM vector_sets
            JOIN collections
              ON collections.organization_id = vector_sets.organization_id AND id = collection_id
           WHERE state = 'serving' AND vector_sets.embedding_model = :embedding_model
             AND dimensions = :embedding_dimensions
             AND NOT EXISTS (SELECT 1
                               FROM vector_sets AS other
                              WHERE other.organization_id = vector_sets.organization_id
                                AND other.collection_id = vector_sets.collection_id
                                AND state = 'building')) AS counted
   WHERE count > 0
   ORDER BY organization_id, collection_id
`)
const waiting = sql<object, { count: number }>(`
  SELECT count(*) AS count
    FROM vector_sets
    JOIN passages
      ON passages.organization_id = vector_sets.organization_id
     AND passages.collection_id = vector_sets.collection_id AND passages.state = 'live'
     AND key > built
   WHERE vector_sets.state = 'building'
`)

export function createEmbeddingMoves(db: Driver, owner: string, parts: MoveParts): EmbeddingMoves {
  const isClaimable = (asked: Parameters<typeof free.get>[0]) =>
    db.run(function* () {
      return (yield* free.get(asked)) !== undefined && !(yield* isEarlierAtWork(asked.now))
    })

  return {
    begin: (organization_id, { id, collection_ids: ids, ...embedding }, now) =>
      db.step(function* () {
        yield* requireMovable({ organization_id, ids }, embedding)
        const collection_ids = JSON.stringify(ids)
        yield* insert.run({ organization_id, id, collection_ids, now, ...embedding })
        const { embedding_model, embedding_dimensions: dimensions } = embedding
        for (const collection_id of ids) {
          const place = { organization_id, collection_id }
          yield* addSet(parts.vectors, { ...place, embedding_model, dimensions, state: 'building' })
        }
        yield* tellEach(organization_id, 'collection', ids)
        return (yield* find({ organization_id, id })) as EmbeddingMove
      }),

    find: (organization_id, id) => db.snapshot(() => find({ organization_id, id })),

    listRunning: (organization_id) =>
      db.snapshot(function* () {
        const moves: EmbeddingMove[] = []
        for (const row of yield* running.all({ organization_id })) {
          moves.push(yield* withProgress(organization_id, toMove(row)))
        }
        return moves
      }),

    cancel: (organization_id, id, now) =>
      db.step(function* () {
        const place = { organization_id, id }
        yield* lock.get(place)
        const move = yield* find(place)
        if (move?.status === 'running') {
          yield* giveUp({ ...move, organization_id }, { status: 'cancelled', now })
        }
        return yield* find(place)
      }, 'read committed'),

    // Looked for first: in SQLite a step that changes nothing waits for the write lock too.
    async claim(now, except = []) {
      const asked = { owner, now, except }
      if (!(await isClaimable(asked))) return null
      return db.step(function* () {
        const found = yield* free.get(asked)
        const row = found && (yield* take.get({ ...found, owner, until: leaseUntil(now) }))
        return row ? toClaimedMove(row) : null
      }, 'read committed')
    },

    ...createMoveWork(db, owner, parts),

    fail: (claimed, error_code, now) =>
      db.step(function* () {
        if (!(yield* holds({ ...claimed, owner, now }))) return
        yield* giveUp(claimed, { status: 'failed', error_code, now })
      }, 'read committed'),

    release: () =>
      db.step(function* () {
        yield* release.run({ owner })
      }, 'read committed'),

    async clear() {
      const set = await db.run(droppedSet)
      if (!set) return false
      await db.step(() => clearSet(parts.vectors, set), 'read committed')
      return true
    },

    async ofModel(embedding_model, now) {
      return db.run(function* () {
        const attached = yield* ofModel.all({ embedding_model })
        if (attached.length === 0 || (yield* isEarlierAtWork(now))) return []
        return togetherBy(attached)
      })
    },

    unembedded: ({ embedding_model, embedding_dimensions }) =>
      db.run(() => unembedded.all({ embedding_model, embedding_dimensions })),

    countWaiting: () =>
      db.run(function* () {
        return (yield* waiting.get({}))?.count ?? 0
      }),
  }
}

function* requireMovable(collections: Collections, embedding: Embedding): Step<void> {
  const found = yield* names.all(collections)
  if (found.length < collections.ids.length) {
    throw new ServiceError(
      'validation_error',
      'collection_ids must name collections of this organization.',
    )
  }
  const moving = found.find((each) => each.moving > 0)
  if (moving) {
    throw new ServiceError(
      'conflict',
      `The collection "${moving.name}" is being moved to another embedding already.`,
    )
  }
  const { embedding_model, embedding_dimensions } = embedding
  const wanted = `${embedding_model} ${embedding_dimensions}`
  requireCombinable(yield* combined.all(collections), collections.ids, wanted)
}

function* find(place: Place): Step<EmbeddingMove | null> {
  const row = yield* byId.get(place)
  return row ? yield* withProgress(place.organization_id, toMove(row)) : null
}

/** Counts the passages of a running move; the row of one that has ended has its counts. */
function* withProgress(organization_id: string, move: EmbeddingMove): Step<EmbeddingMove> {
  if (move.status !== 'running') return move
  return { ...move, ...(yield* countsOf(organization_id, move.collection_ids)) }
}
