import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize, relative, sep } from 'node:path'
import Database from 'better-sqlite3'
import { ServiceError } from '../../contract/errors.ts'
import { createPrivateFile, syncFile, syncFolder, writePrivateFile } from '../../private-files.ts'
import type { Store } from '../store.ts'
import { lockDataFolder, newestSchema } from './database.ts'
import { findDamage } from './integrity.ts'

/** What a backup holds, for the operator to compare with what was expected. */
export interface BackupContents {
  organizations: number
  documents: number
  files: number
  bytes: number
}

/** The folders of the data folder whose files go into a backup. */
const UPLOADS = 'uploads'
const FOLDERS = [UPLOADS, 'widget']

/**
 * Writes everything the data folder holds into one file, also while the service runs: a consistent
 * copy of the database that carries the files of its folders in a table of SQLite's archive format
 * (https://sqlite.org/sqlar.html), so that `sqlite3 -A` can list and extract them. Files are
 * content-addressed and never change, so those the copied database names are the right ones.
 *
 * The file is checked as `restore` will check it before it gets its name. Throws `conflict` when the
 * name is taken, `not_found` when its folder is not there, `internal_error` with the reason when no
 * good backup came about; nothing is left then (docs/behaviour.md#backup-and-restore).
 */
export async function backUp(
  store: Pick<Store, 'backup'>,
  { dataDir, file }: { dataDir: string; file: string },
): Promise<BackupContents> {
  refuseTaken(file)
  if (!existsSync(dirname(file))) {
    throw new ServiceError('not_found', `There is no folder ${dirname(file)}.`)
  }
  try {
    return await writeBackup(store, { dataDir, file })
  } catch (error) {
    if (error instanceof BadBackup) {
      throw failed(`The backup is not good, so ${file} was not written`, error)
    }
    throw failed(`The backup ${file} could not be written`, error)
  }
}

async function writeBackup(
  store: Pick<Store, 'backup'>,
  { dataDir, file }: { dataDir: string; file: string },
): Promise<BackupContents> {
  const unfinished = `${file}.${process.pid}.unfinished`
  createPrivateFile(unfinished)
  try {
    await store.backup(unfinished)
    archiveFiles(unfinished, dataDir)
    const contents = checkBackup(unfinished)
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

/** A copy of the database as it is at one moment, while others write. */
export async function copyDatabase(source: string, file: string): Promise<void> {
  const snapshot = new Database(source, { readonly: true })
  try {
    // Without a transaction of its own a copy begins anew each time another connection has written.
    snapshot.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    await snapshot.backup(file)
  } finally {
    snapshot.close()
  }
}

function archiveFiles(file: string, dataDir: string): void {
  const copy = new Database(file)
  try {
    // A backup may be restored from where nothing can be written, and a write-ahead log needs to be.
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
      for (const path of FOLDERS.flatMap((folder) => filesBelow(join(dataDir, folder)))) {
        const name = relative(dataDir, path).replaceAll(sep, '/')
        const content = readWhole(path)
        // Raw, not deflated: a data size equal to `sz` says so.
        if (content) add.run({ name, ...content, sz: content.data.length })
      }
    })()
  } finally {
    copy.close()
  }
}

/** null: it was removed since it was listed. What must be there, the check of the backup misses. */
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

/** Files that somebody is writing. */
function isUnfinished(path: string): boolean {
  return basename(path).startsWith('.') || path.includes('.unfinished')
}

/**
 * Brings a backup back. Throws `validation_error` when the file is not a whole backup, and `conflict`
 * when there is a database already: nothing is ever overwritten. The database gets its name last, so
 * a restore that was interrupted can be run again (docs/behaviour.md#backup-and-restore).
 */
export function restore(
  file: string,
  { databaseFile, dataDir }: { databaseFile: string; dataDir: string },
): BackupContents {
  // A write-ahead log without its database would be written into the restored one.
  for (const path of [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`]) {
    if (existsSync(path)) {
      throw new ServiceError(
        'conflict',
        `${path} exists already: move the data folder ${dataDir} away, or name another one with SVC_DATA_DIR.`,
      )
    }
  }
  const contents = checkedForRestore(file)
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

function checkedForRestore(file: string): BackupContents {
  if (!existsSync(file)) throw new ServiceError('not_found', `There is no file ${file}.`)
  try {
    return checkBackup(file)
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

/** Page by page, however large, and without the pages that are free. */
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
      // Before the versions of the widget came along, names began in the folder of uploads.
      const path = normalize(name.includes('/') ? name : `${UPLOADS}/${name}`)
      if (!FOLDERS.some((folder) => path.startsWith(join(folder, sep)))) continue
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

/** A backup that would not bring everything back; the message says what is wrong with it. */
class BadBackup extends Error {}

/**
 * Reads a whole backup, in memory that does not grow with it, and throws `BadBackup` unless its database
 * is sound and every uploaded file is in it, with the bytes it had. Throws what SQLite does for a file
 * that is no backup at all.
 */
function checkBackup(file: string): BackupContents {
  const backup = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const organizations = countOf(backup, 'organizations')
    const files = countOf(backup, 'sqlar')
    const schema = Number(backup.pragma('user_version', { simple: true }))
    if (schema > newestSchema()) {
      throw new BadBackup('A newer version of this program made it; restore it with that version.')
    }
    const damage = [...findDamage(backup, { quick: true }), ...damagedUploads(backup)]
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

/** A sentence for each uploaded file that the archive does not hold as it was. */
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

/** A failure of a disk, a file or a database in one sentence; whatever else is a bug and stays what it is. */
function failed(what: string, error: unknown): unknown {
  if (error instanceof ServiceError) return error
  if (!(error instanceof BadBackup) && !(error as NodeJS.ErrnoException).code) return error
  const { message } = error as Error
  return new ServiceError('internal_error', `${what}: ${message}`, { cause: error })
}
