import type { OpenedStore } from '../opened-store.ts'
import type { Store } from '../store.ts'
import { createCounters } from './counters.ts'
import { createFiles } from './files.ts'
import { migrate } from './migrate.ts'
import { joined, openPool, type PoolOptions } from './pool.ts'
import { readSigningKey } from './signing-key.ts'
import { createPostgresStore } from './store.ts'
import { createWidgetVersions } from './widget-versions.ts'

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
  if (!readonly) await migrateAt(url)
  const db = openPool(url, options)
  try {
    await db.query('SELECT 1', [])
  } catch (error) {
    await db.close()
    throw error
  }
  return {
    ...(createPostgresStore(db) as Store),
    files: createFiles(db),
    shared: {
      counters: createCounters(db),
      signingKey: () => readSigningKey(db),
      widgetVersions: createWidgetVersions(db),
    },
    checkpoint: null,
    inOneStep: (work) =>
      db.step((transaction) => work(createPostgresStore(joined(transaction)) as Store)),
    close: () => db.close(),
  }
}

/** A migration takes as long as it does. */
async function migrateAt(url: string): Promise<void> {
  const db = openPool(url, { connections: 1, statementMs: 0 })
  try {
    await migrate(db)
  } finally {
    await db.close()
  }
}
