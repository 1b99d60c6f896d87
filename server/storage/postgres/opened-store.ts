import type { OpenedStore } from '../opened-store.ts'
import type { Store } from '../store.ts'
import { migrate } from './migrate.ts'
import { joined, openPool, type PoolOptions } from './pool.ts'
import { createPostgresStore } from './store.ts'

interface Options extends PoolOptions {
  /** True: the schema is left as it is. */
  readonly?: boolean
}

/**
 * Opens the database at an address and migrates it. Throws `service_unavailable` when it cannot be
 * reached, and an `Error` with one sentence when a later version has migrated it.
 */
export async function openPostgresStore(
  url: string,
  { readonly = false, ...options }: Options = {},
): Promise<Omit<OpenedStore, 'backUp'>> {
  const db = openPool(url, options)
  try {
    if (readonly) await db.query('SELECT 1', [])
    else await migrate(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return {
    ...(createPostgresStore(db) as Store),
    inOneStep: (work) =>
      db.step((transaction) => work(createPostgresStore(joined(transaction)) as Store)),
    close: () => db.close(),
  }
}
