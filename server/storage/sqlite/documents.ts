import type { Database } from 'better-sqlite3'
import type { KnowledgeDocument } from '../../contract/document.ts'
import type { Documents, KnownDocument } from '../ports/documents.ts'
import { createBeginnings } from './document-beginnings.ts'
import { createDocumentChanges } from './document-changes.ts'
import { createDocumentRemoval, prepareRemoveOne } from './document-removal.ts'
import { createDocumentStoring } from './document-storing.ts'
import { createLostText } from './lost-text.ts'
import { readPage } from './paging.ts'
import { prepareForgetParsing } from './parsing.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'
import { createStoredPassages, type IndexOf, type Place } from './stored-passages.ts'

const FIRST_PATH = { path: '' }

const STATUS = `CASE excluded WHEN 1 THEN 'excluded' ELSE status END`
const COLUMNS = `id, source_id, path, title, url, media_type, bytes, content_hash, ${STATUS} AS status,
         error_code, error_message, passage_count, updated_at`

export function createDocuments(
  db: Database,
  indexOf: IndexOf,
  holds: (organization_id: string, job_id: string) => boolean,
): Sync<Omit<Documents, 'beganParsing' | 'endedParsing' | 'stoppedParser' | 'beingParsed'>> {
  const find = prepareFind(db)
  const passages = createStoredPassages(db, indexOf)
  const removeOne = prepareRemoveOne(db, passages)
  const parts = { passages, removeOne, forgetParsing: prepareForgetParsing(db) }
  /** Whether a run may still write; what is written without one always may. */
  const mayWrite = (organization_id: string, job_id?: string) =>
    job_id === undefined || holds(organization_id, job_id)

  return {
    find,
    list: prepareList(db),
    ...createBeginnings(db),
    update: createDocumentChanges(db, find),
    ...versionsOf(db),
    ...createLostText(db, mayWrite),
    ...createDocumentStoring(db, parts, mayWrite),
    ...createDocumentRemoval(db, removeOne, mayWrite),
    sweep: prepareSweep(db, indexOf),
  }
}

function prepareFind(db: Database): Sync<Documents>['find'] {
  const byId = db.prepare<{ organization_id: string; id: string }, KnowledgeDocument>(`
    SELECT ${COLUMNS} FROM documents WHERE id = :id AND organization_id = :organization_id
  `)
  return (organization_id, id) => byId.get({ organization_id, id }) ?? null
}

function prepareList(db: Database): Sync<Documents>['list'] {
  const sourceExists = db.prepare<{ organization_id: string; source_id: string }>(`
    SELECT 1 FROM sources WHERE id = :source_id AND organization_id = :organization_id
  `)
  const page = db.prepare<
    { source_id: string; status: string | null; path: string; rows: number },
    KnowledgeDocument
  >(
    plannedOnce(`
    SELECT ${COLUMNS}
      FROM documents
     WHERE source_id = :source_id AND (:status IS NULL OR ${STATUS} = :status) AND path > :path
     ORDER BY path
     LIMIT :rows
  `),
  )

  return (organization_id, source_id, { status = null as string | null }, paging) => {
    if (!sourceExists.get({ organization_id, source_id })) return null
    return readPage(
      paging,
      { list: ['documents', source_id, status], start: FIRST_PATH },
      (range) => page.all({ source_id, status, ...range }),
      (row) => row,
    )
  }
}

function versionsOf(
  db: Database,
): Pick<Sync<Documents>, 'known' | 'recordVersions' | 'outdate' | 'countUndigested'> {
  const known = db.prepare<{ organization_id: string; source_id: string }, KnownDocument>(`
    SELECT id, path, content_hash, version, error_code, passage_count, times_lost, given_title,
           given_url, ${STATUS} AS status
      FROM documents
     WHERE source_id = :source_id AND organization_id = :organization_id
  `)
  const recordVersion = db.prepare<{
    organization_id: string
    id: string
    version: string | null
  }>(`
    UPDATE documents
       SET version = :version, times_lost = 0,
           error_code = CASE WHEN status <> 'ingested' THEN error_code END,
           error_message = CASE WHEN status <> 'ingested' THEN error_message END
     WHERE id = :id AND organization_id = :organization_id
  `)
  const outdate = db
    .prepare<{ organization_id: string }, string>(`
      UPDATE documents
         SET content_hash = ''
       WHERE organization_id = :organization_id
         AND collection_id IN (SELECT id
                                 FROM collections
                                WHERE organization_id = :organization_id AND status = 'active')
      RETURNING source_id
    `)
    .pluck()
  const undigested = db
    .prepare<[], number>('SELECT count(*) FROM documents WHERE passages_digest IS NULL')
    .pluck()

  const recordVersions = db.transaction<Sync<Documents>['recordVersions']>(
    (organization_id, versions) => {
      for (const { id, version } of versions) recordVersion.run({ organization_id, id, version })
    },
  )

  return {
    known: (organization_id, source_id) => known.all({ organization_id, source_id }),
    recordVersions: (...values) => recordVersions.immediate(...values),
    outdate: (organization_id) => [...new Set(outdate.all({ organization_id }))],
    countUndigested: () => undigested.get() ?? 0,
  }
}

function prepareSweep(db: Database, indexOf: IndexOf): Sync<Documents>['sweep'] {
  const gone = db.prepare<
    { limit: number },
    { key: number; organization_id: string; collection_id: string }
  >(`
    SELECT key, organization_id, collection_id
      FROM passages
     WHERE state <> 'live' AND state = 'gone'
     LIMIT :limit
  `)
  const erasePassage = db.prepare<{ key: number }>('DELETE FROM passages WHERE key = :key')

  const sweep = db.transaction((limit: number): void => {
    const rows = gone.all({ limit })
    for (const { key } of rows) erasePassage.run({ key })
    for (const erased of Map.groupBy(rows, (row) => row.collection_id).values()) {
      const { organization_id, collection_id } = erased[0] as Place
      indexOf(organization_id, collection_id)?.erase(erased.map(({ key }) => key))
    }
  })

  return (limit) => {
    if (!gone.get({ limit: 1 })) return false
    sweep.immediate(limit)
    return gone.get({ limit: 1 }) !== undefined
  }
}
