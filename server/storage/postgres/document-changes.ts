import { within } from '../drivers/postgres.ts'
import type { Documents } from '../ports/documents.ts'
import { changedBy, type OwnDocument, shownOf } from '../rules/documents.ts'
import { countDocuments, tellDocuments } from '../sql/document-counts.ts'
import type { Database, Transaction } from './database.ts'
import { digestsOf } from './passages.ts'
import { sql } from './statement.ts'

interface Named {
  organization_id: string
  id: string
}

type Own = OwnDocument & { collection_id: string; source_id: string; passage_count: number }

const own = sql<Named, Own>(`
  SELECT id, collection_id, source_id, passage_count, given_title, given_url, excluded,
         CASE WHEN given_title IS NULL THEN title ELSE own_title END AS own_title,
         CASE WHEN given_url IS NULL THEN url ELSE own_url END AS own_url
    FROM documents
   WHERE organization_id = :organization_id AND id = :id
     FOR NO KEY UPDATE
`)
const change = sql<OwnDocument & Named & { title: string; url: string | null; now: string }>(`
  UPDATE documents
     SET title = :title, url = :url, given_title = :given_title, given_url = :given_url,
         own_title = :own_title, own_url = :own_url, excluded = :excluded, updated_at = :now
   WHERE organization_id = :organization_id AND id = :id
`)
// The place within the document stays: a heading's id, a page. Without a link there is none.
const relink = sql<Named & { url: string | null }>(`
  UPDATE passages
     SET url = :url::text || CASE strpos(url, '#') WHEN 0 THEN ''
                                                   ELSE substr(url, strpos(url, '#')) END
   WHERE organization_id = :organization_id AND document_id = :id
     AND state IN ('live', 'staged')
`)
const link = sql<Named & { url: string }>(`
  UPDATE passages
     SET url = :url
   WHERE organization_id = :organization_id AND document_id = :id
     AND state IN ('live', 'staged') AND url IS NULL
`)
const move = sql<Named & { from: string; to: string }>(`
  UPDATE passages
     SET state = :to
   WHERE organization_id = :organization_id AND document_id = :id AND state = :from
`)
const recount = sql<Named & { passages_digest: string; passage_count: number }>(`
  UPDATE documents
     SET passages_digest = :passages_digest, passage_count = :passage_count
   WHERE organization_id = :organization_id AND id = :id
`)

/** What people change of documents, which stays through syncs (docs/behaviour.md#documents). */
export function createDocumentChanges(
  db: Database,
  find: (on: Transaction, named: Named) => ReturnType<Documents['find']>,
): Documents['update'] {
  return (organization_id, id, changed, now) =>
    db.step(async (transaction) => {
      const named = { organization_id, id }
      const before = await own.get(transaction, named)
      if (!before) return null
      const next = changedBy(before, changed)
      const { title, url } = shownOf(next)
      await change.run(transaction, { ...next, organization_id, title, url, now })
      if (changed.url !== undefined) {
        await relink.run(transaction, { ...named, url })
        if (url !== null) await link.run(transaction, { ...named, url })
      }
      if (next.excluded !== before.excluded) {
        const [from, to] = next.excluded ? ['live', 'staged'] : ['staged', 'live']
        await move.run(transaction, { ...named, from: from as string, to: to as string })
      }
      await count(transaction, named, before)
      return find(transaction, named)
    })
}

async function count(on: Transaction, named: Named, before: Own): Promise<void> {
  const { organization_id, id } = named
  const digested = (await digestsOf(on, organization_id, [id])).get(id)
  if (!digested) return
  await recount.run(on, { ...named, ...digested })
  const passages = digested.passage_count - before.passage_count
  const { source_id, collection_id } = before
  const counted = [{ source_id, documents: 0, passages }]
  await within(on, countDocuments({ organization_id, collection_id }, counted))
  await within(on, tellDocuments(organization_id, [id]))
}
