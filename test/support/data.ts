import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '../../server/storage/sqlite/database.ts'
import { dropPostgresDatabase, postgresDatabase } from './postgres/database.ts'
import { countWritesAt, countWritesTo, type Writes } from './writes.ts'

/** Where the data of a test lie, as settings name it. */
export interface TestData {
  data_dir: string
  database_url: string | null
  /** The settings. */
  environment: Record<string, string>
  countWrites(): Promise<Writes>
  /** Once the store is closed. */
  drop(): Promise<void>
}

/** Needed by whoever shares a database. */
const SVC_SECRET_KEY = 'the secret key of all tests on a shared database'

/**
 * Data with the newest schema and nothing in it, in a folder: in SQLite, or in the database that
 * `SVC_TEST_STORE` names (`postgres`).
 */
export async function emptyData(folder: string): Promise<TestData> {
  if (process.env['SVC_TEST_STORE'] === 'postgres') {
    const name = basename(folder)
    const url = await postgresDatabase(name)
    return {
      data_dir: folder,
      database_url: url,
      environment: { SVC_DATA_DIR: folder, SVC_DATABASE_URL: url, SVC_SECRET_KEY },
      countWrites: () => countWritesAt(url),
      drop: () => dropPostgresDatabase(name),
    }
  }
  const file = join(folder, 'svc.db')
  template ??= emptyDatabase()
  copyFileSync(template, file)
  return {
    data_dir: folder,
    database_url: null,
    environment: { SVC_DATA_DIR: folder },
    countWrites: async () => countWritesTo(file),
    drop: async () => undefined,
  }
}

/** Copied for each test, which takes a tenth of the time of migrating. */
let template: string | undefined

function emptyDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'empty-database-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'svc.db')
  openDatabase(file).close()
  return file
}
