import { accessSync, chmodSync, constants, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, SettingError } from './config.ts'
import { ServiceError } from './contract/errors.ts'
import { makePrivateFolder } from './private-files.ts'

/** The paths of the data folder's contents. */
export function databaseFile({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'svc.db')
}
export function uploadsDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'uploads')
}
export function repositoriesDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'repositories')
}
export function widgetVersionsDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'widget')
}
/** Embedding models that the operator added. */
export function modelsDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'models')
}

/** The key under which the credentials of sources are encrypted. */
export function secretKeyFile({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'secret.key')
}

export function lastBackupFile({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'last-backup.json')
}

/** A backup that is being downloaded. */
export function downloadsDir({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'downloads')
}

/** Ids of the owners of leases that the last process was. */
export function leaseOwnersFile({ data_dir }: Pick<Config, 'data_dir'>): string {
  return join(data_dir, 'lease-owners')
}

/** Makes the data folder. Throws `SettingError` when it cannot be made. */
export function makeDataFolder({ data_dir }: Pick<Config, 'data_dir'>): void {
  try {
    makePrivateFolder(data_dir)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new SettingError(`SVC_DATA_DIR: the data folder ${data_dir} cannot be made (${code}).`, {
      cause,
    })
  }
}

/**
 * Checks that the data folder exists or can be created, and can be read and written. Throws
 * `SettingError` naming the path that cannot.
 */
export function checkFolders(config: Pick<Config, 'data_dir'>): void {
  for (const folder of [config.data_dir, uploadsDir(config)]) checkUsable(folder, 'folder')
}

/**
 * The same for a data folder with a database. Throws `service_unavailable` when that is missing
 * beside leftovers of it: creating an empty one would hide the loss
 * (docs/behaviour.md#data-folder).
 */
export function checkDataFolder(config: Pick<Config, 'data_dir'>): void {
  checkFolders(config)
  const database = databaseFile(config)
  for (const suffix of ['', '-wal', '-shm']) checkUsable(`${database}${suffix}`, 'file')
  if (sizeOf(database) > 0) return
  const left = [`${database}-wal`, uploadsDir(config), widgetVersionsDir(config)].find(
    holdsSomething,
  )
  if (left === undefined) return
  throw new ServiceError(
    'service_unavailable',
    `The database ${database} is ${statSync(database, { throwIfNoEntry: false }) ? 'empty' : 'missing'}, but ${left} was left of it. Move the data folder ${config.data_dir} away and run "svc restore FILE" with your last good backup, or delete it to begin anew.`,
  )
}

function checkUsable(path: string, kind: 'folder' | 'file'): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) return
    if (found.isDirectory() !== (kind === 'folder')) {
      throw new SettingError(`SVC_DATA_DIR: ${path} is not a ${kind}.`)
    }
    const { R_OK, W_OK, X_OK } = constants
    accessSync(path, kind === 'folder' ? R_OK | W_OK | X_OK : R_OK | W_OK)
  } catch (cause) {
    if (cause instanceof SettingError) throw cause
    const { code } = cause as NodeJS.ErrnoException
    throw new SettingError(
      `SVC_DATA_DIR: ${path} cannot be read and written by the user of the service (${code}).`,
      { cause },
    )
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() ? readdirSync(path).length > 0 : (found?.size ?? 0) > 0
}

/**
 * Removes the permissions of other users of the machine on the data folder and the service's files
 * in it (docs/behaviour.md#data-folder). Leaves the folders of other users alone, and does nothing
 * on Windows. Returns how many files and folders were open to others, and the paths it could not
 * change.
 */
export function closeToOthers(config: Pick<Config, 'data_dir'>): {
  closed: number
  refused: string[]
} {
  if (process.platform === 'win32') return { closed: 0, refused: [] }
  const paths = [
    config.data_dir,
    ...entriesOf(config.data_dir)
      .filter((entry) => entry.isFile())
      .map(pathOf),
    ...[uploadsDir(config), widgetVersionsDir(config), modelsDir(config)].flatMap(allWithin),
  ]
  const outcomes = Map.groupBy(paths, closeOne)
  return {
    closed: outcomes.get('closed')?.length ?? 0,
    refused: outcomes.get('refused') ?? [],
  }
}

function closeOne(path: string): 'private' | 'closed' | 'refused' {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined || (mode & OTHERS) === 0) return 'private'
  // The permissions of a shared folder, such as /tmp, are not the service's to change.
  if (mode & STICKY) return 'refused'
  try {
    chmodSync(path, mode & 0o700)
    return 'closed'
  } catch {
    return 'refused'
  }
}

const OTHERS = 0o077
const STICKY = 0o1000

function allWithin(folder: string): string[] {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  if (!isThere) return []
  const within = entriesOf(folder).flatMap((entry) => {
    if (entry.isDirectory()) return allWithin(pathOf(entry))
    return entry.isFile() ? pathOf(entry) : []
  })
  return [folder, ...within]
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
}

function pathOf(entry: Dirent): string {
  return join(entry.parentPath, entry.name)
}

/** The program's own folder; this module is in `server/` of a checkout or in `dist/server/`. */
export const programDir = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url),
)
