import { v7 as newId } from 'uuid'
import type { ChangeKind } from '../../../contract/change.ts'
import { createGathered } from '../../gathered-changes.ts'
import type { StoredChange } from '../../ports/changes.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { sql } from './statement.ts'

/** How often the table is read. */
const POLL_MS = 1000
/**
 * From how long before the last reading it is read: ids are made at the end of a step, and read
 * once it is stored. Longer than that takes, and than the clocks of processes differ.
 */
const LOOK_BACK_MS = 15_000
const KEPT = '5 minutes'
/** One reading in so many also erases what is older. */
const ERASED_EVERY = 60

const insert = sql<{ changes: string }>(`
  INSERT INTO changes (organization_id, id, kind, thing, revision)
  SELECT organization_id, id, kind, thing, revision
    FROM jsonb_to_recordset(:changes::jsonb)
      AS told (organization_id text, id text, kind text, thing text, revision integer)
`)
// The newest of each organization, by the key: the table holds minutes of all of them.
const recent = sql<{ since: string }, StoredChange & { told: string }>(`
  SELECT newest.*
    FROM organizations
    CROSS JOIN LATERAL (
      SELECT organization_id, changes.id AS told, kind, thing AS id, revision
        FROM changes
       WHERE organization_id = organizations.id AND changes.id > :since
      OFFSET 0
    ) AS newest
   ORDER BY told
`)
const erase = sql<object>(`DELETE FROM changes WHERE told_at < now() - interval '${KEPT}'`)

/** Of more things of a kind, the kind alone is told. */
const MAX_NAMED = 20

/** Tells the consoles of things of a kind. */
export function tellEach(
  on: Transaction,
  organization_id: string,
  kind: ChangeKind,
  ids: string[],
): void {
  const told = ids.length > MAX_NAMED ? [null] : ids
  for (const id of told) on.tell({ organization_id, kind, id, revision: null })
}

/** Stores what a step has changed, in the step itself; each thing once. */
export async function writeChanges(on: Runner, changes: StoredChange[]): Promise<void> {
  const each = new Map(
    changes.map((change) => [`${change.organization_id} ${change.kind} ${change.id}`, change]),
  )
  const rows = [...each.values()].map(({ id, ...change }) => ({
    ...change,
    thing: id,
    id: newId(),
  }))
  await insert.run(on, { changes: JSON.stringify(rows) })
}

/**
 * Calls the listener with what any process stores from now on, some second later. Returns a
 * function that ends it. While the database is away it tells nothing, and goes on when it is back.
 */
export function watchChanges(
  db: Database,
  listener: (changes: StoredChange[]) => void,
): () => void {
  /** What was told before has a lesser id. */
  const first = newId()
  const gathered = createGathered()
  let readAt = Date.now()
  let seen = new Set<string>()
  let readings = 0
  let ended = false

  async function read(): Promise<void> {
    const now = Date.now()
    const rows = await recent.all(db, { since: earliestId(readAt - LOOK_BACK_MS) })
    if (ended) return
    readAt = now
    for (const { told, ...change } of rows) {
      if (told > first && !seen.has(told)) gathered.add(change)
    }
    seen = new Set(rows.map(({ told }) => told))
    const changes = gathered.take()
    if (changes.length > 0) listener(changes)
    readings += 1
    if (readings % ERASED_EVERY === 0) await erase.run(db, {})
  }

  let timer = setTimeout(poll, POLL_MS).unref()
  async function poll(): Promise<void> {
    await read().catch(() => undefined)
    if (!ended) timer = setTimeout(poll, POLL_MS).unref()
  }
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

/** Ids grow with time: those made from a moment on are no less than this one. */
function earliestId(msecs: number): string {
  return newId({ msecs, seq: 0, random: new Uint8Array(16) })
}
