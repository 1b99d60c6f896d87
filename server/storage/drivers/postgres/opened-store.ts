import { createExtension, describeVectorIndex } from '../../hot/vectors/postgres/pgvector.ts'
import type { OpenedStore } from '../../opened-store.ts'
import { createCounters } from './counters.ts'
import { createFiles } from './files.ts'
import { migrate, requireSchema } from './migrate.ts'
import { joined, openPool, type PoolOptions } from './pool.ts'
import { readSigningKey } from './signing-key.ts'
import { createPostgresStore } from './store.ts'
import { createWidgetVersions } from './widget-versions.ts'

interface Options extends PoolOptions {
  /** True: the schema is left as it is, and must be one that this program knows. */
  readonly?: boolean
  /** Holds the store's leases (docs/architecture.md#leases); a new one by default. */
  owner?: string | undefined
}

/**
 * Opens the database at an address and migrates it, unless `readonly`. Throws `service_unavailable`
 * when it cannot be reached, and an `Error` with one sentence when its schema is not the expected
 * one.
 */
export async function openPostgresStore(
  url: string,
  { readonly = false, owner, ...options }: Options = {},
): Promise<Omit<OpenedStore, 'backUp'>> {
  if (!readonly) await migrateAt(url)
  const db = openPool(url, options)
  try {
    await requireSchema(db)
  } catch (error) {
    await db.close()
    throw error
  }
  return {
    ...createPostgresStore(db, owner),
    files: createFiles(db),
    shared: {
      counters: createCounters(db),
      signingKey: () => readSigningKey(db),
      widgetVersions: createWidgetVersions(db),
      vectorSearch: () => describeVectorIndex(db),
      waiting: db.waiting,
    },
    checkpoint: null,
    inOneStep: (work) => db.step((transaction) => work(createPostgresStore(joined(transaction)))),
  }
}

/** A migration takes as long as it does. */
async function migrateAt(url: string): Promise<void> {
  const db = openPool(url, { connections: 1, statementMs: 0 })
  try {
    await migrate(db)
    await createExtension(db)
  } finally {
    await db.close()
  }
}
