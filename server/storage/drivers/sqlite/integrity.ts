import Database from 'better-sqlite3'
import { damagedWordIndexes } from '../../hot/index/sqlite/word-index-integrity.ts'
import {
  tellChangedPassages,
  tellReference,
  tellStrayPassages,
  tellStrayVectors,
  tellUnreadable,
} from '../../rules/integrity.ts'
import { miscounted } from '../../sql/integrity.ts'
import { createSqliteDriver } from './driver.ts'
import { createLockQueue } from './lock-queue.ts'
import { createPassageDigest } from './passage-digest.ts'

/**
 * Checks a database and returns one sentence for each finding: damaged pages and indexes,
 * dangling references, documents whose passages are not those that were published, wrong counts,
 * and search indexes without exactly one entry for each passage
 * (docs/behaviour.md#integrity-check). It reads one snapshot, in bounded memory, and never throws
 * for damage. `quick` does not compare indexes with their tables.
 */
export function findDamage(db: Database.Database, { quick = false } = {}): string[] {
  const parts = [
    () => damagedPages(db, quick),
    () => brokenReferences(db),
    () => changedPassages(db),
    () => wrongCounts(db),
    () => badIndexes(db),
  ]
  const look = db.transaction(() => parts.flatMap(readable))
  return [...new Set(readable(look))]
}

/** An error that stops the reading is a finding too. */
function readable(find: () => string[]): string[] {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return [tellUnreadable(error.message)]
  }
}

/** Full-text tables are only what is left of an older index, which may be half erased. */
const OUTDATED = /fts5/i

function damagedPages(db: Database.Database, quick: boolean): string[] {
  const findings = db.pragma(quick ? 'quick_check' : 'integrity_check') as Record<string, string>[]
  return findings
    .flatMap((finding) => Object.values(finding))
    .filter((text) => text !== 'ok' && !OUTDATED.test(text))
}

function brokenReferences(db: Database.Database): string[] {
  const findings = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  return findings.map(({ table, parent }) => tellReference(table, parent))
}

function changedPassages(db: Database.Database): string[] {
  // A backup may be older than digests.
  const columns = db.pragma('table_info(documents)') as { name: string }[]
  if (!columns.some(({ name }) => name === 'passages_digest')) return []

  const digestOf = createPassageDigest(db)
  const findings: string[] = []
  const documents = db.prepare<
    [],
    { organization_id: string; id: string; path: string; source: string; digest: string }
  >(`
    SELECT organization_id, id, path, source_id AS source, passages_digest AS digest
      FROM documents
     WHERE passages_digest IS NOT NULL
  `)
  for (const document of documents.iterate()) {
    if (
      digestOf({ organization_id: document.organization_id, id: document.id }) !== document.digest
    )
      findings.push(tellChangedPassages(document))
  }
  const strays = db
    .prepare<[], number>(`
      SELECT count(*)
        FROM passages
       WHERE state = 'live' AND document_id NOT IN (SELECT id FROM documents)
    `)
    .pluck()
    .get()
  return [...findings, ...tellStrayPassages(strays ?? 0)]
}

function wrongCounts(db: Database.Database): string[] {
  const { now } = createSqliteDriver(db, { queue: createLockQueue(), tell: () => undefined })
  const organizations = db.prepare<[], string>('SELECT id FROM organizations').pluck().all()
  return organizations.flatMap((organization_id) => now(miscounted(organization_id)))
}

/** Compares the indexes of each collection with its passages. */
function badIndexes(db: Database.Database): string[] {
  return [
    ...damagedWordIndexes(db),
    ...vectorTables(db).flatMap(({ table, id }) => miscountedVectors(db, table, id)),
    ...strayWindows(db),
  ]
}

interface CheckedTable {
  table: string
  /** Of its collection. */
  id: string
}

/** A backup may be older than sets of vectors. */
function vectorTables(db: Database.Database): CheckedTable[] {
  const sets = hasSets(db)
    ? `SELECT 'vectors_' || collections.number || '_' || vector_sets.number AS "table", id
         FROM vector_sets
         JOIN collections
           ON collections.organization_id = vector_sets.organization_id AND id = collection_id`
    : `SELECT 'vectors_' || number AS "table", id FROM collections`
  return db.prepare<[], CheckedTable>(sets).all()
}

function hasSets(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'vector_sets'").get() !== undefined
}

function strayWindows(db: Database.Database): string[] {
  if (!hasSets(db)) return []
  const strays = db
    .prepare<[], number>(`
      SELECT count(*)
        FROM passage_windows
       WHERE NOT EXISTS (SELECT 1 FROM passages
                          WHERE passages.key = passage_windows.key
                            AND passages.collection_id = passage_windows.collection_id)
    `)
    .pluck()
    .get()
  return tellStrayVectors('passage_windows', strays ?? 0)
}

/**
 * A passage may have no vector: not every model makes them, and a zero vector is not stored. So
 * this checks that each vector has its passage, and that sqlite-vec finds it.
 */
function miscountedVectors(db: Database.Database, table: string, collection_id: string): string[] {
  const inChunks = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(`${table}_rowids`)
  const rows = inChunks ? `${table}_rowids` : table
  const strays = db
    .prepare<{ collection_id: string }, number>(`
      SELECT count(*)
        FROM ${rows}
       WHERE rowid NOT IN (SELECT rowid FROM passages WHERE collection_id = :collection_id)
    `)
    .pluck()
    .get({ collection_id })
  const findings = tellStrayVectors(table, strays ?? 0)
  if (!inChunks) return findings

  const entries = db.prepare<[], number>(`SELECT count(*) FROM ${rows}`).pluck().get() ?? 0
  const chunks = db.prepare<[], Buffer>(`SELECT validity FROM ${table}_chunks`).pluck()
  let stored = 0
  for (const validity of chunks.iterate()) stored += bitsIn(validity)
  if (stored === entries) return findings
  return [...findings, `${table} holds ${stored} vectors for ${entries} entries.`]
}

function bitsIn(bytes: Buffer): number {
  let bits = 0
  for (let byte of bytes) for (; byte > 0; byte >>= 1) bits += byte & 1
  return bits
}
