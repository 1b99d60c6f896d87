import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize, relative, sep } from 'node:path'
import Database from 'better-sqlite3'
import { ServiceError } from '../../../contract/errors.ts'
import {
  createPrivateFile,
  syncFile,
  syncFolder,
  writePrivateFile,
} from '../../../private-files.ts'
import type { BackupContents } from '../../opened-store.ts'
import { lockDataFolder, newestSchema } from './database.ts'
import { findDamage } from './integrity.ts'

/** Subfolders of the data folder whose files are backed up. */
export const UPLOADS = 'uploads'
const FOLDERS = [UPLOADS, 'widget']
/** In the data folder, and in backups that are meant to hold it. */
const SECRET_KEY = 'secret.key'

/** The data folder and its database. */
export interface Data {
  databaseFile: string
  dataDir: string
  /** False: uploaded files are kept elsewhere, and neither backed up nor restored. */
  holdsUploads: boolean
}

interface BackupOptions {
  file: string
  withKey: boolean
}

/**
 * Writes the contents of the data folder into one file, also while the service runs: a consistent
 * copy of the database with the files of its folders in a table of SQLite's archive format
 * (https://sqlite.org/sqlar.html), so that `sqlite3 -A` can list and extract them. Files are
 * content-addressed and never change, so they match the copied database. The key of the sources'
 * credentials is in it only `withKey`.
 *
 * The file is checked as `restore` does before it is renamed into place. Throws `conflict` when the
 * name is taken, `not_found` when its folder is missing, `internal_error` with the reason when the
 * backup fails, which leaves no file behind (docs/behaviour.md#backup-and-restore).
 */
export async function backUp(data: Data, options: BackupOptions): Promise<BackupContents> {
  const { file } = options
  refuseTaken(file)
  if (!existsSync(dirname(file))) {
    throw new ServiceError('not_found', `There is no folder ${dirname(file)}.`)
  }
  try {
    return await writeBackup(data, options)
  } catch (error) {
    if (error instanceof BadBackup) {
      throw failed(`The backup is not good, so ${file} was not written`, error)
    }
    throw failed(`The backup ${file} could not be written`, error)
  }
}

async function writeBackup(
  { databaseFile, dataDir, holdsUploads }: Data,
  { file, withKey }: BackupOptions,
): Promise<BackupContents> {
  const unfinished = `${file}.${process.pid}.unfinished`
  createPrivateFile(unfinished)
  try {
    await copyDatabase(databaseFile, unfinished)
    archiveFiles(unfinished, dataDir, withKey ? [join(dataDir, SECRET_KEY)] : [])
    const contents = checkBackup(unfinished, holdsUploads)
    syncFile(unfinished)
    refuseTaken(file)
    renameSync(unfinished, file)
    syncFolder(dirname(file))
    return contents
  } finally {
    removeDatabase(unfinished)
  }
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new ServiceError('conflict', `The file ${file} exists already.`)
}

/** Copies a snapshot of the database, while other connections write. */
export async function copyDatabase(source: string, file: string): Promise<void> {
  const snapshot = new Database(source, { readonly: true })
  try {
    // Outside a transaction a backup restarts each time another connection has written.
    snapshot.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    await snapshot.backup(file)
  } finally {
    snapshot.close()
  }
}

function archiveFiles(file: string, dataDir: string, more: string[]): void {
  const copy = new Database(file)
  try {
    // A backup may be on read-only storage, where a write-ahead log could not be opened.
    copy.pragma('journal_mode = delete')
    copy.pragma('journal_mode = off')
    copy.pragma('synchronous = off')
    copy.exec(
      'CREATE TABLE sqlar(name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB) STRICT',
    )
    const add = copy.prepare(
      'INSERT INTO sqlar (name, mode, mtime, sz, data) VALUES (:name, :mode, :mtime, :sz, :data)',
    )
    copy.transaction(() => {
      const stored = FOLDERS.flatMap((folder) => filesBelow(join(dataDir, folder)))
      for (const path of [...stored, ...more]) {
        const name = relative(dataDir, path).replaceAll(sep, '/')
        const content = readWhole(path)
        // Not deflated, which the format marks by a data size equal to `sz`.
        if (content) add.run({ name, ...content, sz: content.data.length })
      }
    })()
  } finally {
    copy.close()
  }
}

/** null: the file was removed since it was listed. The check of the backup reports needed ones. */
function readWhole(path: string): { mode: number; mtime: number; data: Buffer } | null {
  try {
    const { mode, mtimeMs } = statSync(path)
    return { mode, mtime: Math.trunc(mtimeMs / 1000), data: readFileSync(path) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isUnfinished(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A file that is still being written. */
function isUnfinished(path: string): boolean {
  return basename(path).startsWith('.') || path.includes('.unfinished')
}

/**
 * Restores a backup. Throws `validation_error` when the file is not a complete backup, and
 * `conflict` when a database exists already: nothing is ever overwritten. The database is renamed
 * into place last, so that an interrupted restore can be run again
 * (docs/behaviour.md#backup-and-restore).
 */
export function restore(
  file: string,
  { databaseFile, dataDir, holdsUploads }: Data,
): BackupContents {
  // A left-over write-ahead log would be applied to the restored database.
  for (const path of [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`]) {
    if (existsSync(path)) {
      throw new ServiceError(
        'conflict',
        `${path} exists already: move the data folder ${dataDir} away, or name another one with SVC_DATA_DIR.`,
      )
    }
  }
  const contents = checkedForRestore(file, holdsUploads)
  const unlock = lockDataFolder(dataDir)
  const [copy, compact] = [`${databaseFile}.unfinished`, `${databaseFile}.compact.unfinished`]
  try {
    copyCompact(file, copy)
    extractFiles(file, dataDir)
    dropArchive(copy)
    copyCompact(copy, compact)
    syncFile(compact)
    renameSync(compact, databaseFile)
    syncFolder(dataDir)
    return contents
  } catch (error) {
    throw failed(`${file} could not be restored into ${dataDir}`, error)
  } finally {
    removeDatabase(copy)
    removeDatabase(compact)
    unlock()
  }
}

function checkedForRestore(file: string, holdsUploads: boolean): BackupContents {
  if (!existsSync(file)) throw new ServiceError('not_found', `There is no file ${file}.`)
  try {
    return checkBackup(file, holdsUploads)
  } catch (cause) {
    if (cause instanceof BadBackup) {
      throw new ServiceError(
        'validation_error',
        `${file} is not a whole backup: ${cause.message}`,
        {
          cause,
        },
      )
    }
    throw new ServiceError('validation_error', `${file} is not a backup of this service.`, {
      cause,
    })
  }
}

/** Page by page, in bounded memory, and without free pages. */
function copyCompact(from: string, to: string): void {
  removeDatabase(to)
  createPrivateFile(to)
  const source = new Database(from, { readonly: true })
  try {
    source.prepare('VACUUM INTO :to').run({ to })
  } finally {
    source.close()
  }
}

function extractFiles(file: string, dataDir: string): void {
  const backup = new Database(file, { readonly: true })
  const folders = new Set<string>()
  try {
    for (const { name, data } of backup
      .prepare<[], { name: string; data: Buffer }>('SELECT name, data FROM sqlar')
      .iterate()) {
      // Older backups hold uploads only, with names relative to their folder.
      const isKey = name === SECRET_KEY
      const path = normalize(name.includes('/') || isKey ? name : `${UPLOADS}/${name}`)
      if (!isKey && !FOLDERS.some((folder) => path.startsWith(join(folder, sep)))) continue
      writePrivateFile(join(dataDir, path), data)
      folders.add(dirname(join(dataDir, path)))
    }
  } finally {
    backup.close()
  }
  for (const folder of folders) syncFolder(folder)
}

function dropArchive(file: string): void {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = off')
    db.pragma('synchronous = off')
    db.exec('DROP TABLE sqlar')
  } finally {
    db.close()
  }
}

/** A backup that cannot be restored completely; the message says why. */
class BadBackup extends Error {}

/**
 * Reads a whole backup, in bounded memory, and throws `BadBackup` unless its database is intact and
 * it holds every uploaded file unchanged, if it is to hold them. Throws SQLite's error for a file
 * that is not a backup.
 */
function checkBackup(file: string, holdsUploads: boolean): BackupContents {
  const backup = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const organizations = countOf(backup, 'organizations')
    const files = countOf(backup, 'sqlar')
    const schema = Number(backup.pragma('user_version', { simple: true }))
    if (schema > newestSchema()) {
      throw new BadBackup('A newer version of this program made it; restore it with that version.')
    }
    const damagedFiles = holdsUploads ? damagedUploads(backup) : []
    const damage = [...findDamage(backup, { quick: true }), ...damagedFiles]
    if (damage.length > 0) throw new BadBackup(damage.join('\n'))
    const documents = countOf(backup, 'documents')
    return { organizations, documents, files, bytes: statSync(file).size }
  } finally {
    backup.close()
  }
}

function countOf(db: Database.Database, table: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
}

/** A sentence for each uploaded file that is missing or changed in the archive. */
function damagedUploads(backup: Database.Database): string[] {
  const uploads = backup.prepare<[], { content_hash: string; path: string }>(`
    SELECT content_hash, min(path) AS path FROM uploads GROUP BY content_hash
  `)
  const archived = backup
    .prepare<[string, string], Buffer>('SELECT data FROM sqlar WHERE name IN (?, ?)')
    .pluck()
  return uploads.all().flatMap(({ content_hash, path }) => {
    const data = archived.get(`${UPLOADS}/${content_hash}`, content_hash)
    if (!data) return `The uploaded file ${UPLOADS}/${content_hash} (${path}) is missing.`
    if (createHash('sha256').update(data).digest('hex') === content_hash) return []
    return `The uploaded file ${UPLOADS}/${content_hash} (${path}) is damaged.`
  })
}

function removeDatabase(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
}

/**
 * One sentence for a failure of a disk, a file or a database; other errors are bugs, returned as
 * is.
 */
function failed(what: string, error: unknown): unknown {
  if (error instanceof ServiceError) return error
  if (!(error instanceof BadBackup) && !(error as NodeJS.ErrnoException).code) return error
  const { message } = error as Error
  return new ServiceError('internal_error', `${what}: ${message}`, { cause: error })
}
