import Database from 'better-sqlite3'

/**
 * What is wrong with a database, one sentence each: damaged pages and indexes (of full-text tables too),
 * references to nothing, and search indexes that do not hold one entry for each passage. It sees the
 * database as it is at one moment, takes memory that does not grow with it, and never throws for damage.
 * `quick` leaves out whether each index agrees with its table, which takes several times as long.
 */
export function findDamage(db: Database.Database, { quick = false } = {}): string[] {
  const parts = [() => damagedPages(db, quick), () => brokenReferences(db), () => miscounted(db)]
  const look = db.transaction(() => parts.flatMap(readable))
  return [...new Set(readable(look))]
}

/** What stops the reading is a finding too. */
function readable(find: () => string[]): string[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof Database.SqliteError)
      return [`The database cannot be read: ${error.message}.`]
    throw error
  }
}

function damagedPages(db: Database.Database, quick: boolean): string[] {
  const findings = db.pragma(quick ? 'quick_check' : 'integrity_check') as Record<string, string>[]
  return findings.flatMap((finding) => Object.values(finding)).filter((text) => text !== 'ok')
}

function brokenReferences(db: Database.Database): string[] {
  const findings = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  return findings.map(({ table, parent }) => `A row of ${table} refers to no row of ${parent}.`)
}

/** The tables that SQLite's modules keep an index in are read directly: a count then needs no module. */
function miscounted(db: Database.Database): string[] {
  const collections = db
    .prepare<[], { number: number; passages: number }>(`
      SELECT number, (SELECT count(*) FROM passages WHERE collection_id = collections.id) AS passages
        FROM collections
    `)
    .all()
  return collections.flatMap(({ number, passages }) =>
    [`words_${number}`, `grams_${number}`].flatMap((table) => {
      const entries = db.prepare<[], number>(`SELECT count(*) FROM ${table}_docsize`).pluck().get()
      return entries === passages
        ? []
        : `${table} holds ${entries} entries for ${passages} passages.`
    }),
  )
}
