import type { Database } from 'better-sqlite3'

/**
 * Tells the planner how many rows an index finds (https://sqlite.org/fileformat2.html#stat1tab).
 * Without statistics it takes the first column of an index to find ten, but that is the
 * organization, which may be the only one: it would read all of its rows, instead of looking up
 * those of a list. Of the other columns it is told what it guesses by itself.
 */
export function estimateRows(db: Database): void {
  db.exec('ANALYZE sqlite_schema')
  db.exec('DELETE FROM sqlite_stat1')
  const insert = db.prepare<Estimated & { stat: string }>(
    'INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (:tbl, :idx, :stat)',
  )
  for (const index of indexes(db).all()) insert.run({ ...index, stat: rowsFoundBy(index) })
  db.exec('ANALYZE sqlite_schema')
}

interface Estimated {
  tbl: string
  idx: string
  columns: number
  is_unique: 0 | 1
}

const ROWS = 16_000_000
const ROWS_OF_ORGANIZATION = 1_000_000
/** SQLite's guesses by the number of columns that are given beside the first. */
const GUESSES = [10, 9, 8, 7, 6, 5]

/** Indexes that the organization leads, with more columns. */
function indexes(db: Database) {
  return db.prepare<[], Estimated>(`
    SELECT tables.name AS tbl,
           CASE WHEN origin = 'pk' AND wr = 1 THEN tables.name ELSE indexes.name END AS idx,
           count(*) AS columns, "unique" AS is_unique
      FROM pragma_table_list AS tables
      JOIN pragma_index_list(tables.name) AS indexes
      JOIN pragma_index_info(indexes.name) AS columns
     WHERE tables.type = 'table' AND tables.schema = 'main'
     GROUP BY tables.name, indexes.name
    HAVING count(*) > 1 AND max(columns.seqno = 0 AND columns.name = 'organization_id') = 1
  `)
}

function rowsFoundBy({ columns, is_unique }: Estimated): string {
  const others = Array.from({ length: columns - 1 }, (_, at) => GUESSES[at] ?? 5)
  if (is_unique) others[columns - 2] = 1
  return [ROWS, ROWS_OF_ORGANIZATION, ...others].join(' ')
}
