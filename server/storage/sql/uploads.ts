import type { Collection } from '../../contract/collection.ts'
import type { Upload, Uploads } from '../ports/uploads.ts'
import { requireActive } from '../rules/collections.ts'
import { toJsonRows } from './json-rows.ts'
import { type Driver, sql } from './step.ts'

interface Place {
  organization_id: string
  source_id: string
}

const sourceOf = sql<Place, { collection_status: Collection['status'] }>(`
  SELECT collections.status AS collection_status
    FROM sources
    JOIN collections
      ON collections.organization_id = sources.organization_id AND collections.id = collection_id
   WHERE sources.organization_id = :organization_id AND sources.id = :source_id
`)
const put = sql<Place & { files: string; now: string }, Upload>(`
  INSERT INTO uploads (organization_id, id, source_id, path, title, url, media_type, bytes,
                       content_hash, uploaded_at)
  SELECT :organization_id, id, :source_id, path, title, url, media_type, bytes, content_hash, :now
    FROM ROWS (:files, id text, path text, title text, url text, media_type text, bytes bigint,
               content_hash text) AS sent
   WHERE true
  ON CONFLICT (organization_id, source_id, path) DO UPDATE
     SET title = excluded.title, url = excluded.url, media_type = excluded.media_type,
         bytes = excluded.bytes, content_hash = excluded.content_hash,
         uploaded_at = excluded.uploaded_at
  RETURNING id, source_id, path, title, url, media_type, bytes, content_hash
`)
const ofSource = sql<Place, Upload>(`
  SELECT id, source_id, path, title, url, media_type, bytes, content_hash
    FROM uploads
   WHERE organization_id = :organization_id AND source_id = :source_id
   ORDER BY path
`)
// Of whole installations: which files to keep, and what to call one that is damaged.
const pathOf = sql<{ content_hash: string }, { path: string }>(`
  SELECT path FROM uploads WHERE content_hash = :content_hash LIMIT 1
`)
const hashes = sql<object, { content_hash: string }>(`
  SELECT DISTINCT content_hash FROM uploads
`)

export function createUploads(db: Driver): Uploads {
  return {
    put: (organization_id, source_id, files, now) =>
      db.step(function* () {
        const place = { organization_id, source_id }
        const source = yield* sourceOf.get(place)
        if (!source) return null
        requireActive(source.collection_status, 'upload to it')
        return yield* put.all({ ...place, files: toJsonRows(files), now })
      }),

    list: (organization_id, source_id) =>
      db.run(() => ofSource.all({ organization_id, source_id })),
    hashes: () =>
      db.run(function* () {
        return new Set((yield* hashes.all({})).map(({ content_hash }) => content_hash))
      }),
    pathOf: (content_hash) =>
      db.run(function* () {
        return (yield* pathOf.get({ content_hash }))?.path ?? null
      }),
  }
}
