import { type Migration, readMigrations } from '../../migrations.ts'
import type { Database, Transaction } from './database.ts'
import { sql } from './statement.ts'

/** The number of the last migration that was applied, in a table with one row. */
const TABLE = 'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)'
const FIRST = `
  INSERT INTO schema_version (version)
  SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version)
`
const locked = sql<object, { version: number }>('SELECT version FROM schema_version FOR UPDATE')
const made = sql<object, { is_made: number }>(
  "SELECT to_regclass('schema_version') IS NOT NULL AS is_made",
)
const current = sql<object, { version: number }>('SELECT version FROM schema_version')
const server = sql<object, { number: number; name: string; encoding: string }>(`
  SELECT current_setting('server_version_num')::integer AS number,
         current_setting('server_version') AS name,
         current_setting('server_encoding') AS encoding
`)
const save = sql<{ version: number }>('UPDATE schema_version SET version = :version')

/**
 * Brings the schema to the newest version that this program knows, creating it in an empty
 * database. Of several processes that start at once one does it, and the others wait for it. Leaves
 * a schema that is one ahead as it is: a migration lets the previous version go on
 * (docs/behaviour.md#several-processes). Throws an `Error` with one sentence for a later one, for a
 * server that is too old, and for a database whose encoding is not UTF-8.
 */
export async function migrate(db: Database, folder = MIGRATIONS): Promise<void> {
  const migrations = readMigrations(folder)
  const newest = migrations.at(-1)?.number ?? 0
  await requireServer(db)
  // Two that make the table at the same moment hinder one another.
  await makeTable(db).catch(() => makeTable(db))
  await db.step(async (transaction) => {
    const { version = 0 } = (await locked.get(transaction, {})) ?? {}
    refuseLater(version, newest)
    for (const migration of migrations) {
      if (migration.number > version) await apply(transaction, migration)
    }
  })
}

/**
 * Throws an `Error` with one sentence unless this program can read the schema as it is, which is
 * left so.
 */
export async function requireSchema(db: Database): Promise<void> {
  const newest = readMigrations(MIGRATIONS).at(-1)?.number ?? 0
  const isMade = (await made.get(db, {}))?.is_made === 1
  const { version = 0 } = (isMade && (await current.get(db, {}))) || {}
  refuseLater(version, newest)
  if (version < newest) {
    throw new Error(
      'The database has an older schema and must be opened for writing once: start the service.',
    )
  }
}

/** Others may do as well, until a statement or a text meets what they cannot do. */
async function requireServer(db: Database): Promise<void> {
  const { number = 0, name = '', encoding = '' } = (await server.get(db, {})) ?? {}
  if (number < OLDEST_SERVER) {
    throw new Error(`it is of PostgreSQL ${name}; the service needs PostgreSQL 15 or newer`)
  }
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}; the service needs UTF8`)
}

const OLDEST_SERVER = 150_000

function refuseLater(version: number, newest: number): void {
  if (version <= newest + 1) return
  throw new Error(
    `The database was migrated by a newer version of this program (schema ${version}, known here: ${newest}): start that version.`,
  )
}

function makeTable(db: Database): Promise<void> {
  return db.step(async (transaction) => {
    await transaction.query(TABLE, [])
    await transaction.query(FIRST, [])
  })
}

async function apply(transaction: Transaction, { number, sql }: Migration): Promise<void> {
  await transaction.query(sql, [])
  await save.run(transaction, { version: number })
}

const MIGRATIONS = new URL('./migrations/', import.meta.url)
