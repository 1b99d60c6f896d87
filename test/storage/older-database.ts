import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Database } from 'better-sqlite3'
import { openDatabase } from '../../server/storage/drivers/sqlite/database.ts'
import { at, newId } from './backends.ts'

/** The last migration before posting blocks. */
const BEFORE_BLOCKS = '0008'
const MIGRATIONS = new URL('../../server/storage/drivers/sqlite/migrations/', import.meta.url)

/** The documents of a collection, each by its passages. */
export interface OlderCollection {
  archived?: boolean
  documents: string[][]
  /** The document that was deleted last: its passages are hidden, and not swept yet. */
  deleted?: string[]
}

/**
 * Makes the file `data.db` of a folder as a service from before posting blocks wrote it, with a
 * full-text index of words and one of n-grams for each collection.
 */
export function createOlderDatabase(
  folder: string,
  collections: OlderCollection[],
): { organization_id: string; ids: string[] } {
  const migrations = join(folder, 'migrations')
  for (const name of readdirSync(MIGRATIONS)) {
    if (name.slice(0, 4) > BEFORE_BLOCKS) continue
    cpSync(new URL(name, MIGRATIONS), join(migrations, name))
  }
  const db = openDatabase(join(folder, 'data.db'), {
    migrations: pathToFileURL(`${migrations}/`),
  })
  const organization_id = newId()
  db.prepare(`
    INSERT INTO organizations (id, slug, name, status, support_access, created_at)
    VALUES (:organization_id, 'older', 'Older', 'active', 0, :now)
  `).run({ organization_id, now: at(0) })
  const ids = collections.map((collection) => addCollection(db, organization_id, collection))
  db.close()
  return { organization_id, ids }
}

function addCollection(
  db: Database,
  organization_id: string,
  { archived = false, documents, deleted }: OlderCollection,
): string {
  const collection_id = newId()
  const ids = { organization_id, collection_id, source_id: newId(), now: at(0) }
  const status = archived ? 'archived' : 'active'
  const { lastInsertRowid: number } = db
    .prepare(`
      INSERT INTO collections (id, organization_id, name, description, status, embedding_model,
                               embedding_dimensions, created_at, updated_at)
      VALUES (:collection_id, :organization_id, :collection_id, '', :status, 'builtin/test', 3,
              :now, :now)
    `)
    .run({ ...ids, status })
  db.exec(`
    CREATE VIRTUAL TABLE words_${number} USING fts5(
      title, heading, text, content = '', contentless_delete = 1);
    CREATE VIRTUAL TABLE grams_${number} USING fts5(grams, content = '', contentless_delete = 1);
    CREATE VIRTUAL TABLE terms_${number} USING fts5vocab(words_${number}, row);
    CREATE VIRTUAL TABLE vectors_${number} USING vec0(
      embedding float[3] distance_metric=cosine, chunk_size=128);
  `)
  db.prepare(`
    INSERT INTO sources (id, organization_id, collection_id, name, type, config, created_at,
                         updated_at)
    VALUES (:source_id, :organization_id, :collection_id, 'docs', 'folder', '{}', :now, :now)
  `).run(ids)
  for (const texts of documents) {
    const document_id = newId()
    addPassages(db, { number, collection_id, document_id, state: 'live' }, texts)
    db.prepare(`
      INSERT INTO documents (id, organization_id, collection_id, source_id, path, title, media_type,
                             bytes, content_hash, status, passage_count, updated_at)
      VALUES (:document_id, :organization_id, :collection_id, :source_id, :document_id, 'Guide',
              'text/markdown', 1, '', 'ingested', :count, :now)
    `).run({ ...ids, document_id, count: texts.length })
  }
  const gone = { number, collection_id, document_id: newId(), state: 'gone' as const }
  if (deleted) addPassages(db, gone, deleted)
  return collection_id
}

interface Place {
  number: number | bigint
  collection_id: string
  document_id: string
  state: 'live' | 'gone'
}

function addPassages(db: Database, { number, ...place }: Place, texts: string[]): void {
  const insert = db.prepare(`
    INSERT INTO passages (id, collection_id, document_id, position, state)
    VALUES (:id, :collection_id, :document_id, :position, :state)
  `)
  const insertText = db.prepare('INSERT INTO passage_texts (rowid, text) VALUES (:rowid, :text)')
  const insertWords = db.prepare(`
    INSERT INTO words_${number} (rowid, title, heading, text) VALUES (:rowid, 'guide', '', :text)
  `)
  const insertGrams = db.prepare(
    `INSERT INTO grams_${number} (rowid, grams) VALUES (:rowid, 'guid uide')`,
  )
  for (const [position, text] of texts.entries()) {
    const { lastInsertRowid: rowid } = insert.run({ ...place, id: newId(), position })
    insertText.run({ rowid, text })
    insertWords.run({ rowid, text })
    insertGrams.run({ rowid })
  }
}
