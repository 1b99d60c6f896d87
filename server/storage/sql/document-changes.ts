import type { Documents } from '../ports/documents.ts'
import { changedBy, type OwnDocument, shownOf } from '../rules/documents.ts'
import { countDocuments, tellDocuments } from './document-counts.ts'
import { digestsOf } from './passages.ts'
import { type Driver, type Step, sql } from './step.ts'
import type { PassageRows } from './stored-passages.ts'

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
  db: Driver,
  {
    passages,
    find,
  }: { passages: PassageRows; find(named: Named): Step<Awaited<ReturnType<Documents['find']>>> },
): Documents['update'] {
  return (organization_id, id, changed, now) =>
    db.step(function* () {
      const named = { organization_id, id }
      const before = yield* own.get(named)
      if (!before) return null
      const next = changedBy(before, changed)
      const { title, url } = shownOf(next)
      yield* change.run({ ...next, organization_id, title, url, now })
      if (changed.url !== undefined) yield* passages.link(named, url)
      if (next.excluded !== before.excluded) {
        const hidden = { from: 'live', to: 'staged' }
        const shown = { from: 'staged', to: 'live' }
        yield* move.run({ ...named, ...(next.excluded ? hidden : shown) })
      }
      yield* count(named, before)
      return yield* find(named)
    })
}

function* count(named: Named, before: Own): Step<void> {
  const { organization_id, id } = named
  const digested = (yield* digestsOf(organization_id, [id])).get(id)
  if (!digested) return
  yield* recount.run({ ...named, ...digested })
  const passages = digested.passage_count - before.passage_count
  const { source_id, collection_id } = before
  yield* countDocuments({ organization_id, collection_id }, [{ source_id, documents: 0, passages }])
  yield* tellDocuments(organization_id, [named])
}
