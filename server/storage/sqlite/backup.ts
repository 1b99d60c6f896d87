import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import Database from 'better-sqlite3'
import { ServiceError } from '../../contract/errors.ts'
import type { Store } from '../store.ts'

/**
 * Writes everything the data folder holds into one file, also while the service runs: a consistent
 * copy of the database that carries the files of `folders` in a table of SQLite's archive format
 * (https://sqlite.org/sqlar.html), so that `sqlite3 -A` can list and extract them. Files are
 * content-addressed and never change, so those the copied database names are the right ones.
 * Throws `conflict` when the file exists.
 */
export async function backUp(
  store: Store,
  { dataDir, folders, file }: { dataDir: string; folders: string[]; file: string },
): Promise<void> {
  if (existsSync(file)) throw new ServiceError('conflict', `The file ${file} exists already.`)
  if (!existsSync(dirname(file))) {
    throw new ServiceError('not_found', `There is no folder ${dirname(file)}.`)
  }
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  await store.backup(unfinished)

  const copy = new Database(unfinished)
  try {
    copy.exec(
      'CREATE TABLE sqlar(name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB) STRICT',
    )
    const add = copy.prepare(
      'INSERT INTO sqlar (name, mode, mtime, sz, data) VALUES (:name, :mode, :mtime, :sz, :data)',
    )
    for (const path of folders.flatMap(filesBelow)) {
      const { mode, mtimeMs, size } = statSync(path)
      const name = relative(dataDir, path).replaceAll(sep, '/')
      // Raw, not deflated: a data size equal to `sz` says so.
      add.run({ name, mode, mtime: Math.trunc(mtimeMs / 1000), sz: size, data: readFileSync(path) })
    }
  } finally {
    copy.close()
  }
  sync(unfinished)
  renameSync(unfinished, file)
}

/**
 * Brings a backup back. Throws `validation_error` when the file is not a whole backup, and `conflict`
 * when there is a database already: nothing is ever overwritten.
 */
export function restore(
  file: string,
  { databaseFile, dataDir }: { databaseFile: string; dataDir: string },
): void {
  if (existsSync(databaseFile)) {
    throw new ServiceError(
      'conflict',
      `${databaseFile} exists already: move it away, or name another folder with SVC_DATA_DIR.`,
    )
  }
  mkdirSync(dirname(databaseFile), { recursive: true })
  const unfinished = `${databaseFile}.unfinished`
  writeFileSync(unfinished, readBackup(file))

  const copy = new Database(unfinished)
  try {
    for (const { name, data } of copy
      .prepare<[], { name: string; data: Buffer }>('SELECT name, data FROM sqlar')
      .iterate()) {
      // Before the versions of the widget came along, names began in the folder of uploads.
      const path = join(dataDir, name.includes('/') ? name : join('uploads', name))
      if (relative(dataDir, path).startsWith('..')) continue
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, data)
      sync(path)
    }
    copy.exec('DROP TABLE sqlar; VACUUM')
  } finally {
    copy.close()
  }
  sync(unfinished)
  renameSync(unfinished, databaseFile)
}

/** The bytes of a backup that has been checked to be one. */
function readBackup(file: string): Buffer {
  try {
    const backup = new Database(file, { readonly: true, fileMustExist: true })
    try {
      backup.prepare('SELECT count(*) FROM sqlar').get()
      backup.prepare('SELECT count(*) FROM organizations').get()
      const sound = backup.pragma('quick_check', { simple: true })
      if (sound !== 'ok') throw new Error(String(sound))
    } finally {
      backup.close()
    }
    return readFileSync(file)
  } catch (cause) {
    throw new ServiceError('validation_error', `${file} is not a backup of this service.`, {
      cause,
    })
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
