import { existsSync, statSync } from 'node:fs'
import { BACKED_UP_ELSEWHERE, type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { checkDataFolder, checkFolders, databaseFile } from './data-folder.ts'
import { readListing } from './ingestion/sources/s3/listing.ts'
import { forOperator } from './operator-errors.ts'
import type { CopyEnd } from './storage/copy/ends.ts'
import { restore } from './storage/drivers/sqlite/backup.ts'
import { lockDataFolder } from './storage/drivers/sqlite/database.ts'
import { openStoreIn } from './storage/drivers/sqlite/opened-store.ts'
import type { StoreOptions } from './storage/drivers/sqlite/store.ts'
import { DatabaseFailure } from './storage/failures.ts'
import { createBucketFiles } from './storage/files/bucket.ts'
import type { BackupContents, OpenedStore, Shared } from './storage/opened-store.ts'
import type { UploadFiles } from './storage/ports/files.ts'

type Given = Pick<Config, 'data_dir'> &
  Partial<Pick<Config, 'database_url' | 'database_pool' | 'files'>>

/** All but `readonly` and `owner` are about a file. */
type Options = Omit<StoreOptions, 'migrations'>

/** Where the data lie: in the data folder, or in a database at an address. */
interface Place {
  /** For an operator. */
  name: string
  open(options: Options): Promise<OpenedStore>
  /** Throws what `open` does when nothing was ever stored here, or the data folder is not good. */
  require(): void
  /** Size of the database; null where its own tools tell. */
  bytes(): number | null
  /** What to do about damage. */
  remedy: string
  restore(file: string): BackupContents
}

/**
 * Opens the store, also beside a running service, and migrates it; with `mustExist` it is not made
 * where it is missing. No other module knows where the data lie. Throws `SettingError` or
 * `ServiceError` with one sentence when they cannot be used.
 */
export function openStore(
  config: Given,
  { mustExist = false, ...options }: Options & { mustExist?: boolean } = {},
): Promise<OpenedStore> {
  return forOperator(async () => {
    const place = placeOf(config)
    if (mustExist) place.require()
    const store = await place.open(options)
    const files = config.files ? createBucketFiles(config.files, readListing) : store.files
    return { ...store, files: store.shared ? keepingVersions(files, store.shared) : files }
  })
}

/** Where the data lie, for `svc check`. */
export function describePlace(config: Given): Pick<Place, 'name' | 'require' | 'bytes' | 'remedy'> {
  return placeOf(config)
}

/**
 * Keeps other processes from serving with the same data folder, and returns a function that ends
 * that. Throws `SettingError` with one sentence while another one does.
 */
export function lockData({ data_dir }: Given): Promise<() => void> {
  return forOperator(() => lockDataFolder(data_dir))
}

/**
 * Restores a backup into an empty data folder; throws `ServiceError` or `SettingError` with one
 * sentence (docs/behaviour.md#backup-and-restore).
 */
export function restoreBackup(file: string, config: Given): Promise<BackupContents> {
  return forOperator(() => placeOf(config).restore(file))
}

/** Files of which a sweep also keeps the versions of the widget. */
function keepingVersions(files: UploadFiles, { widgetVersions }: Shared): UploadFiles {
  return {
    ...files,
    async sweep(keep) {
      const versions = await widgetVersions.list()
      await files.sweep(new Set([...keep, ...versions.map(({ content_hash }) => content_hash)]))
    },
  }
}

/** Where data to be copied lie: at an address if there is one, else in the data folder. */
export type CopyPlace = Pick<Config, 'data_dir' | 'database_url'>

/**
 * Opens all data of an installation to be copied, which nothing else may use meanwhile. Throws
 * `SettingError` or `ServiceError` with one sentence.
 */
export function openCopyEnd(
  place: CopyPlace,
  { files, mustExist }: { files: Config['files']; mustExist: boolean },
): Promise<CopyEnd> {
  return forOperator(async () => {
    const end = await openEnd(place, mustExist)
    return files ? { ...end, files: null } : end
  })
}

async function openEnd(
  { data_dir, database_url: url }: CopyPlace,
  mustExist: boolean,
): Promise<CopyEnd> {
  if (url === null) {
    const { openSqliteCopy } = await import('./storage/drivers/sqlite/copying.ts')
    return openSqliteCopy(dataIn({ data_dir }), mustExist)
  }
  const { openPostgresCopy } = await import('./storage/drivers/postgres/copying.ts')
  const name = nameOf(url)
  return openPostgresCopy(url, name).catch(async (error: unknown) => {
    throw error instanceof ServiceError ? await unopened(error, name) : error
  })
}

function placeOf(config: Given): Place {
  const { database_url: url } = config
  return url ? atAddress(url, config) : inFolder(config)
}

function inFolder(config: Given): Place {
  const data = dataIn(config)
  const { databaseFile: file } = data
  return {
    name: file,
    async open(options) {
      checkDataFolder(config)
      return openStoreIn(data, options)
    },
    require() {
      checkDataFolder(config)
      if (existsSync(file)) return
      throw new SettingError(`There is no database in ${config.data_dir}; start the service once.`)
    },
    bytes: () => statSync(file).size,
    remedy:
      'Unless a line above says otherwise: stop the service, move the data folder away and run "svc restore FILE" with your last good backup.',
    restore: (file) => restore(file, data),
  }
}

function dataIn(config: Given) {
  const { data_dir: dataDir, files } = config
  return { dataDir, databaseFile: databaseFile(config), holdsUploads: !files }
}

function atAddress(url: string, config: Given): Place {
  const name = nameOf(url)
  const refuse = () => {
    throw new SettingError(BACKED_UP_ELSEWHERE)
  }
  return {
    name,
    async open({ readonly = false, owner }) {
      checkFolders(config)
      // Loaded only where it is used.
      const { openPostgresStore } = await import('./storage/drivers/postgres/opened-store.ts')
      const connections = config.database_pool ? { connections: config.database_pool } : {}
      const store = await openPostgresStore(url, { readonly, owner, ...connections }).catch(
        async (error: unknown) => {
          throw await unopened(error, name)
        },
      )
      return { ...store, backUp: refuse }
    },
    require: () => checkFolders(config),
    bytes: () => null,
    remedy:
      'Unless a line above says otherwise: stop every process of the service and restore a backup of the database with its own tools.',
    restore: refuse,
  }
}

/** An address without what is secret of it. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** A failure to reach or to use a database, named without what is secret of its address. */
async function unopened(error: unknown, name: string): Promise<unknown> {
  const isAway = error instanceof ServiceError
  const cause: unknown = isAway ? error.cause : error
  if (!(cause instanceof Error)) return error
  const { refusalOf } = await import('./storage/drivers/postgres/refusals.ts')
  const sentence = `SVC_DATABASE_URL: the database ${name} cannot be used (${refusalOf(cause)}).`
  return isAway ? new DatabaseFailure(sentence, cause) : new SettingError(sentence, { cause })
}
