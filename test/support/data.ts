import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { dropPostgresDatabase, postgresDatabase } from './postgres/database.ts'
import { countWritesAt, countWritesTo, type Writes } from './writes.ts'

/** Where the data of a test lie, as settings name it. */
export interface TestData {
  data_dir: string
  database_url: string | null
  /** The settings. */
  environment: Record<string, string>
  countWrites(): Promise<Writes>
  /** Reads rows with a statement that every store understands. */
  read(statement: string): Promise<Record<string, unknown>[]>
  /** Changes rows in the same way. */
  change(statement: string): Promise<void>
  /** Once the store is closed. */
  drop(): Promise<void>
}

/** Whether data are in PostgreSQL: tests about files in the data folder do not run then. */
export const isInPostgres = process.env['SVC_TEST_STORE'] === 'postgres'

/** Needed by whoever shares a database. */
const SVC_SECRET_KEY = 'the secret key of all tests on a shared database'

/**
 * Data with the newest schema and nothing in it, in a folder: in SQLite, or in the database that
 * `SVC_TEST_STORE` names (`postgres`).
 */
export async function emptyData(folder: string): Promise<TestData> {
  const data = await newData(folder)
  if (data.database_url === null) {
    writeEmptyDatabase(fileIn(folder))
  }
  return data
}

/** The same before the first start of a service, which makes what is in the folder. */
export async function newData(
  folder: string,
  { name = basename(folder), inPostgres = isInPostgres } = {},
): Promise<TestData> {
  return inPostgres ? dataAt(await postgresDatabase(name), folder, name) : dataIn(folder)
}

function dataIn(folder: string): TestData {
  return {
    data_dir: folder,
    database_url: null,
    environment: { SVC_DATA_DIR: folder },
    countWrites: async () => countWritesTo(fileIn(folder)),
    async read(statement) {
      const db = new Database(fileIn(folder), { readonly: true })
      try {
        return db.prepare<[], Record<string, unknown>>(statement).all()
      } finally {
        db.close()
      }
    },
    async change(statement) {
      const db = new Database(fileIn(folder))
      try {
        db.exec(statement)
      } finally {
        db.close()
      }
    },
    drop: async () => undefined,
  }
}

function dataAt(url: string, folder: string, name: string): TestData {
  return {
    data_dir: folder,
    database_url: url,
    environment: { SVC_DATA_DIR: folder, SVC_DATABASE_URL: url, SVC_SECRET_KEY },
    countWrites: () => countWritesAt(url),
    read: (statement) => query(url, statement),
    change: async (statement) => void (await query(url, statement)),
    drop: () => dropPostgresDatabase(name),
  }
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function fileIn(folder: string): string {
  return join(folder, 'svc.db')
}

/** A tenth of the time of migrating. */
export function writeEmptyDatabase(file: string): void {
  template ??= emptyDatabase()
  writeFileSync(file, template, { mode: 0o600 })
}

let template: Buffer | undefined

function emptyDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'empty-database-'))
  try {
    openDatabase(fileIn(folder)).close()
    return readFileSync(fileIn(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
