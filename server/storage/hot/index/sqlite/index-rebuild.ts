import type { Database } from 'better-sqlite3'
import type { Sync } from '../../../drivers/sqlite/promised.ts'
import type { Analyze, SearchIndex } from '../../../ports/search-index.ts'
import { type RebuiltRow, toAnalyzed } from '../../../rows/passages.ts'
import { createIndexReset } from './index-reset.ts'
import type { WordIndex } from './word-index.ts'

/** Passages of one step: some 5 ms. */
const STEP_PASSAGES = 32
/** Keys that one step looks at, when few of them are the collection's. */
const STEP_KEYS = 10_000
/** Rows of one step of erasing the tables of a full-text index: some 4 ms. */
const STEP_ROWS = { data: 1000, docsize: 8000 }

type Row = RebuiltRow & { collection: number }

/** How far a rebuild has come. `collection` is null for that of all collections. */
interface Progress {
  collection: number | null
  done: number
  until: number
}

/**
 * Indexes the passages of a database from before posting blocks, in the order of their keys, and
 * then drops its full-text tables; and those of collections whose index was reset. Each step is
 * short, and stores how far it has come.
 */
export function createIndexRebuild(
  db: Database,
  index: WordIndex,
): Pick<Sync<SearchIndex>, 'reset' | 'rebuild' | 'rebuilt'> {
  const resets = createIndexReset(db, index)
  const state = db.prepare<[], Progress>('SELECT collection, done, until FROM index_rebuild')
  const begin = db.prepare<{ collection: number }>(`
    INSERT INTO index_rebuild (collection, done, until)
    SELECT :collection, 0, max(key) FROM passages HAVING max(key) IS NOT NULL
  `)
  const move = db.prepare<{ done: number }>('UPDATE index_rebuild SET done = :done')
  const end = db.prepare('DELETE FROM index_rebuild')
  const next = db.prepare<Progress & { limit: number }, Row>(`
    SELECT passages.key AS key, collections.number AS collection,
           coalesce(documents.title, '') AS title, anchor, headings, page, documents.description,
           position, text
      FROM passages
      JOIN passage_texts ON passage_texts.key = passages.key
      JOIN collections ON collections.id = passages.collection_id
      LEFT JOIN documents ON documents.id = document_id
     WHERE passages.key > :done AND passages.key <= :until
       AND (:collection IS NULL OR collections.number = :collection)
     ORDER BY passages.key
     LIMIT :limit
  `)
  const dropOutdated = prepareDropOutdated(db)

  const step = db.transaction<Sync<SearchIndex>['rebuild']>((analyze) => {
    const progress = state.get()
    const reset = resets.requested()
    if (progress) indexSome(progress, analyze)
    else if (reset !== null && resets.step(reset)) begin.run({ collection: reset })
    return isRebuilding()
  })

  function isRebuilding(): boolean {
    return state.get() !== undefined || resets.requested() !== null
  }

  function indexSome(progress: Progress, analyze: Analyze): void {
    const until = Math.min(progress.until, progress.done + STEP_KEYS)
    const rows = next.all({ ...progress, until, limit: STEP_PASSAGES })
    for (const [collection, passages] of Map.groupBy(rows, (row) => row.collection)) {
      index.insert(
        collection,
        passages.map((row) => ({ key: row.key, terms: analyze(toAnalyzed(row)).terms })),
      )
    }
    const done = rows.length < STEP_PASSAGES ? until : (rows.at(-1)?.key ?? until)
    if (done < progress.until || rows.length > 0) move.run({ done })
    else if (progress.collection !== null || !dropOutdated()) end.run()
  }

  return {
    reset: (organization_id) => resets.request(organization_id),
    rebuild: (analyze) => isRebuilding() && step.immediate(analyze),

    rebuilt() {
      const found = state.get()
      if (found) return found.done / found.until
      return resets.requested() === null ? null : 0
    },
  }
}

/**
 * Empties what a full-text table is stored in before it is dropped, which then takes no time. False
 * when there is none.
 */
function prepareDropOutdated(db: Database): () => boolean {
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

  return () => {
    const table = outdated.get()
    if (!table) return false
    if (table.startsWith('terms_') || !eraseSome(table)) db.exec(`DROP TABLE ${table}`)
    return true
  }
}
