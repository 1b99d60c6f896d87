import type { Database } from 'better-sqlite3'
import { quantize } from '../../../quantize.ts'
import {
  createVectorTable,
  type TableOfSet,
  tableNameOf,
  vectorIn,
} from '../../hot/vectors/sqlite/vector-table.ts'

/** Vectors that earlier versions stored of this model were never searched. */
const NEVER_SEARCHED = 'builtin/lexical-512'

type StoredSet = TableOfSet & { model: string }

/**
 * In the step of a migration: makes the tables of sets of vectors that have none yet, with the
 * vectors of the earlier version, which are converted. That takes some 3 s for 100,000 vectors,
 * less than the copy before it, so a search never meets half of them.
 */
export function makeVectorTables(db: Database): void {
  const exists = db.prepare<[string]>('SELECT 1 FROM sqlite_schema WHERE name = ?')
  if (!exists.get('vector_sets')) return
  const sets = db
    .prepare<[], StoredSet>(`
      SELECT vector_sets.organization_id, id, collections.number AS collection,
             vector_sets.number AS "set", dimensions, vector_sets.embedding_model AS model
        FROM vector_sets
        JOIN collections
          ON collections.organization_id = vector_sets.organization_id AND id = collection_id
    `)
    .all()
  for (const set of sets) {
    if (exists.get(tableNameOf(set))) continue
    createVectorTable(db, set)
    const earlier = `vectors_${set.collection}`
    if (!exists.get(earlier)) continue
    if (set.model !== NEVER_SEARCHED) convert(db, earlier, set)
    db.exec(`DROP TABLE ${earlier}`)
  }
}

function convert(db: Database, earlier: string, set: StoredSet): void {
  const some = db.prepare<[number], { key: number; embedding: Buffer }>(`
    SELECT passages.key, embedding
      FROM passages CROSS JOIN ${earlier} AS vectors ON vectors.rowid = passages.key
     WHERE passages.key > ?
     ORDER BY passages.key
     LIMIT 1000
  `)
  const insert = db.prepare(`
    INSERT INTO ${tableNameOf(set)} (rowid, embedding)
    VALUES (:key, ${vectorIn(':vector', set.dimensions)})
  `)
  let rows = some.all(0)
  while (rows.length > 0) {
    for (const { key, embedding } of rows) {
      insert.run({ key: BigInt(key), vector: quantize(floatsIn(embedding)) })
    }
    rows = some.all(rows.at(-1)?.key ?? 0)
  }
}

/** The floats of stored bytes, which may begin at any offset of their buffer. */
function floatsIn(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer)
}
