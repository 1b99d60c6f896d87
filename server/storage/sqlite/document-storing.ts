import type { Database } from 'better-sqlite3'
import type { KnowledgeDocument } from '../../contract/document.ts'
import type { Documents, NewPassage, NewVersion, StagedPart } from '../ports/documents.ts'
import { digestOfPassages } from '../rows/passages.ts'
import { wholeVersions } from '../rules/documents.ts'
import { createPassageDigest } from './passage-digest.ts'
import type { Sync } from './promised.ts'
import type { Place, StoredPassages } from './stored-passages.ts'

interface Parts {
  passages: StoredPassages
  removeOne: (id: string) => void
  forgetParsing: (organization_id: string, version: NewVersion) => void
}

/** Stores versions of documents. */
export function createDocumentStoring(
  db: Database,
  parts: Parts,
  mayWrite: (organization_id: string, job_id?: string) => boolean,
): Pick<Sync<Documents>, 'stage' | 'publish' | 'ingest'> {
  const { insertParts } = parts.passages
  const { isExcluded, mayPublish } = prepareMayPublish(db, parts)
  const publishOne = preparePublishOne(db, parts)

  const stage = db.transaction((place: Place, part: StagedPart) => {
    insertParts(place, [part], { isWhole: () => false, job_id: undefined })
  })

  const publish = db.transaction<Sync<Documents>['publish']>(
    (organization_id, collection_id, version, job_id) => {
      if (!mayWrite(organization_id, job_id)) return false
      const isKept = mayPublish(organization_id, collection_id, version)
      if (isKept) publishOne(organization_id, collection_id, version)
      return isKept
    },
  )

  const ingest = db.transaction<Sync<Documents>['ingest']>(
    (organization_id, collection_id, { staged, published }, job_id) => {
      if (!mayWrite(organization_id, job_id)) return []
      const wanted = staged.filter(({ document_id }) => !isExcluded(document_id))
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

  return {
    stage(organization_id, collection_id, part) {
      if (part.passages.length > 0) stage.immediate({ organization_id, collection_id }, part)
    },

    publish: (...values) => publish.immediate(...values),
    ingest: (...values) => ingest.immediate(...values),
  }
}

function prepareMayPublish(db: Database, { passages }: Parts) {
  const excluded = db.prepare<{ id: string }>(`
    SELECT 1 FROM documents WHERE id = :id AND excluded = 1
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

  /** False when it must not come back; what was staged of it is then never shown. */
  function mayPublish(
    organization_id: string,
    collection_id: string,
    version: NewVersion,
  ): boolean {
    const { id, source_id, known, uploaded } = version
    if (excluded.get({ id })) return false
    const from = { uploaded: uploaded ? 1 : 0, known: known ? 1 : 0 } as const
    if (isWanted.get({ organization_id, collection_id, source_id, id, ...from })) return true
    passages.abandon(id)
    return false
  }

  return { mayPublish, isExcluded: (id: string) => excluded.get({ id }) !== undefined }
}

function preparePublishOne(db: Database, { passages, removeOne, forgetParsing }: Parts) {
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
    ON CONFLICT (organization_id, id) DO UPDATE
       SET path = excluded.path, title = coalesce(given_title, excluded.title),
           url = coalesce(given_url, excluded.url),
           media_type = excluded.media_type, bytes = excluded.bytes,
           content_hash = excluded.content_hash, status = excluded.status,
           error_code = excluded.error_code, error_message = excluded.error_message,
           passage_count = excluded.passage_count, passages_digest = excluded.passages_digest,
           version = excluded.version, times_lost = 0, updated_at = excluded.updated_at
  `)
  const digestOf = createPassageDigest(db)

  /** `live`: the document's passages when they are live already; else the staged ones are shown. */
  return (
    organization_id: string,
    collection_id: string,
    { known: _known, uploaded: _uploaded, version = null, ...document }: NewVersion,
    live?: NewPassage[],
  ): void => {
    const { id, source_id, path } = document
    const replaced = idAt.get({ source_id, path })
    if (replaced && replaced !== id) removeOne(replaced)
    const passage_count = live ? live.length : passages.swap(document)
    const passages_digest = live ? digestOfPassages(live) : digestOf(id)
    const made = { passage_count, passages_digest, version }
    upsert.run({ ...document, ...made, organization_id, collection_id })
    forgetParsing(organization_id, document)
  }
}
