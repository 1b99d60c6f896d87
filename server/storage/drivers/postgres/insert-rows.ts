import { toJsonRows } from '../../sql/json-rows.ts'
import type { Transaction } from './database.ts'
import { sql } from './statement.ts'

/** Inserts rows that have the same columns, in one statement. */
export async function insertRows(
  transaction: Transaction,
  table: string,
  rows: Record<string, string | number | Buffer | null>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ')
  const insert = sql<{ rows: string }>(`
    INSERT INTO ${table} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, :rows::jsonb)
  `)
  await insert.run(transaction, { rows: toJsonRows(rows.map(toJsonRow)) })
}

/** Bytes are read from their text in hex. */
function toJsonRow(row: Record<string, string | number | Buffer | null>): object {
  const values = Object.entries(row).map(([column, value]) => [
    column,
    Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
  ])
  return Object.fromEntries(values)
}
