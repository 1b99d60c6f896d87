import type { Database } from 'better-sqlite3'

/**
 * What is wrong with a database, one sentence each: damaged pages and indexes (of full-text tables too),
 * references to nothing, and search indexes that do not hold one entry for each passage.
 */
export function findDamage(db: Database): string[] {
  return [...damagedPages(db), ...brokenReferences(db), ...miscounted(db)]
}

function damagedPages(db: Database): string[] {
  const findings = db.pragma('integrity_check') as { integrity_check: string }[]
  return findings.map((finding) => finding.integrity_check).filter((text) => text !== 'ok')
}

function brokenReferences(db: Database): string[] {
  const findings = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  return findings.map(({ table, parent }) => `A row of ${table} refers to no row of ${parent}.`)
}

function miscounted(db: Database): string[] {
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
