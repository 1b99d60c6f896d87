import type { ClaimedMove } from '../ports/embedding-moves.ts'
import { type Progress, toCounts } from '../rows/embedding-moves.ts'
import { leaseUntil } from '../rules/leases.ts'
import { type Step, sql, tellEach } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

interface Collections {
  organization_id: string
  ids: string[]
}

/** How a move ends. */
interface End {
  status: 'succeeded' | 'cancelled' | 'failed'
  error_code?: string
  now: string
}

type Ended = Pick<ClaimedMove, 'organization_id' | 'id' | 'collection_ids'>

const renew = sql<Place & { owner: string; until: string }>(`
  UPDATE embedding_moves
     SET lease_until = :until
   WHERE organization_id = :organization_id AND id = :id AND status = 'running' AND owner = :owner
`)
/** Of the collections of a running move. */
const progress = sql<Collections, Progress>(`
  SELECT count(*) AS total,
         coalesce(sum(CASE WHEN key > built THEN 1 ELSE 0 END), 0) AS waiting
    FROM vector_sets
    JOIN passages
      ON passages.organization_id = :organization_id
     AND passages.collection_id = vector_sets.collection_id AND passages.state = 'live'
   WHERE vector_sets.organization_id = :organization_id
     AND vector_sets.collection_id AMONG (:ids) AND vector_sets.state = 'building'
`)
const end = sql<
  Place & ReturnType<typeof toCounts> & { status: string; error_code: string | null; now: string }
>(`
  UPDATE embedding_moves
     SET status = :status, error_code = :error_code, passages_total = :passages_total,
         passages_done = :passages_done, finished_at = :now, owner = NULL, lease_until = NULL
   WHERE organization_id = :organization_id AND id = :id AND status = 'running'
`)
const dropBuilding = sql<Collections>(`
  UPDATE vector_sets
     SET state = 'dropped'
   WHERE organization_id = :organization_id AND collection_id AMONG (:ids) AND state = 'building'
`)

/** In a step: renews the lease on a move, and locks it; false when the owner has it no more. */
export function* holds({
  organization_id,
  id,
  owner,
  now,
}: Place & { owner: string; now: string }): Step<boolean> {
  return (yield* renew.run({ organization_id, id, owner, until: leaseUntil(now) })) > 0
}

/** How far a running move has come. */
export function* countsOf(organization_id: string, ids: string[]) {
  const found = yield* progress.get({ organization_id, ids })
  return toCounts(found ?? { total: 0, waiting: 0 })
}

/** In a step: ends a running move, before the states of its sets change. */
export function* endMove(
  { organization_id, id, collection_ids }: Ended,
  { error_code, ...ended }: End,
): Step<void> {
  const counts = yield* countsOf(organization_id, collection_ids)
  yield* end.run({ organization_id, id, error_code: error_code ?? null, ...counts, ...ended })
  yield* tellEach(organization_id, 'collection', collection_ids)
}

/** In a step: ends a running move without what it has made. */
export function* giveUp(move: Ended, ended: End): Step<void> {
  const { organization_id, collection_ids: ids } = move
  yield* endMove(move, ended)
  yield* dropBuilding.run({ organization_id, ids })
}
