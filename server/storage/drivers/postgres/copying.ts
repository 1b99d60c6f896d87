import { setTimeout as pause } from 'node:timers/promises'
import type {
  Columns,
  CopiedRow,
  CopyEnd,
  LastNumbers,
  TableReader,
  TableWriter,
} from '../../copy/ends.ts'
import { DERIVED } from '../../copy/tables.ts'
import { convertVectors } from '../../hot/vectors/postgres/convert-vectors.ts'
import type { Database, Runner, Transaction } from './database.ts'
import { createFiles } from './files.ts'
import { insertRows } from './insert-rows.ts'
import { migrate } from './migrate.ts'
import { APPLICATION, openPool } from './pool.ts'

// These statements are about all organizations at once.
const IS_USED = `
  SELECT 1
    FROM pg_stat_activity
   WHERE datname = current_database() AND application_name = $1 AND pid <> pg_backend_pid()
   UNION ALL
  SELECT 1 FROM jobs WHERE lease_until > $2
   UNION ALL
  SELECT 1 FROM live_turns WHERE lease_until > $2
   UNION ALL
  SELECT 1 FROM test_runs WHERE lease_until > $2
   UNION ALL
  SELECT 1 FROM deliveries WHERE lease_until > $2
   UNION ALL
  SELECT 1 FROM embedding_moves WHERE lease_until > $2`
const COLUMNS = `
  SELECT table_name AS "table", column_name AS "column"
    FROM information_schema.columns
   WHERE table_schema = 'public'
   ORDER BY ordinal_position`
const IS_HELD = `
  SELECT 1 FROM organizations UNION ALL SELECT 1 FROM users UNION ALL SELECT 1 FROM claim_codes`
const LAST_NUMBERS = `
  SELECT id AS organization_id,
         (SELECT coalesce(max(last), 0) FROM passage_keys WHERE organization_id = id) AS passage
    FROM organizations
   ORDER BY id`

/** What is derived here alone. */
const DERIVED_HERE = [
  `INSERT INTO passage_keys (organization_id, last)
   SELECT organization_id, max(key) FROM passages GROUP BY organization_id`,
  // To be built from the passages: the next process does so if this one ends before.
  `INSERT INTO search_indexes (organization_id, collection_id, reset)
   SELECT organization_id, id, 1 FROM collections`,
]

const LOOK_MS = 100
/** Rows that are read at once. */
const ROWS_AT_ONCE = 200
/** In this order they are numbered where they are inserted. */
const ORDER: Record<string, string> = {
  collections: 'ORDER BY created_at, id',
  support_requests: 'ORDER BY id',
}

/**
 * Opens the database at an address for a copy, and migrates it. Throws an `Error` with one sentence
 * while a process of the service uses it.
 */
export async function openPostgresCopy(url: string, name: string): Promise<CopyEnd> {
  // One connection at first, so that all others are of other processes.
  const single = openPool(url, { connections: 1, statementMs: 0 })
  try {
    await migrate(single)
    if (await isUsed(single)) {
      throw new Error(`The database ${name} is in use by another process of the service.`)
    }
    while (await convertVectors(single));
  } finally {
    await single.close()
  }
  const db = openPool(url, { connections: 3, statementMs: 0 })
  return {
    name,
    columns: () => columnsOf(db),
    isEmpty: async () => (await db.query(`${IS_HELD} LIMIT 1`, [])).count === 0,
    lastNumbers: async () => (await db.query(LAST_NUMBERS, [])).rows as LastNumbers[],
    read: (work) => db.snapshot((snapshot) => work(readerOf(snapshot))),
    write: (_numbers, work) =>
      db.step(async (transaction) => {
        const made = await work(writerOf(transaction))
        for (const statement of [...DERIVED, ...DERIVED_HERE])
          await transaction.query(statement, [])
        return made
      }, 'read committed'),
    files: createFiles(db),
    close: () => db.close(),
  }
}

/** A process that has just ended may be seen for a moment. */
async function isUsed(db: Database): Promise<boolean> {
  for (let looks = 20; looks > 0; looks -= 1) {
    const { count } = await db.query(IS_USED, [APPLICATION, new Date().toISOString()])
    if (count === 0) return false
    await pause(LOOK_MS)
  }
  return true
}

async function columnsOf(db: Database): Promise<Columns> {
  const { rows } = await db.query(COLUMNS, [])
  const byTable = Map.groupBy(rows as { table: string; column: string }[], ({ table }) => table)
  return new Map(
    [...byTable].map(([table, columns]) => [table, columns.map(({ column }) => column)]),
  )
}

function readerOf(runner: Runner): TableReader {
  return {
    async *rows(table, columns) {
      const selected = columns.map((column) => `"${column}"`).join(', ')
      const query = `SELECT ${selected} FROM ${table} ${ORDER[table] ?? ''}`
      await runner.query(`DECLARE copied NO SCROLL CURSOR FOR ${query}`, [])
      for (;;) {
        const { rows } = await runner.query(`FETCH ${ROWS_AT_ONCE} FROM copied`, [])
        if (rows.length === 0) break
        yield rows as CopiedRow[]
      }
      await runner.query('CLOSE copied', [])
    },
  }
}

function writerOf(transaction: Transaction): TableWriter {
  return {
    ...readerOf(transaction),
    insert: (table, rows) => insertRows(transaction, table, rows),
    stored: (_table, row) => storableRow(row),
  }
}

/** Texts hold every character but the one numbered 0, which is replaced as elsewhere. */
function storableRow(row: CopiedRow): CopiedRow {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value,
  ])
  return Object.fromEntries(values)
}
