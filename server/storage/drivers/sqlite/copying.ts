import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, Statement } from 'better-sqlite3'
import type { CopiedRow, CopyEnd, LastNumbers, TableReader, TableWriter } from '../../copy/ends.ts'
import { DERIVED } from '../../copy/tables.ts'
import { createFolderFiles } from '../../files/folder.ts'
import {
  createVectorTable,
  type TableOfSet,
  tableNameOf,
  vectorIn,
} from '../../hot/vectors/sqlite/vector-table.ts'
import { type Data, UPLOADS } from './backup.ts'
import { lockDataFolder, openDatabase } from './database.ts'

/** Rows that are read at once. */
const ROWS_AT_ONCE = 200

/** What is stored with the texts of passages. */
const TEXT_COLUMNS = ['section', 'anchor', 'headings', 'page', 'role', 'blocks', 'url', 'text']

/** Where else a column is than in its table. */
const ELSEWHERE: Record<string, Record<string, string>> = {
  passages: Object.fromEntries(TEXT_COLUMNS.map((name) => [name, `passage_texts.${name}`])),
}
const JOINED: Record<string, string> = {
  passages: 'JOIN passage_texts ON passage_texts.key = passages.key',
}

/** Tables of which the column `key` numbers passages. */
const NUMBERED_BY_PASSAGE = new Set(['passages', 'set_vectors', 'passage_windows'])

/**
 * Opens the database of a data folder for a copy. Throws an `Error` with one sentence while a
 * process uses the folder, and where there is no database that `mustExist`.
 */
export async function openSqliteCopy(data: Data, mustExist: boolean): Promise<CopyEnd> {
  if (mustExist && !existsSync(data.databaseFile)) {
    throw new Error(`There is no database in ${data.dataDir}.`)
  }
  const unlock = lockDataFolder(data.dataDir)
  const db = openDatabase(data.databaseFile)
  return {
    name: data.dataDir,
    columns: async () => null,
    isEmpty: async () => db.prepare(IS_HELD).get() === undefined,
    lastNumbers: async () => db.prepare<[], LastNumbers>(LAST_NUMBERS).all(),
    read: (work) => work(readerOf(db)),
    write: (numbers, work) => write(db, numbers, work),
    files: createFolderFiles(join(data.dataDir, UPLOADS)),
    async close() {
      db.close()
      unlock()
    },
  }
}

const IS_HELD = `
  SELECT 1 FROM organizations UNION ALL SELECT 1 FROM users UNION ALL SELECT 1 FROM claim_codes`
const LAST_NUMBERS = `
  SELECT id AS organization_id,
         (SELECT coalesce(max(key), 0) FROM passages WHERE organization_id = id) AS passage
    FROM organizations
   ORDER BY id`

function readerOf(db: Database): TableReader {
  return {
    async *rows(table, columns) {
      const selects = table === 'set_vectors' ? vectorSelects(db) : [selectOf(db, table, columns)]
      for (const select of selects) yield* batchesOf(db.prepare(select))
    },
  }
}

function* batchesOf(select: Statement): Generator<CopiedRow[]> {
  let rows: CopiedRow[] = []
  for (const row of select.iterate()) {
    rows.push(row as CopiedRow)
    if (rows.length < ROWS_AT_ONCE) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

function selectOf(db: Database, table: string, columns: string[]): string {
  const selected = columns.map((name) => {
    const found = ELSEWHERE[table]?.[name] ?? `${table}."${name}"`
    return `${found} AS "${name}"`
  })
  return `SELECT ${selected.join(', ')} FROM ${table} ${JOINED[table] ?? ''}`
}

/** The vectors of each set are in a table of their own. */
function vectorSelects(db: Database): string[] {
  const sets = db.prepare<[], TableOfSet>(SETS).all()
  return sets.map(
    (set) => `
      SELECT organization_id, collection_id, number AS set_number, vectors.rowid AS key, embedding
        FROM vector_sets CROSS JOIN ${tableNameOf(set)} AS vectors
       WHERE organization_id = '${set.organization_id}' AND collection_id = '${set.id}'
         AND number = ${set.set}`,
  )
}

const SETS = `
  SELECT vector_sets.organization_id, id, collections.number AS collection,
         vector_sets.number AS "set", dimensions
    FROM vector_sets
    JOIN collections
      ON collections.organization_id = vector_sets.organization_id AND id = collection_id`

function columnsOf(db: Database, table: string): string[] {
  return (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
}

/** In one transaction. */
async function write<Result>(
  db: Database,
  numbers: LastNumbers[],
  work: (writer: TableWriter) => Promise<Result>,
): Promise<Result> {
  db.pragma('foreign_keys = off')
  db.exec('BEGIN IMMEDIATE')
  try {
    const made = await work(writerOf(db, numbers))
    for (const statement of DERIVED) db.exec(statement)
    const [orphan] = db.pragma('foreign_key_check') as { table: string }[]
    if (orphan) throw new Error(`A row of ${orphan.table} refers to one that is missing.`)
    db.exec('COMMIT')
    return made
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    throw error
  }
}

function writerOf(db: Database, numbers: LastNumbers[]): TableWriter {
  const stored = createShift(numbers)
  const statements = new Map<string, Statement>()
  const inserted = (table: string, columns: string[]): Statement => {
    const known = statements.get(table) ?? db.prepare(insertOf(db, table, columns))
    statements.set(table, known)
    return known
  }
  const insertVector = createVectorInsert(db)

  /** What a row makes beside that of its own table. */
  const beside: Record<string, (row: CopiedRow) => void> = {
    collections({ id }) {
      const number = numberOf(db, id)
      db.prepare('INSERT INTO search_indexes (collection) VALUES (:number)').run({ number })
      // To be built from the passages: the next process does so if this one ends before.
      db.prepare('INSERT INTO index_resets (collection) VALUES (:number)').run({ number })
    },
    vector_sets: (row) => createVectorTable(db, setOf(db, row)),
    passages: (row) => void inserted('passage_texts', ['key', ...TEXT_COLUMNS]).run(row),
  }

  return {
    ...readerOf(db),
    stored,
    async insert(table, rows) {
      for (const row of rows.map((row) => stored(table, row))) {
        if (table === 'set_vectors') insertVector(row)
        else inserted(table, Object.keys(row)).run(row)
        beside[table]?.(row)
      }
    },
  }
}

/** Of the columns of a row, those that the table has; and those that it has under another name. */
function insertOf(db: Database, table: string, columns: string[]): string {
  const known = new Set(columnsOf(db, table))
  const kept = columns.filter((column) => known.has(column))
  const names = kept.map((column) => `"${column}"`)
  const values = kept.map((column) => `:${column}`)
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`
}

function createVectorInsert(db: Database): (row: CopiedRow) => void {
  const sets = db.prepare<CopiedRow, TableOfSet>(`
    ${SETS}
     WHERE vector_sets.organization_id = :organization_id AND id = :collection_id
       AND vector_sets.number = :set_number
  `)
  const inserts = new Map<string, Statement>()
  return ({ organization_id, collection_id, set_number, key, embedding }) => {
    const named = { organization_id, collection_id, set_number } as CopiedRow
    const name = Object.values(named).join(' ')
    const insert = inserts.get(name) ?? db.prepare(insertVectorOf(sets.get(named) as TableOfSet))
    inserts.set(name, insert)
    insert.run({ key: BigInt(key as number), embedding })
  }
}

function insertVectorOf(set: TableOfSet): string {
  return `INSERT INTO ${tableNameOf(set)} (rowid, embedding)
          VALUES (:key, ${vectorIn(':embedding', set.dimensions)})`
}

function setOf(db: Database, { organization_id, collection_id, number, dimensions }: CopiedRow) {
  return {
    organization_id: String(organization_id),
    collection: numberOf(db, collection_id),
    set: Number(number),
    dimensions: Number(dimensions),
  }
}

function numberOf(db: Database, id: unknown): number {
  const numbered = db.prepare<unknown[], number>('SELECT number FROM collections WHERE id = ?')
  return numbered.pluck().get(id) as number
}

/** Numbers of passages are those of an organization; here they follow those of the one before. */
function createShift(numbers: LastNumbers[]): TableWriter['stored'] {
  let after = 0
  const shifts = new Map(
    numbers.map(({ organization_id, passage }) => {
      const shift = after
      after += passage
      return [organization_id, shift]
    }),
  )
  return (table, row) => {
    if (!NUMBERED_BY_PASSAGE.has(table)) return row
    return { ...row, key: Number(row['key']) + (shifts.get(String(row['organization_id'])) ?? 0) }
  }
}
