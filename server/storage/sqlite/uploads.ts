import type { Database } from 'better-sqlite3'
import type { Collection } from '../../contract/collection.ts'
import type { Upload, Uploads } from '../ports/uploads.ts'
import { requireActive } from '../rules/collections.ts'
import type { Sync } from './promised.ts'

export function createUploads(db: Database): Sync<Uploads> {
  const sourceOf = db.prepare<
    { organization_id: string; source_id: string },
    { collection_status: Collection['status'] }
  >(`
    SELECT collections.status AS collection_status
      FROM sources JOIN collections ON collections.id = collection_id
     WHERE sources.id = :source_id AND sources.organization_id = :organization_id
  `)
  const upsert = db.prepare<Upload & { organization_id: string; now: string }, Upload>(`
    INSERT INTO uploads (id, organization_id, source_id, path, title, url, media_type, bytes,
                         content_hash, uploaded_at)
    VALUES (:id, :organization_id, :source_id, :path, :title, :url, :media_type, :bytes,
            :content_hash, :now)
    ON CONFLICT (organization_id, source_id, path) DO UPDATE
       SET title = excluded.title, url = excluded.url, media_type = excluded.media_type,
           bytes = excluded.bytes, content_hash = excluded.content_hash,
           uploaded_at = excluded.uploaded_at
    RETURNING id, source_id, path, title, url, media_type, bytes, content_hash
  `)
  const ofSource = db.prepare<{ organization_id: string; source_id: string }, Upload>(`
    SELECT id, source_id, path, title, url, media_type, bytes, content_hash
      FROM uploads
     WHERE source_id = :source_id AND organization_id = :organization_id
     ORDER BY path
  `)
  const path = db
    .prepare<{ content_hash: string }, string>(`
      SELECT path FROM uploads WHERE content_hash = :content_hash LIMIT 1
    `)
    .pluck()
  const hashes = db.prepare<[], string>('SELECT DISTINCT content_hash FROM uploads').pluck()

  const put = db.transaction<Sync<Uploads>['put']>((organization_id, source_id, files, now) => {
    const source = sourceOf.get({ organization_id, source_id })
    if (!source) return null
    requireActive(source.collection_status, 'upload to it')
    return files.flatMap((file) => upsert.get({ ...file, organization_id, source_id, now }) ?? [])
  })

  return {
    put: (...values) => put.immediate(...values),
    list: (organization_id, source_id) => ofSource.all({ organization_id, source_id }),
    hashes: () => new Set(hashes.all()),
    pathOf: (content_hash) => path.get({ content_hash }) ?? null,
  }
}
