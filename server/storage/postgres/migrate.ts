import { readdirSync, readFileSync } from 'node:fs'
import type { Database, Transaction } from './database.ts'
import { sql } from './statement.ts'

/** The number of the last migration that was applied, in a table with one row. */
const TABLE = 'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)'
const FIRST = `
  INSERT INTO schema_version (version)
  SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version)
`
const locked = sql<object, { version: number }>('SELECT version FROM schema_version FOR UPDATE')
const save = sql<{ version: number }>('UPDATE schema_version SET version = :version')

interface Migration {
  number: number
  sql: string
}

/**
 * Brings the schema to the newest version that this program knows, creating it in an empty
 * database. Of several processes that start at once one does it, and the others wait for it. Leaves
 * a schema that is one ahead as it is: a migration lets the previous version go on
 * (docs/behaviour.md#several-processes). Throws an `Error` with one sentence for a later one.
 */
export async function migrate(db: Database, folder = MIGRATIONS): Promise<void> {
  const migrations = readMigrations(folder)
  const newest = migrations.at(-1)?.number ?? 0
  // Two that make the table at the same moment hinder one another.
  await makeTable(db).catch(() => makeTable(db))
  await db.step(async (transaction) => {
    const { version = 0 } = (await locked.get(transaction, {})) ?? {}
    if (version > newest + 1) {
      throw new Error(
        `The database was migrated by a newer version of this program (schema ${version}, known here: ${newest}): start that version.`,
      )
    }
    for (const migration of migrations) {
      if (migration.number > version) await apply(transaction, migration)
    }
  })
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

/** The files `NNNN-what.sql`, in order of their numbers. */
function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }))
}
