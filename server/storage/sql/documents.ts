import type { KnowledgeDocument } from '../../contract/document.ts'
import type { Documents, KnownDocument, SectionText } from '../ports/documents.ts'
import { type CollectionPlace, DOCUMENT_COLUMNS, DOCUMENT_STATUS } from '../rows/documents.ts'
import { createBeginnings } from './document-beginnings.ts'
import { createDocumentChanges } from './document-changes.ts'
import { tellDocuments } from './document-counts.ts'
import { createDocumentRemoval } from './document-removal.ts'
import { createDocumentStoring } from './document-storing.ts'
import { toJsonRows } from './json-rows.ts'
import { createLostText } from './lost-text.ts'
import { readPage } from './paging.ts'
import { createParsing } from './parsing.ts'
import type { LockIndex } from './passage-index.ts'
import { type Driver, type Step, sql } from './step.ts'
import type { PassageRows } from './stored-passages.ts'

const FIRST_PATH = { path: '' }

interface Named {
  organization_id: string
  id: string
}

interface OfSource {
  organization_id: string
  source_id: string
}

const byId = sql<Named, KnowledgeDocument>(`
  SELECT ${DOCUMENT_COLUMNS} FROM documents WHERE organization_id = :organization_id AND id = :id
`)
const sourceExists = sql<OfSource>(`
  SELECT 1 FROM sources WHERE organization_id = :organization_id AND id = :source_id
`)
const page = sql<
  OfSource & { status: string | null; path: string; rows: number },
  KnowledgeDocument
>(`
  SELECT ${DOCUMENT_COLUMNS}
    FROM documents
   WHERE organization_id = :organization_id AND source_id = :source_id
     AND (:status::text IS NULL OR ${DOCUMENT_STATUS} = :status) AND path > :path
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
  SELECT id, path, content_hash, version, error_code, passage_count, times_lost, reading,
         given_title, given_url, ${DOCUMENT_STATUS} AS status
    FROM documents
   WHERE organization_id = :organization_id AND source_id = :source_id
`)
const recordVersions = sql<{ organization_id: string; versions: string }>(`
  UPDATE documents
     SET version = found.version, times_lost = 0,
         error_code = CASE WHEN status <> 'ingested' THEN error_code END,
         error_message = CASE WHEN status <> 'ingested' THEN error_message END
    FROM ROWS (:versions, id text, version text) AS found
   WHERE organization_id = :organization_id AND documents.id = found.id
`)
const sectionTexts = sql<{ organization_id: string; ids: string[] }, SectionText>(`
  SELECT document_id, section, text
    FROM passages WITH TEXTS
   WHERE organization_id = :organization_id AND document_id AMONG (:ids) AND state = 'live'
     AND section IS NOT NULL
   ORDER BY document_id, position
`)
const undigested = sql<object, { count: number }>(`
  SELECT count(*) AS count FROM documents WHERE passages_digest IS NULL
`)
const gone = sql<object, CollectionPlace>(`
  SELECT organization_id, collection_id
    FROM passages
   WHERE state <> 'live' AND state = 'gone'
   LIMIT 1
`)
const sweep = sql<CollectionPlace & { limit: number }, { key: number }>(`
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
  db: Driver,
  owner: string,
  parts: { passages: PassageRows; lockIndex: LockIndex },
): Documents {
  return {
    find: (organization_id, id) => db.run(() => find({ organization_id, id })),

    list: (organization_id, source_id, { status = null as string | null }, paging) =>
      db.run(function* () {
        if (!(yield* sourceExists.get({ organization_id, source_id }))) return null
        return yield* readPage(
          paging,
          { list: ['documents', source_id, status], start: FIRST_PATH },
          (range) => page.all({ organization_id, source_id, status, ...range }),
          (row) => row,
        )
      }),

    ...createBeginnings(db),
    ...createDocumentStoring(db, owner, parts),
    ...createDocumentRemoval(db, owner),
    ...createLostText(db, owner),
    ...createParsing(db),
    update: createDocumentChanges(db, { passages: parts.passages, find }),

    outdate: (organization_id) =>
      db.step(function* () {
        const rows = yield* outdate.all({ organization_id })
        yield* tellDocuments(organization_id, rows)
        return [...new Set(rows.map(({ source_id }) => source_id))]
      }),

    known: (organization_id, source_id) => db.run(() => known.all({ organization_id, source_id })),

    recordVersions: (organization_id, versions) =>
      db.step(function* () {
        yield* recordVersions.run({ organization_id, versions: toJsonRows(versions) })
        yield* tellDocuments(organization_id, versions)
      }, 'read committed'),

    sectionTexts: (organization_id, ids) =>
      db.run(() => sectionTexts.all({ organization_id, ids })),

    countUndigested: () =>
      db.run(function* () {
        return (yield* undigested.get({}))?.count ?? 0
      }),

    // Looked for first: in SQLite a step that changes nothing waits for the write lock too.
    async sweep(limit) {
      const findGone = () => db.run(() => gone.get({}))
      const place = await findGone()
      if (!place) return false
      await db.step(() => sweepSome(parts.lockIndex, place, limit), 'read committed')
      return (await findGone()) !== undefined
    },
  }
}

function* find(named: Named): Step<KnowledgeDocument | null> {
  return (yield* byId.get(named)) ?? null
}

function* sweepSome(lockIndex: LockIndex, place: CollectionPlace, limit: number): Step<void> {
  const index = yield* lockIndex(place)
  const rows = yield* sweep.all({ ...place, limit })
  if (index && rows.length > 0) yield* index.erase(rows.map(({ key }) => key))
}
