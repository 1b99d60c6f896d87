import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { openDatabase } from '../../server/storage/sqlite/database.ts'
import { dropPostgresDatabase, postgresDatabase } from './postgres/database.ts'

/** Where the data of a test lie, as settings name it. */
export interface TestData {
  data_dir: string
  database_url: string | null
  /** The database; throws where it is no file. */
  readonly file: string
  /** Once the store is closed. */
  drop(): Promise<void>
}

/**
 * Data with the newest schema and nothing in it, in a folder: in SQLite, or in the database that
 * `SVC_TEST_STORE` names (`postgres`).
 */
export async function emptyData(folder: string): Promise<TestData> {
  if (process.env['SVC_TEST_STORE'] === 'postgres') {
    const name = basename(folder)
    return {
      data_dir: folder,
      database_url: await postgresDatabase(name),
      get file(): string {
        throw new Error('This database is no file.')
      },
      drop: () => dropPostgresDatabase(name),
    }
  }
  const file = join(folder, 'svc.db')
  template ??= emptyDatabase()
  copyFileSync(template, file)
  return { data_dir: folder, database_url: null, file, drop: async () => undefined }
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
