import type { Database } from 'better-sqlite3'
import type { SearchIndex } from '../ports/search-index.ts'
import type { Sync } from './promised.ts'
import type { WordIndex } from './word-index.ts'

/** Passages of one step: some 5 ms. */
const STEP_PASSAGES = 32
/** Rows of one step of erasing the tables of a full-text index: some 4 ms. */
const STEP_ROWS = { data: 1000, docsize: 8000 }

interface Row {
  key: number
  collection: number
  title: string
  headings: string
  text: string
}

/**
 * Indexes the passages of a database from before posting blocks, in the order of their keys, and
 * then drops its full-text tables. Each step is short, and stores how far it has come.
 */
export function createIndexRebuild(
  db: Database,
  index: WordIndex,
): Pick<Sync<SearchIndex>, 'rebuild' | 'rebuilt'> {
  const state = db.prepare<[], { done: number; until: number }>(
    'SELECT done, until FROM index_rebuild',
  )
  const move = db.prepare<{ done: number }>('UPDATE index_rebuild SET done = :done')
  const end = db.prepare('DELETE FROM index_rebuild')
  const next = db.prepare<{ done: number; until: number; limit: number }, Row>(`
    SELECT passages.rowid AS key, collections.number AS collection,
           coalesce(documents.title, '') AS title, coalesce(anchor, '') AS headings, text
      FROM passages
      JOIN passage_texts ON passage_texts.rowid = passages.rowid
      JOIN collections ON collections.id = passages.collection_id
      LEFT JOIN documents ON documents.id = document_id
     WHERE passages.rowid > :done AND passages.rowid <= :until
     ORDER BY passages.rowid
     LIMIT :limit
  `)
  const outdated = db
    .prepare<[], string>(`
      SELECT name
        FROM sqlite_schema
       WHERE sql LIKE 'CREATE VIRTUAL TABLE%'
         AND (name GLOB 'terms_[0-9]*' OR name GLOB 'words_[0-9]*' OR name GLOB 'grams_[0-9]*')
       ORDER BY name GLOB 'terms_*' DESC
       LIMIT 1
    `)
    .pluck()

  const step = db.transaction<Sync<SearchIndex>['rebuild']>((analyze) => {
    const { done, until } = state.get() ?? { done: 0, until: 0 }
    const rows = next.all({ done, until, limit: STEP_PASSAGES })
    for (const [collection, passages] of Map.groupBy(rows, (row) => row.collection)) {
      index.insert(
        collection,
        passages.map(({ key, ...passage }) => ({ key, terms: analyze(passage).terms })),
      )
    }
    const last = rows.at(-1)
    if (last) move.run({ done: last.key })
    else dropOutdated()
    return state.get() !== undefined
  })

  /** Empties what a full-text table is stored in before it is dropped, which then takes no time. */
  function dropOutdated(): void {
    const table = outdated.get()
    if (!table) end.run()
    else if (table.startsWith('terms_') || !eraseSome(table)) db.exec(`DROP TABLE ${table}`)
  }

  /** False when nothing is left. In safe mode SQLite protects the tables that FTS5 stores in. */
  function eraseSome(table: string): boolean {
    db.unsafeMode(true)
    try {
      return eraseRows(table)
    } finally {
      db.unsafeMode(false)
    }
  }

  function eraseRows(table: string): boolean {
    return Object.entries(STEP_ROWS).some(([part, rows]) => {
      const stored = `${table}_${part}`
      const erase = db.prepare(`
        DELETE FROM ${stored} WHERE rowid IN (SELECT rowid FROM ${stored} LIMIT ${rows})
      `)
      return erase.run().changes > 0
    })
  }

  return {
    rebuild: (analyze) => state.get() !== undefined && step.immediate(analyze),

    rebuilt() {
      const found = state.get()
      return found ? found.done / found.until : null
    },
  }
}
