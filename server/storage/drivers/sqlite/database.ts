import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { load as loadVectorFunctions } from 'sqlite-vec'
import { createPrivateFile, makePrivateFolder } from '../../../private-files.ts'
import { type Migration, readMigrations } from '../../migrations.ts'
import { openingFailure } from './failures.ts'
import { estimateRows } from './planner.ts'
import { declareTranscriptWords } from './transcripts.ts'
import { makeVectorTables } from './vector-tables.ts'

export interface OpenOptions {
  readonly?: boolean
  /**
   * FULL (default): acknowledged writes survive a power cut. NORMAL: the last transactions may be
   * lost, never the database; enough for data that the next run writes again.
   */
  synchronous?: 'FULL' | 'NORMAL'
  /**
   * False leaves checkpoints of the write-ahead log to another connection, because a checkpoint
   * waits for the disk. True by default.
   */
  checkpoints?: boolean
  /**
   * False for a thread that must not block: while another connection writes, a step fails at once,
   * and the store retries it. True by default: it waits up to five seconds.
   */
  blocks?: boolean
  /**
   * Whether what is deleted is overwritten, so that nothing of an erased conversation is left in
   * free pages. True by default; it costs ingestion a tenth.
   */
  overwrites?: boolean
  /** Folder of the files `NNNN-what.sql`; by default the one beside this module. */
  migrations?: URL
}

/**
 * Opens the database and migrates it to the newest schema, creating it when it is missing. Throws
 * an `Error` with one sentence when a newer program wrote it, and `DatabaseFailure` when its file
 * or its disk prevents it. An older one is copied to `<file>.before-<migration>` before it is
 * migrated; opening an older one read-only throws as well.
 */
export function openDatabase(
  file: string,
  {
    readonly = false,
    synchronous = 'FULL',
    checkpoints = true,
    blocks = true,
    overwrites = true,
    migrations = MIGRATIONS,
  }: OpenOptions = {},
): Database.Database {
  const db = connect(file, readonly)
  try {
    db.pragma('trusted_schema = off')
    db.pragma('foreign_keys = on')
    overwriteDeleted(db, overwrites)
    db.pragma('temp_store = memory')
    // No memory mapping: with it a failing disk, or a truncated file, would not throw but end the
    // process by a signal (https://sqlite.org/mmap.html).
    db.pragma('mmap_size = 0')
    loadVectorFunctions(db)
    if (!readonly) db.pragma('journal_mode = wal')
    db.pragma(`synchronous = ${synchronous}`)
    if (!checkpoints) db.pragma('wal_autocheckpoint = 0')
    migrate(db, file, readMigrations(migrations))
    if (!blocks) db.pragma('busy_timeout = 0')
    return db
  } catch (error) {
    db.close()
    throw openingFailure(error, file)
  }
}

/** Whether statements of the connection overwrite what they delete, from the next one on. */
export function overwriteDeleted(db: Database.Database, overwrites: boolean): void {
  db.pragma(`secure_delete = ${overwrites ? 'on' : 'off'}`)
}

function connect(file: string, readonly: boolean): Database.Database {
  try {
    // SQLite creates the files beside the database (log, journal) with the mode of the database.
    if (!readonly && !existsSync(file)) createPrivateFile(file)
    return new Database(file, { readonly, timeout: 5000 })
  } catch (error) {
    throw openingFailure(error, file)
  }
}

/** The number of the last migration that this program knows. */
export function newestSchema(): number {
  return readMigrations(MIGRATIONS).at(-1)?.number ?? 0
}

/**
 * Locks a data folder for this process, and returns a function that releases it. Throws an `Error`
 * with one sentence while another process has it. The lock is one of the operating system, so it
 * ends with the process, even after a crash.
 */
export function lockDataFolder(folder: string): () => void {
  const lock = openLock(folder)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if (!(cause instanceof Database.SqliteError) || cause.code !== 'SQLITE_BUSY') {
      throw unusable(folder, cause)
    }
    throw new Error(`The data folder ${folder} is in use by another process.`, { cause })
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

function openLock(folder: string): Database.Database {
  try {
    makePrivateFolder(folder)
    createPrivateFile(join(folder, LOCK))
    return new Database(join(folder, LOCK), { timeout: 0 })
  } catch (cause) {
    throw unusable(folder, cause)
  }
}

function unusable(folder: string, cause: unknown): Error {
  const { code } = cause as { code?: string }
  return new Error(`SVC_DATA_DIR: the data folder ${folder} cannot be made or written (${code}).`, {
    cause,
  })
}

/** The file whose lock marks the data folder as in use. */
const LOCK = 'lock.db'

/** Locks not yet released: without a reference, garbage collection would close and release them. */
const held = new Set<Database.Database>()

const MIGRATIONS = new URL('./migrations/', import.meta.url)

function migrate(db: Database.Database, file: string, migrations: Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0
  const version = schemaVersion(db)
  if (version === newest) return
  if (version > newest) {
    throw new Error(
      `The database ${file} was written by a newer version of this program (schema ${version}, known here: ${newest}). ${wayBack(file, newest)}`,
    )
  }
  if (db.readonly) {
    throw new Error(
      `The database ${file} has an older schema and must be opened for writing once: start the service.`,
    )
  }
  const pending = migrations.filter(({ number }) => number > version)
  if (version > 0) copyBefore(db, file, pending)
  declareTranscriptWords(db)
  // A table that is made anew is dropped, and nothing that refers to it may go with it.
  db.pragma('foreign_keys = off')
  for (const migration of pending) apply(db, migration, migration === pending.at(-1))
  db.transaction(() => estimateRows(db)).immediate()
  db.pragma('foreign_keys = on')
}

/** What to do where an earlier version was started again (docs/behaviour.md#backup-and-restore). */
function wayBack(file: string, newest: number): string {
  const copies = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .toSorted()
  const copy = copies.find((name) => Number(name.slice(-4)) > newest)
  const start = 'Start that version again'
  if (!copy) return `${start}, or restore a backup of this version.`
  return `${start}, or go back to how it was before the upgrade: move ${file}, its -wal and its -shm away and rename ${join(dirname(file), copy)} to ${file}.`
}

/** In one transaction with its number, read again in case another connection was first. */
function apply(db: Database.Database, { number, sql }: Migration, isLast: boolean): void {
  const step = db.transaction(() => {
    if (schemaVersion(db) >= number) return
    db.exec(sql)
    if (isLast) makeVectorTables(db)
    const [orphan] = isLast ? (db.pragma('foreign_key_check') as { table: string }[]) : []
    if (orphan) throw new Error(`A row of ${orphan.table} refers to one that is missing.`)
    db.pragma(`user_version = ${number}`)
  })
  step.immediate()
}

/** Replaces the copy of a failed attempt, which was of the same database. */
function copyBefore(db: Database.Database, file: string, [first]: Migration[]): void {
  const copy = `${file}.before-${String(first?.number).padStart(4, '0')}`
  rmSync(copy, { force: true })
  createPrivateFile(copy)
  try {
    db.prepare('VACUUM INTO :copy').run({ copy })
  } catch (error) {
    // Half a copy is useless, and takes space on a disk that may be full.
    rmSync(copy, { force: true })
    throw error
  }
}

function schemaVersion(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}
