import { join } from 'node:path'
import { createFolderFiles } from '../../files/folder.ts'
import type { OpenedStore } from '../../opened-store.ts'
import { backUp, type Data, UPLOADS } from './backup.ts'
import { openDatabase } from './database.ts'
import { inOneStep } from './in-one-step.ts'
import { createSqliteStore, openSqliteStore, type StoreOptions } from './store.ts'

/** Opens the database of a data folder; throws as `openSqliteStore` does. */
export function openStoreIn(data: Data, options: StoreOptions = {}): OpenedStore {
  const { synchronous = 'FULL' } = options
  return {
    ...openSqliteStore(data.databaseFile, options),
    // The lock of the data folder keeps other processes away.
    shared: null,
    files: createFolderFiles(join(data.dataDir, UPLOADS)),
    backUp: (given) => backUp(data, given),

    /** Over a connection of its own, because others go on to use the store's. */
    async inOneStep(work) {
      const db = openDatabase(data.databaseFile, { synchronous })
      try {
        return await inOneStep(db, () => work(createSqliteStore(db)))
      } finally {
        db.close()
      }
    },
  }
}
