import type { Database } from 'better-sqlite3'
import type { Documents } from '../ports/documents.ts'
import { changedBy, type OwnDocument, shownOf } from '../rules/documents.ts'
import { createPassageDigest } from './passage-digest.ts'
import type { Sync } from './promised.ts'

type Find = Sync<Documents>['find']

/** What people change of documents, which stays through syncs (docs/behaviour.md#documents). */
export function createDocumentChanges(db: Database, find: Find): Sync<Documents>['update'] {
  const own = db.prepare<{ organization_id: string; id: string }, OwnDocument>(`
    SELECT id, given_title, given_url, excluded,
           CASE WHEN given_title IS NULL THEN title ELSE own_title END AS own_title,
           CASE WHEN given_url IS NULL THEN url ELSE own_url END AS own_url
      FROM documents
     WHERE id = :id AND organization_id = :organization_id
  `)
  const change = db.prepare<OwnDocument & { title: string; url: string | null; now: string }>(`
    UPDATE documents
       SET title = :title, url = :url, given_title = :given_title, given_url = :given_url,
           own_title = :own_title, own_url = :own_url, excluded = :excluded, updated_at = :now
     WHERE id = :id
  `)
  // The place within the document stays: a heading's id, a page.
  const relink = db.prepare<{ id: string; url: string | null }>(`
    UPDATE passage_texts
       SET url = :url || CASE instr(url, '#') WHEN 0 THEN '' ELSE substr(url, instr(url, '#')) END
     WHERE key IN (SELECT key
                       FROM passages
                      WHERE document_id = :id AND state IN ('live', 'staged'))
  `)
  const link = db.prepare<{ id: string; url: string }>(`
    UPDATE passage_texts
       SET url = :url
     WHERE url IS NULL
       AND key IN (SELECT key
                       FROM passages
                      WHERE document_id = :id AND state IN ('live', 'staged'))
  `)
  const move = db.prepare<{ id: string; from: string; to: string }>(`
    UPDATE passages SET state = :to WHERE document_id = :id AND state = :from
  `)
  const recount = db.prepare<{ id: string; passages_digest: string }>(`
    UPDATE documents
       SET passages_digest = :passages_digest,
           passage_count = (SELECT count(*)
                              FROM passages
                             WHERE document_id = :id AND state = 'live')
     WHERE id = :id
  `)
  const digestOf = createPassageDigest(db)

  const update = db.transaction<Sync<Documents>['update']>((organization_id, id, changed, now) => {
    const before = own.get({ organization_id, id })
    if (!before) return null
    const next = changedBy(before, changed)
    const { title, url } = shownOf(next)
    change.run({ ...next, title, url, now })
    if (changed.url !== undefined) {
      relink.run({ id, url })
      if (url !== null) link.run({ id, url })
    }
    if (next.excluded !== before.excluded) {
      const [from, to] = next.excluded ? ['live', 'staged'] : ['staged', 'live']
      move.run({ id, from, to })
    }
    recount.run({ id, passages_digest: digestOf(id) })
    return find(organization_id, id)
  })

  return (...values) => update.immediate(...values)
}
