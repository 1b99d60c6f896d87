import type { LeaseOwners } from './lease-owners.ts'
import type { Log } from './log.ts'
import type { OpenedStore } from './storage/opened-store.ts'
import { RENEW_EVERY_MS } from './storage/rules/leases.ts'
import type { Store } from './storage/store.ts'
import { within } from './within.ts'

/** Timeout for ending leases and putting jobs back in the queue at a stop. */
export const RELEASE_MS = 500

/**
 * Takes over what no living process has at work. Where none but this one can be, that is all; else
 * what the last process of the data folder left, and what no lease holds.
 */
export async function takeOver(store: OpenedStore, owners: LeaseOwners): Promise<void> {
  const { leases, turns, jobs, shared } = store
  const now = new Date().toISOString()
  if (shared) for (const owner of owners.left()) await leases.end(owner)
  else await leases.endAll()
  owners.forget()
  owners.note(store.owner)
  await turns.recover(now)
  await jobs.recover(now)
}

/** Leaves what an owner had at work to others. */
export async function release({ jobs, leases }: Store, owner: string): Promise<void> {
  await jobs.release(owner)
  await leases.end(owner)
}

/** After so long without a renewal the database was away, or this process was suspended. */
const LATE_MS = 2 * RENEW_EVERY_MS

/**
 * Renews the leases of the main thread, and takes over answers that others left behind. After the
 * database was away nobody has renewed, so the others first get an interval to do so.
 */
export function keepLeases(store: Store, log: Log): () => Promise<void> {
  const { leases, turns } = store
  const warn = (err: unknown) => log.warn({ err }, 'leases could not be renewed or ended')
  let renewedAt = performance.now()
  async function keep(): Promise<void> {
    const now = new Date().toISOString()
    await leases.renew(now)
    const isLate = performance.now() - renewedAt > LATE_MS
    renewedAt = performance.now()
    if (!isLate) await turns.recover(now)
  }
  const keeping = setInterval(() => keep().catch(warn), RENEW_EVERY_MS)
  return async () => {
    clearInterval(keeping)
    await within(RELEASE_MS, leases.end(store.owner), warn)
  }
}
