import type { Database } from 'better-sqlite3'
import type { KnowledgeDocument } from '../../contract/document.ts'
import type {
  BeingParsed,
  Documents,
  KnownDocument,
  NewPassage,
  NewVersion,
  StagedPart,
} from '../ports/documents.ts'
import { digestOfPassages } from '../rows/passages.ts'
import { wholeVersions } from '../rules/documents.ts'
import { createBeginnings } from './document-beginnings.ts'
import { createDocumentChanges } from './document-changes.ts'
import { readPage } from './paging.ts'
import { createPassageDigest } from './passage-digest.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'
import type { CollectionIndex, Indexed } from './search-index.ts'

const FIRST_PATH = { path: '' }

/**
 * A passage's states: staged → live → gone; staged → gone when it is never published. Those of a
 * document that is stored whole begin as live.
 */
export function createDocuments(
  db: Database,
  indexOf: (organization_id: string, collection_id: string) => CollectionIndex | undefined,
  holds: (organization_id: string, job_id: string) => boolean,
): Sync<Documents> {
  const status = `CASE excluded WHEN 1 THEN 'excluded' ELSE status END`
  const columns = `id, source_id, path, title, url, media_type, bytes, content_hash, ${status} AS status,
           error_code, error_message, passage_count, updated_at`
  const byId = db.prepare<{ organization_id: string; id: string }, KnowledgeDocument>(`
    SELECT ${columns} FROM documents WHERE id = :id AND organization_id = :organization_id
  `)
  const sourceExists = db.prepare<{ organization_id: string; source_id: string }>(`
    SELECT 1 FROM sources WHERE id = :source_id AND organization_id = :organization_id
  `)
  // A document deleted while its run was reading must not come back (docs/behaviour.md#documents).
  const isWanted = db.prepare<{
    organization_id: string
    collection_id: string
    source_id: string
    id: string
    uploaded: 0 | 1
    known: 0 | 1
  }>(`
    SELECT 1
      FROM sources
     WHERE id = :source_id
       AND collection_id = :collection_id
       AND organization_id = :organization_id
       AND (:uploaded = 0 OR EXISTS (SELECT 1 FROM uploads WHERE uploads.id = :id))
       AND (:known = 0 OR EXISTS (SELECT 1 FROM documents WHERE documents.id = :id))
  `)
  const page = db.prepare<
    { source_id: string; status: string | null; path: string; rows: number },
    KnowledgeDocument
  >(
    plannedOnce(`
    SELECT ${columns}
      FROM documents
     WHERE source_id = :source_id AND (:status IS NULL OR ${status} = :status) AND path > :path
     ORDER BY path
     LIMIT :rows
  `),
  )
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
  const known = db.prepare<{ organization_id: string; source_id: string }, KnownDocument>(`
    SELECT id, path, content_hash, version, given_title, given_url, ${status} AS status
      FROM documents
     WHERE source_id = :source_id AND organization_id = :organization_id
  `)
  const recordVersion = db.prepare<{
    organization_id: string
    id: string
    version: string | null
  }>(`
    UPDATE documents
       SET version = :version
     WHERE id = :id AND organization_id = :organization_id
  `)
  const beganParsing = db.prepare<{ organization_id: string; source_id: string } & BeingParsed>(`
    INSERT OR REPLACE INTO being_parsed (source_id, path, content_hash)
    SELECT id, :path, :content_hash
      FROM sources
     WHERE id = :source_id AND organization_id = :organization_id
  `)
  const isOwn = `source_id = (SELECT id FROM sources
                                WHERE id = :source_id AND organization_id = :organization_id)`
  const endedParsing = db.prepare<{ organization_id: string; source_id: string; path: string }>(`
    DELETE FROM being_parsed WHERE ${isOwn} AND path = :path
  `)
  const beingParsed = db.prepare<{ organization_id: string; source_id: string }, BeingParsed>(`
    SELECT path, content_hash FROM being_parsed WHERE ${isOwn}
  `)
  const idAt = db
    .prepare<{ source_id: string; path: string }, string>(`
      SELECT id FROM documents WHERE source_id = :source_id AND path = :path
    `)
    .pluck()
  const upsert = db.prepare<
    KnowledgeDocument & {
      organization_id: string
      collection_id: string
      passages_digest: string
      version: string | null
    }
  >(`
    INSERT INTO documents (id, organization_id, collection_id, source_id, path, title, url, media_type,
                           bytes, content_hash, status, error_code, error_message, passage_count,
                           passages_digest, version, updated_at)
    VALUES (:id, :organization_id, :collection_id, :source_id, :path, :title, :url, :media_type,
            :bytes, :content_hash, :status, :error_code, :error_message, :passage_count,
            :passages_digest, :version, :updated_at)
    ON CONFLICT (id) DO UPDATE
       SET path = excluded.path, title = coalesce(given_title, excluded.title),
           url = coalesce(given_url, excluded.url),
           media_type = excluded.media_type, bytes = excluded.bytes,
           content_hash = excluded.content_hash, status = excluded.status,
           error_code = excluded.error_code, error_message = excluded.error_message,
           passage_count = excluded.passage_count, passages_digest = excluded.passages_digest,
           version = excluded.version, updated_at = excluded.updated_at
  `)
  const digestOf = createPassageDigest(db)
  const undigested = db
    .prepare<[], number>('SELECT count(*) FROM documents WHERE passages_digest IS NULL')
    .pluck()
  const erase = db.prepare<{ id: string }>('DELETE FROM documents WHERE id = :id')
  const eraseUpload = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM uploads WHERE id = :id AND organization_id = :organization_id
  `)
  const isExcluded = db.prepare<{ id: string }>(`
    SELECT 1 FROM documents WHERE id = :id AND excluded = 1
  `)
  const inSource = db.prepare<{ organization_id: string; source_id: string; id: string }>(`
    SELECT 1
      FROM documents
     WHERE id = :id AND source_id = :source_id AND organization_id = :organization_id
  `)

  const insertPassage = db.prepare<
    Pick<NewPassage, 'id' | 'position'> & {
      collection_id: string
      document_id: string
      state: 'staged' | 'live'
      staged_by: string | null
    }
  >(`
    INSERT INTO passages (id, collection_id, document_id, position, state, staged_by)
    VALUES (:id, :collection_id, :document_id, :position, :state, :staged_by)
  `)
  const insertText = db.prepare<Pick<NewPassage, 'anchor' | 'url' | 'text'> & { rowid: number }>(`
    INSERT INTO passage_texts (rowid, anchor, url, text) VALUES (:rowid, :anchor, :url, :text)
  `)
  const abandonStaged = db.prepare<{ document_id: string; position: number }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE document_id = :document_id AND state = 'staged' AND position >= :position
  `)
  const hide = db.prepare<{ document_id: string }>(`
    UPDATE passages SET state = 'gone' WHERE document_id = :document_id AND state = 'live'
  `)
  const show = db.prepare<{ document_id: string }>(`
    UPDATE passages
       SET state = 'live', staged_by = NULL
     WHERE document_id = :document_id AND state = 'staged'
  `)
  const gone = db.prepare<
    { limit: number },
    { rowid: number; organization_id: string; collection_id: string }
  >(`
    SELECT passages.rowid, organization_id, collection_id
      FROM passages
      JOIN collections ON collections.id = collection_id
     WHERE state <> 'live' AND state = 'gone'
     LIMIT :limit
  `)
  const erasePassage = db.prepare<{ rowid: number }>('DELETE FROM passages WHERE rowid = :rowid')

  /** Those of which all passages are given become live at once, which takes half as many writes. */
  function insertParts(
    { organization_id, collection_id }: Place,
    parts: StagedPart[],
    { isWhole, job_id }: { isWhole: (part: StagedPart) => boolean; job_id: string | undefined },
  ): void {
    if (parts.length === 0) return
    const index = indexOf(organization_id, collection_id)
    if (!index) throw new Error('Passages can only be stored in a collection that exists.')
    index.insert(
      parts.flatMap((part) =>
        isWhole(part) ? liveRows(collection_id, part) : stagedRows(collection_id, part, job_id),
      ),
    )
  }

  function stagedRows(collection_id: string, part: StagedPart, job_id?: string): Indexed[] {
    const { document_id, passages } = part
    // Batches come in reading order: passages staged from here on are left by a failed attempt.
    const position = Math.min(...passages.map((passage) => passage.position))
    abandonStaged.run({ document_id, position })
    return insertRows(collection_id, part, { state: 'staged', staged_by: job_id ?? null })
  }

  function liveRows(collection_id: string, part: StagedPart): Indexed[] {
    const { document_id } = part
    hide.run({ document_id })
    abandonStaged.run({ document_id, position: 0 })
    return insertRows(collection_id, part, { state: 'live', staged_by: null })
  }

  function insertRows(
    collection_id: string,
    { document_id, passages }: StagedPart,
    shown: { state: 'staged' | 'live'; staged_by: string | null },
  ): Indexed[] {
    return passages.map(({ id, position, anchor, url, text, terms, vector }) => {
      const row = { id, collection_id, document_id, position, ...shown }
      const key = Number(insertPassage.run(row).lastInsertRowid)
      insertText.run({ rowid: key, anchor, url, text })
      return { key, terms, vector }
    })
  }

  const stage = db.transaction((place: Place, part: StagedPart) => {
    insertParts(place, [part], { isWhole: () => false, job_id: undefined })
  })

  /** Shows the staged passages of a document in place of the earlier ones; returns their number. */
  function swap(document_id: string, status: KnowledgeDocument['status']): number {
    hide.run({ document_id })
    if (status === 'ingested') return show.run({ document_id }).changes
    abandonStaged.run({ document_id, position: 0 })
    return 0
  }

  function removeOne(id: string): void {
    hide.run({ document_id: id })
    erase.run({ id })
  }

  /** False when it must not come back; what was staged of it is then never shown. */
  function mayPublish(
    organization_id: string,
    collection_id: string,
    version: NewVersion,
  ): boolean {
    const { id, source_id, known, uploaded } = version
    if (isExcluded.get({ id })) return false
    const from = { uploaded: uploaded ? 1 : 0, known: known ? 1 : 0 } as const
    if (isWanted.get({ organization_id, collection_id, source_id, id, ...from })) return true
    abandonStaged.run({ document_id: id, position: 0 })
    return false
  }

  /** `live`: the document's passages when they are live already; else the staged ones are shown. */
  function publishOne(
    organization_id: string,
    collection_id: string,
    { known: _known, uploaded: _uploaded, version = null, ...document }: NewVersion,
    live?: NewPassage[],
  ): void {
    const { id, source_id, path, status } = document
    const replaced = idAt.get({ source_id, path })
    if (replaced && replaced !== id) removeOne(replaced)
    const passage_count = live ? live.length : swap(id, status)
    const passages_digest = live ? digestOfPassages(live) : digestOf(id)
    const made = { passage_count, passages_digest, version }
    upsert.run({ ...document, ...made, organization_id, collection_id })
    endedParsing.run({ organization_id, source_id, path })
  }

  /** Whether a run may still write; what is written without one always may. */
  const isHeld = (organization_id: string, job_id?: string) =>
    job_id === undefined || holds(organization_id, job_id)

  const publish = db.transaction<Sync<Documents>['publish']>(
    (organization_id, collection_id, version, job_id) => {
      if (!isHeld(organization_id, job_id)) return false
      const isKept = mayPublish(organization_id, collection_id, version)
      if (isKept) publishOne(organization_id, collection_id, version)
      return isKept
    },
  )

  const ingest = db.transaction<Sync<Documents>['ingest']>(
    (organization_id, collection_id, { staged, published }, job_id) => {
      if (!isHeld(organization_id, job_id)) return []
      const wanted = staged.filter(({ document_id }) => !isExcluded.get({ id: document_id }))
      const parts = new Map(wanted.map((part) => [part.document_id, part]))
      const kept = published.filter((version) => {
        const isKept = mayPublish(organization_id, collection_id, version)
        if (!isKept) parts.delete(version.id)
        return isKept
      })
      const whole = wholeVersions(kept, [...parts.values()])
      const isWhole = ({ document_id }: StagedPart) => whole.has(document_id)
      const place = { organization_id, collection_id }
      insertParts(place, [...parts.values()], { isWhole, job_id })
      for (const version of kept) {
        publishOne(organization_id, collection_id, version, whole.get(version.id))
      }
      return kept
    },
  )

  const remove = db.transaction<Sync<Documents>['remove']>(
    (organization_id, source_id, ids, job_id) => {
      if (!isHeld(organization_id, job_id)) return
      for (const id of ids) if (inSource.get({ organization_id, source_id, id })) removeOne(id)
    },
  )

  const recordVersions = db.transaction<Sync<Documents>['recordVersions']>(
    (organization_id, versions) => {
      for (const { id, version } of versions) recordVersion.run({ organization_id, id, version })
    },
  )

  const eraseOne = db.transaction<Sync<Documents>['delete']>((organization_id, id) => {
    const uploads = eraseUpload.run({ organization_id, id }).changes
    if (!byId.get({ organization_id, id })) return uploads > 0
    removeOne(id)
    return true
  })

  const sweep = db.transaction((limit: number): void => {
    const rows = gone.all({ limit })
    for (const { rowid } of rows) erasePassage.run({ rowid })
    for (const erased of Map.groupBy(rows, (row) => row.collection_id).values()) {
      const { organization_id, collection_id } = erased[0] as Place
      indexOf(organization_id, collection_id)?.erase(erased.map(({ rowid }) => rowid))
    }
  })

  const find: Sync<Documents>['find'] = (organization_id, id) =>
    byId.get({ organization_id, id }) ?? null

  return {
    find,

    list(organization_id, source_id, { status = null as string | null }, paging) {
      if (!sourceExists.get({ organization_id, source_id })) return null
      return readPage(
        paging,
        { list: ['documents', source_id, status], start: FIRST_PATH },
        (range) => page.all({ source_id, status, ...range }),
        (row) => row,
      )
    },

    ...createBeginnings(db),
    update: createDocumentChanges(db, find),
    delete: (organization_id, id) => eraseOne.immediate(organization_id, id),
    outdate: (organization_id) => [...new Set(outdate.all({ organization_id }))],
    known: (organization_id, source_id) => known.all({ organization_id, source_id }),
    recordVersions: (...values) => recordVersions.immediate(...values),
    countUndigested: () => undigested.get() ?? 0,
    beingParsed: (organization_id, source_id) => beingParsed.all({ organization_id, source_id }),

    beganParsing(organization_id, source_id, { path, content_hash }) {
      beganParsing.run({ organization_id, source_id, path, content_hash })
    },

    endedParsing(organization_id, source_id, path) {
      endedParsing.run({ organization_id, source_id, path })
    },

    stage(organization_id, collection_id, part) {
      if (part.passages.length > 0) stage.immediate({ organization_id, collection_id }, part)
    },

    publish: (...values) => publish.immediate(...values),
    ingest: (...values) => ingest.immediate(...values),

    remove: (...values) => remove.immediate(...values),

    sweep(limit) {
      if (!gone.get({ limit: 1 })) return false
      sweep.immediate(limit)
      return gone.get({ limit: 1 }) !== undefined
    },
  }
}

/** A collection of an organization. */
interface Place {
  organization_id: string
  collection_id: string
}
