import type { KnowledgeDocument } from '../../contract/document.ts'
import type { Documents, NewVersion, StagedPart } from '../ports/documents.ts'
import type { Embedding } from '../ports/embedding-moves.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import { digestOfPassages } from '../rows/passages.ts'
import { firstPosition, isShown, wholeVersions } from '../rules/documents.ts'
import { countDocuments, tellDocuments } from './document-counts.ts'
import { type Locked, lockDocuments } from './document-locks.ts'
import { removeVanished } from './document-removal.ts'
import { toJsonRows } from './json-rows.ts'
import { mayWrite } from './leases.ts'
import { forgetParsing } from './parsing.ts'
import type { LockIndex } from './passage-index.ts'
import { digestsOf } from './passages.ts'
import { keepCited } from './past-passages.ts'
import { type Driver, type Step, sql } from './step.ts'
import {
  type Abandoned,
  abandonPassages,
  type PassageRows,
  type StorablePart,
  type StorablePassage,
  showPassages,
  storable,
  toPassageRows,
} from './stored-passages.ts'
import { requireEmbedding } from './vector-sets.ts'

const COLUMNS = `id, source_id, path, title, url, media_type, bytes, content_hash, status,
                 error_code, error_message, description, passage_count, passages_digest, version,
                 reading, updated_at`

const upsert = sql<CollectionPlace & { documents: string }>(`
  INSERT INTO documents (organization_id, collection_id, ${COLUMNS})
  SELECT :organization_id, :collection_id, ${COLUMNS}
    FROM ROWS (:documents, id text, source_id text, path text, title text, url text,
               media_type text, bytes bigint, content_hash text, status text, error_code text,
               error_message text, description text, passage_count integer, passages_digest text,
               version text, reading integer, updated_at text) AS made
   WHERE true
  ON CONFLICT (organization_id, id) DO UPDATE
     SET path = excluded.path, title = coalesce(documents.given_title, excluded.title),
         url = coalesce(documents.given_url, excluded.url),
         media_type = excluded.media_type, bytes = excluded.bytes,
         content_hash = excluded.content_hash, status = excluded.status,
         error_code = excluded.error_code, error_message = excluded.error_message,
         description = excluded.description,
         passage_count = excluded.passage_count, passages_digest = excluded.passages_digest,
         version = excluded.version, reading = excluded.reading, times_lost = 0, updated_at = excluded.updated_at
`)
/** After the positions of all passages. */
const NO_POSITION = 2 ** 31 - 1

interface Batch {
  staged: StagedPart[]
  published: NewVersion[]
  /** Of the vectors; absent: that of the collection. */
  embedding?: Embedding | undefined
  /** The job that stages passages, without which the step writes nothing once it is not held. */
  job_id?: string | undefined
}

/** A published version, as its row has it. */
type Made = KnowledgeDocument & {
  passages_digest: string
  version: string | null
  reading: number
}

/**
 * Stores versions of documents. Each step locks the index of the collection first, so that keys
 * grow in the order of storing.
 */
export function createDocumentStoring(
  db: Driver,
  owner: string,
  { passages, lockIndex }: { passages: PassageRows; lockIndex: LockIndex },
): Pick<Documents, 'stage' | 'publish' | 'ingest'> {
  function* store(place: CollectionPlace, batch: Batch): Step<NewVersion[]> {
    if (!(yield* mayWrite({ ...place, owner, job_id: batch.job_id }))) return []
    const index = yield* lockIndex(place)
    if (batch.embedding && batch.staged.length > 0) yield* requireEmbedding(place, batch.embedding)
    const locked = yield* lockDocuments(place, batch)
    const isExcluded = (id: string) => locked.documents.get(id)?.excluded === 1
    const offered = batch.published.filter(({ id }) => !isExcluded(id))
    const kept = offered.filter(locked.isWanted)
    const refused = new Set(offered.filter((version) => !kept.includes(version)).map(idOf))
    const parts = batch.staged
      .filter(({ document_id: id, passages: own }) => own.length > 0 && !isExcluded(id))
      .filter(({ document_id }) => !refused.has(document_id))
      .map(({ document_id, passages: own }) => ({ document_id, passages: own.map(storable) }))
    const whole = wholeVersions(kept, parts)
    yield* abandonPassages(place.organization_id, [
      ...[...refused].map(entirelyStaged),
      ...parts.map((part) => replacedBy(part, whole)),
    ])
    if (parts.length > 0) {
      if (!index) throw new Error('Passages can only be stored in a collection that exists.')
      const isWhole = (id: string) => whole.has(id)
      const rows = toPassageRows(parts, { isWhole, job_id: batch.job_id })
      yield* index.insert(yield* passages.insert(place, rows))
    }
    yield* publish(place, { kept, whole, locked })
    return kept
  }

  const locking = (place: CollectionPlace, batch: Batch) =>
    db.step(() => store(place, batch), 'read committed')

  return {
    async stage(organization_id, collection_id, part) {
      if (part.passages.length === 0) return
      await locking({ organization_id, collection_id }, { staged: [part], published: [] })
    },

    async publish(organization_id, collection_id, version, job_id) {
      const batch = { staged: [], published: [version], job_id }
      return (await locking({ organization_id, collection_id }, batch)).length > 0
    },

    ingest: (organization_id, collection_id, batch, job_id) =>
      locking({ organization_id, collection_id }, { ...batch, job_id }),
  }
}

interface Publication {
  kept: NewVersion[]
  /** The passages of those that are live already; of the others the staged ones are shown. */
  whole: Map<string, StorablePassage[]>
  locked: Locked
}

function* publish(place: CollectionPlace, publication: Publication): Step<void> {
  const { kept, whole, locked } = publication
  if (kept.length === 0) return
  const { organization_id } = place
  const replaced = kept.flatMap((version) => locked.replacedBy(version)?.id ?? [])
  yield* removeVanished(organization_id, replaced)
  const shown = yield* swap(
    organization_id,
    kept.filter(({ id }) => !whole.has(id)),
  )
  const made = kept.map((own): Made => {
    const { known: _known, uploaded: _uploaded, ...given } = own
    const document = { description: null, version: null, reading: 0, ...given }
    const live = whole.get(document.id)
    const digested = live
      ? { passage_count: live.length, passages_digest: digestOfPassages(live) }
      : (shown.get(document.id) as Pick<Made, 'passage_count' | 'passages_digest'>)
    return { ...document, ...digested }
  })
  yield* upsert.run({ ...place, documents: toJsonRows(made) })
  yield* keepCited(organization_id, made.filter(({ id }) => locked.documents.has(id)).map(idOf))
  const counted = made.map(({ id, source_id, passage_count }) => {
    const before = locked.documents.get(id)
    const passages = passage_count - (before?.passage_count ?? 0)
    return { source_id, documents: before ? 0 : 1, passages }
  })
  yield* countDocuments(place, counted)
  yield* tellDocuments(organization_id, made)
  yield* forgetParsing(organization_id, kept)
}

/** Shows the staged passages of documents in place of the earlier ones. */
function* swap(organization_id: string, versions: NewVersion[]) {
  if (versions.length === 0) return new Map<string, never>()
  const earlier = versions.map((version) => {
    return { document_id: version.id, position: isShown(version) ? NO_POSITION : 0, isWhole: true }
  })
  yield* abandonPassages(organization_id, earlier)
  yield* showPassages(organization_id, versions.filter(isShown).map(idOf))
  return yield* digestsOf(organization_id, versions.map(idOf))
}

function entirelyStaged(document_id: string): Abandoned {
  return { document_id, position: 0, isWhole: false }
}

function replacedBy(part: StorablePart, whole: Map<string, unknown>): Abandoned {
  const { document_id } = part
  const isWhole = whole.has(document_id)
  return { document_id, position: isWhole ? 0 : firstPosition(part), isWhole }
}

function idOf({ id }: { id: string }): string {
  return id
}
