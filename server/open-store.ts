import { existsSync, statSync } from 'node:fs'
import { type Config, SettingError } from './config.ts'
import { checkDataFolder, databaseFile } from './data-folder.ts'
import { forOperator } from './operator-errors.ts'
import type { BackupContents, OpenedStore } from './storage/opened-store.ts'
import { restore } from './storage/sqlite/backup.ts'
import { lockDataFolder, type OpenOptions } from './storage/sqlite/database.ts'
import { openStoreIn } from './storage/sqlite/opened-store.ts'

type Place = Pick<Config, 'data_dir'>

interface Options extends Omit<OpenOptions, 'migrations'> {
  /** True: a database that is missing is not made. */
  mustExist?: boolean
}

/**
 * Opens the store, also beside a running service, and migrates it. No other module knows where the
 * data lie. Throws `SettingError` or `ServiceError` with one sentence when they cannot be used.
 */
export function openStore(
  config: Place,
  { mustExist = false, ...options }: Options = {},
): Promise<OpenedStore> {
  return forOperator(() => {
    if (mustExist) requireData(config)
    else checkDataFolder(config)
    return openStoreIn(placeOf(config), options)
  })
}

/** Throws what `openStore` does where there are no data yet, or where their folder is not good. */
export function requireData(config: Place): void {
  checkDataFolder(config)
  if (existsSync(databaseFile(config))) return
  throw new SettingError(`There is no database in ${config.data_dir}; start the service once.`)
}

/** What an operator is told of the database: its name, its size, and what to do about damage. */
export function describeDatabase(config: Place): {
  name: string
  bytes(): number
  remedy: string
} {
  const file = databaseFile(config)
  return {
    name: file,
    bytes: () => statSync(file).size,
    remedy:
      'Unless a line above says otherwise: stop the service, move the data folder away and run "svc restore FILE" with your last good backup.',
  }
}

/**
 * Keeps other processes from serving the same data folder, and returns a function that ends that.
 * Throws `SettingError` with one sentence while another one does.
 */
export function lockData({ data_dir }: Place): Promise<() => void> {
  return forOperator(() => lockDataFolder(data_dir))
}

/**
 * Restores a backup into an empty data folder; throws `ServiceError` or `SettingError` with one
 * sentence (docs/behaviour.md#backup-and-restore).
 */
export function restoreBackup(file: string, config: Place): Promise<BackupContents> {
  return forOperator(() => restore(file, placeOf(config)))
}

function placeOf(config: Place) {
  return { dataDir: config.data_dir, databaseFile: databaseFile(config) }
}
