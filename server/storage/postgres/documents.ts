import type { KnowledgeDocument } from '../../contract/document.ts'
import { createPostgresDriver, within } from '../drivers/postgres.ts'
import type { Documents, KnownDocument } from '../ports/documents.ts'
import { tellDocuments } from '../sql/document-counts.ts'
import { removeDocuments } from '../sql/document-removal.ts'
import { toJsonRows } from '../sql/json-rows.ts'
import { mayWrite } from '../sql/leases.ts'
import { createParsing } from '../sql/parsing.ts'
import type { Database, Runner } from './database.ts'
import { createBeginnings } from './document-beginnings.ts'
import { createDocumentChanges } from './document-changes.ts'
import { createDocumentStoring } from './document-storing.ts'
import { lockIndex, type Place } from './index-state.ts'
import { createLostText } from './lost-text.ts'
import { readPage } from './paging.ts'
import type { PostgresSearchIndex } from './search-index.ts'
import { sql } from './statement.ts'

const FIRST_PATH = { path: '' }

interface Named {
  organization_id: string
  id: string
}

interface OfSource {
  organization_id: string
  source_id: string
}

const STATUS = `CASE excluded WHEN 1 THEN 'excluded' ELSE status END`
const COLUMNS = `id, source_id, path, title, url, media_type, bytes, content_hash,
                 ${STATUS} AS status, error_code, error_message, passage_count, updated_at`

const byId = sql<Named, KnowledgeDocument>(`
  SELECT ${COLUMNS} FROM documents WHERE organization_id = :organization_id AND id = :id
`)
const sourceExists = sql<OfSource>(`
  SELECT 1 FROM sources WHERE organization_id = :organization_id AND id = :source_id
`)
const page = sql<
  OfSource & { status: string | null; path: string; rows: number },
  KnowledgeDocument
>(`
  SELECT ${COLUMNS}
    FROM documents
   WHERE organization_id = :organization_id AND source_id = :source_id
     AND (:status::text IS NULL OR ${STATUS} = :status) AND path > :path
   ORDER BY path
   LIMIT :rows
`)
const outdate = sql<{ organization_id: string }, { id: string; source_id: string }>(`
  UPDATE documents
     SET content_hash = ''
   WHERE organization_id = :organization_id
     AND collection_id IN (SELECT id
                             FROM collections
                            WHERE organization_id = :organization_id AND status = 'active')
  RETURNING id, source_id
`)
const known = sql<OfSource, KnownDocument>(`
  SELECT id, path, content_hash, version, error_code, passage_count, times_lost, given_title,
         given_url, ${STATUS} AS status
    FROM documents
   WHERE organization_id = :organization_id AND source_id = :source_id
`)
const recordVersions = sql<{ organization_id: string; versions: string }>(`
  UPDATE documents
     SET version = found.version, times_lost = 0,
         error_code = CASE WHEN status <> 'ingested' THEN error_code END,
         error_message = CASE WHEN status <> 'ingested' THEN error_message END
    FROM jsonb_to_recordset(:versions::jsonb) AS found (id text, version text)
   WHERE organization_id = :organization_id AND documents.id = found.id
`)
const undigested = sql<object, { count: number }>(`
  SELECT count(*) AS count FROM documents WHERE passages_digest IS NULL
`)
const eraseUpload = sql<Named>(`
  DELETE FROM uploads WHERE organization_id = :organization_id AND id = :id
`)
const inSource = sql<OfSource & { ids: string[] }, { id: string }>(`
  SELECT id
    FROM documents
   WHERE organization_id = :organization_id AND source_id = :source_id AND id = ANY (:ids)
`)
const gone = sql<object, Place>(`
  SELECT organization_id, collection_id
    FROM passages
   WHERE state <> 'live' AND state = 'gone'
   LIMIT 1
`)
const sweep = sql<Place & { limit: number }, { key: number }>(`
  DELETE FROM passages
   WHERE organization_id = :organization_id
     AND key IN (SELECT key
                   FROM passages
                  WHERE organization_id = :organization_id AND collection_id = :collection_id
                    AND state <> 'live' AND state = 'gone'
                  LIMIT :limit)
  RETURNING key
`)

/**
 * A passage's states: staged → live → gone; staged → gone when it is never published. Those of a
 * document that is stored whole begin as live.
 */
export function createDocuments(
  db: Database,
  index: PostgresSearchIndex,
  owner: string,
): Documents {
  const find = async (on: Runner, named: Named) => (await byId.get(on, named)) ?? null

  async function sweepSome(place: Place, limit: number): Promise<void> {
    await db.step(async (transaction) => {
      const state = await lockIndex(transaction, place)
      const rows = await sweep.all(transaction, { ...place, limit })
      const keys = rows.map(({ key }) => key)
      if (state && keys.length > 0) await index.erase(transaction, state, keys)
    }, 'read committed')
  }

  return {
    find: (organization_id, id) => find(db, { organization_id, id }),

    async list(organization_id, source_id, { status = null as string | null }, paging) {
      if (!(await sourceExists.get(db, { organization_id, source_id }))) return null
      return readPage(
        paging,
        { list: ['documents', source_id, status], start: FIRST_PATH },
        (range) => page.all(db, { organization_id, source_id, status, ...range }),
        (row) => row,
      )
    },

    ...createBeginnings(db),
    ...createDocumentStoring(db, index, owner),
    ...createLostText(db, owner),
    update: createDocumentChanges(db, find),

    delete: (organization_id, id) =>
      db.step(async (transaction) => {
        const uploads = await eraseUpload.run(transaction, { organization_id, id })
        if (!(await find(transaction, { organization_id, id }))) return uploads > 0
        await within(transaction, removeDocuments(organization_id, [id]))
        return true
      }),

    outdate: (organization_id) =>
      db.step(async (transaction) => {
        const rows = await outdate.all(transaction, { organization_id })
        await within(
          transaction,
          tellDocuments(
            organization_id,
            rows.map(({ id }) => id),
          ),
        )
        return [...new Set(rows.map(({ source_id }) => source_id))]
      }),

    known: (organization_id, source_id) => known.all(db, { organization_id, source_id }),

    recordVersions: (organization_id, versions) =>
      db.step(async (transaction) => {
        await recordVersions.run(transaction, { organization_id, versions: toJsonRows(versions) })
        await within(
          transaction,
          tellDocuments(
            organization_id,
            versions.map(({ id }) => id),
          ),
        )
      }, 'read committed'),

    countUndigested: async () => (await undigested.get(db, {}))?.count ?? 0,

    ...createParsing(createPostgresDriver(db)),

    remove: (organization_id, source_id, ids, job_id) =>
      db.step(async (transaction) => {
        if (!(await within(transaction, mayWrite({ organization_id, owner, job_id })))) return
        const own = await inSource.all(transaction, { organization_id, source_id, ids })
        await within(
          transaction,
          removeDocuments(
            organization_id,
            own.map(({ id }) => id),
          ),
        )
      }),

    async sweep(limit) {
      const place = await gone.get(db, {})
      if (!place) return false
      await sweepSome(place, limit)
      return (await gone.get(db, {})) !== undefined
    },
  }
}
