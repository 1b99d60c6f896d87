/**
 * Data that earlier versions wrote, in the oldest schema of each engine that has something of
 * everything, holds the same rows after it is upgraded.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { load as loadVectorFunctions } from 'sqlite-vec'
import { expect, onTestFinished, test } from 'vitest'
import { quantize } from '../../server/quantize.ts'
import type { Runner } from '../../server/storage/drivers/postgres/database.ts'
import { migrate } from '../../server/storage/drivers/postgres/migrate.ts'
import { openPool } from '../../server/storage/drivers/postgres/pool.ts'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { convertVectors } from '../../server/storage/hot/vectors/postgres/convert-vectors.ts'
import { dropPostgresDatabase, postgresDatabase } from '../support/postgres/database.ts'
import { temporaryFolder } from './backends.ts'

const fixtures = join(import.meta.dirname, '../fixtures')
const older = join(fixtures, 'older')

type Row = Record<string, unknown>
type Tables = Map<string, Row[]>

function unpacked(file: string): Buffer {
  return gunzipSync(readFileSync(file))
}

/** Rows as texts in an order of their own, by the columns that both have. */
function comparable(rows: Row[], columns: string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted()
}

/** Expects that the rows of each table are as they were. */
function expectKept(before: Tables, after: Tables): void {
  for (const [table, rows] of before) {
    if (rows.length === 0 || VECTORS.test(table)) continue
    const upgraded = after.get(table) ?? []
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name in (upgraded[0] ?? {}))
    expect(columns.length, table).toBeGreaterThan(0)
    expect(comparable(upgraded, columns), table).toEqual(comparable(rows, columns))
  }
}

/** Expects that what answers cite is known, so that it stays when its document changes. */
function expectCited(after: Tables): void {
  const cited = (after.get('messages') ?? []).flatMap(({ id, citations }) =>
    (JSON.parse(String(citations)) as { source_id: string }[]).map(
      ({ source_id }) => `${String(id)} ${source_id}`,
    ),
  )
  const known = (after.get('cited_passages') ?? []).map(
    ({ answer_id, passage_id }) => `${String(answer_id)} ${String(passage_id)}`,
  )
  expect(known.toSorted()).toEqual([...new Set(cited)].toSorted())
}

/** Vectors are kept in another form. */
const VECTORS = /^vectors_\d+$/

/** Those of the full-text indexes of early versions are made anew as others. */
const NOT_COMPARED =
  /^(?:sqlite_|passage_index|passage_ngrams|words_|ngrams_|vectors_\d+_(?:\d+_)?[a-z])/

function tablesOfSqlite(db: Database.Database): Tables {
  const names = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
  const compared = names.filter((name) => !NOT_COMPARED.test(name))
  return new Map(compared.map((name) => [name, db.prepare<[], Row>(`SELECT * FROM ${name}`).all()]))
}

const files = [
  ...readdirSync(join(fixtures, 'databases')).map((name) => join(fixtures, 'databases', name)),
  join(older, 'sqlite-48.db.gz'),
]

test.each(files.map((file) => [basename(file), file]))('%s', async (_, file) => {
  const path = join(await temporaryFolder(), 'svc.db')
  writeFileSync(path, unpacked(file))
  const original = new Database(path)
  loadVectorFunctions(original)
  const before = tablesOfSqlite(original)
  original.close()

  const db = openDatabase(path)
  onTestFinished(() => void db.close())

  const after = tablesOfSqlite(db)
  expectKept(before, after)
  expectCited(after)
  const vectors = [...before.keys()].filter((name) => VECTORS.test(name))
  for (const name of vectors) {
    const searched = db.prepare(`SELECT 1 FROM collections WHERE 'vectors_' || number = ?
                                    AND embedding_model <> 'builtin/lexical-512'`)
    const kept = searched.get(name) ? (before.get(name) ?? []).map(quantized) : []
    expect(after.get(`${name}_1`)).toEqual(kept)
    expect(after.has(name)).toBe(false)
  }
  expect(db.pragma('foreign_key_check')).toEqual([])
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
})

/** A row of 32-bit floats as it is stored now. */
function quantized({ rowid, embedding }: Row): Row {
  const floats = new Float32Array(new Uint8Array(embedding as Buffer).buffer)
  return { rowid, embedding: Buffer.from(quantize(floats).buffer) }
}

async function tablesOfPostgres(on: Runner): Promise<Tables> {
  const { rows } = await on.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    [],
  )
  const tables: Tables = new Map()
  for (const { name } of rows as { name: string }[]) {
    const { rows } = await on.query(`SELECT to_jsonb(stored) AS row FROM ${name} AS stored`, [])
    const stored = (rows as { row: Row }[]).map(({ row }) => row)
    tables.set(name, stored)
  }
  return tables
}

/** A folder of the migrations up to a number. */
async function migrationsUpTo(number: string): Promise<URL> {
  const folder = await temporaryFolder()
  const all = new URL('../../server/storage/drivers/postgres/migrations/', import.meta.url)
  for (const name of readdirSync(all).filter((name) => name.slice(0, 4) <= number)) {
    cpSync(new URL(name, all), join(folder, name))
  }
  return pathToFileURL(`${folder}/`)
}

test('postgres-11.json.gz', async () => {
  const name = basename(await temporaryFolder())
  onTestFinished(() => dropPostgresDatabase(name))
  const db = openPool(await postgresDatabase(name), { connections: 1 })
  onTestFinished(() => db.close())
  await db.query('DROP SCHEMA public CASCADE', [])
  await db.query('CREATE SCHEMA public', [])
  await migrate(db, await migrationsUpTo('0011'))
  const written = JSON.parse(String(unpacked(join(older, 'postgres-11.json.gz')))) as Record<
    string,
    Row[]
  >
  await db.step(async (transaction) => {
    // Rows are written in any order of their tables.
    await transaction.query("SET LOCAL session_replication_role = 'replica'", [])
    for (const [table, rows] of Object.entries(written)) {
      if (table === 'schema_version') continue
      await transaction.query(
        `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      )
    }
  })
  const before = await tablesOfPostgres(db)
  before.delete('schema_version')

  await migrate(db)

  expect([...before.values()].flat().length).toBeGreaterThan(200)
  const after = await tablesOfPostgres(db)
  expectKept(before, after)
  expectCited(after)
  while (await convertVectors(db));
  const { rows } = await db.query('SELECT key AS rowid, embedding FROM set_vectors', [])
  const stored = (before.get('passage_vectors') ?? []).map(({ key, embedding }) =>
    quantized({ rowid: key, embedding: Buffer.from(String(embedding).slice(2), 'hex') }),
  )
  expect(stored).toHaveLength(6)
  const columns = ['rowid', 'embedding']
  expect(comparable(rows as Row[], columns)).toEqual(comparable(stored, columns))
  expect((await tablesOfPostgres(db)).get('passage_vectors')).toEqual([])
})
