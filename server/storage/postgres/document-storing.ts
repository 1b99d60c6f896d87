import type { KnowledgeDocument } from '../../contract/document.ts'
import { within } from '../drivers/postgres.ts'
import type { Documents, NewPassage, NewVersion, StagedPart } from '../ports/documents.ts'
import { digestOfPassages } from '../rows/passages.ts'
import { firstPosition, isShown, wholeVersions } from '../rules/documents.ts'
import { countDocuments, tellDocuments } from '../sql/document-counts.ts'
import { removeDocuments } from '../sql/document-removal.ts'
import { toJsonRows } from '../sql/json-rows.ts'
import { mayWrite } from '../sql/leases.ts'
import type { Database, Transaction } from './database.ts'
import { type Locked, lockDocuments } from './document-locks.ts'
import { lockIndex, type Place } from './index-state.ts'
import { digestsOf } from './passages.ts'
import type { PostgresSearchIndex } from './search-index.ts'
import { sql } from './statement.ts'
import {
  type Abandoned,
  abandonPassages,
  insertPassages,
  showPassages,
  storable,
} from './stored-passages.ts'

const COLUMNS = `id, source_id, path, title, url, media_type, bytes, content_hash, status,
                 error_code, error_message, passage_count, passages_digest, version, updated_at`

const upsert = sql<Place & { documents: string }>(`
  INSERT INTO documents (organization_id, collection_id, ${COLUMNS})
  SELECT :organization_id, :collection_id, ${COLUMNS}
    FROM jsonb_to_recordset(:documents::jsonb)
      AS version (id text, source_id text, path text, title text, url text, media_type text,
                  bytes bigint, content_hash text, status text, error_code text,
                  error_message text, passage_count integer, passages_digest text, version text,
                  updated_at text)
  ON CONFLICT (organization_id, id) DO UPDATE
     SET path = excluded.path, title = coalesce(documents.given_title, excluded.title),
         url = coalesce(documents.given_url, excluded.url),
         media_type = excluded.media_type, bytes = excluded.bytes,
         content_hash = excluded.content_hash, status = excluded.status,
         error_code = excluded.error_code, error_message = excluded.error_message,
         passage_count = excluded.passage_count, passages_digest = excluded.passages_digest,
         version = excluded.version, times_lost = 0, updated_at = excluded.updated_at
`)
const forgetParsing = sql<{ organization_id: string; versions: string }>(`
  DELETE FROM being_parsed
   USING jsonb_to_recordset(:versions::jsonb) AS version (source_id text, path text, status text)
   WHERE organization_id = :organization_id
     AND being_parsed.source_id = version.source_id AND being_parsed.path = version.path
     AND (version.status <> 'failed' OR parser_faults = 0)
`)

/** After the positions of all passages. */
const NO_POSITION = 2 ** 31 - 1

interface Batch {
  staged: StagedPart[]
  published: NewVersion[]
  /** The job that stages passages, without which the step writes nothing once it is not held. */
  job_id?: string | undefined
}

/** A published version, as its row has it. */
type Made = KnowledgeDocument & { passages_digest: string; version: string | null }

/**
 * Stores versions of documents. Each step locks the index of the collection first, so that keys
 * grow in the order of storing.
 */
export function createDocumentStoring(
  db: Database,
  index: PostgresSearchIndex,
  owner: string,
): Pick<Documents, 'stage' | 'publish' | 'ingest'> {
  async function store(on: Transaction, place: Place, batch: Batch): Promise<NewVersion[]> {
    if (!(await within(on, mayWrite({ ...place, owner, job_id: batch.job_id })))) return []
    const state = await lockIndex(on, place)
    const locked = await lockDocuments(on, place, batch)
    const isExcluded = (id: string) => locked.documents.get(id)?.excluded === 1
    const offered = batch.published.filter(({ id }) => !isExcluded(id))
    const kept = offered.filter(locked.isWanted)
    const refused = new Set(offered.filter((version) => !kept.includes(version)).map(idOf))
    const parts = batch.staged
      .filter(({ document_id: id, passages }) => passages.length > 0 && !isExcluded(id))
      .filter(({ document_id }) => !refused.has(document_id))
      .map(({ document_id, passages }) => ({ document_id, passages: passages.map(storable) }))
    const whole = wholeVersions(kept, parts)
    await abandonPassages(on, place.organization_id, [
      ...[...refused].map(entirelyStaged),
      ...parts.map((part) => replacedBy(part, whole)),
    ])
    if (parts.length > 0) {
      if (!state) throw new Error('Passages can only be stored in a collection that exists.')
      const isWhole = (id: string) => whole.has(id)
      const indexed = await insertPassages(on, place, { parts, isWhole, job_id: batch.job_id })
      await index.insert(on, state, indexed)
    }
    await publish(on, place, { kept, whole, locked })
    return kept
  }

  return {
    stage: (organization_id, collection_id, part) =>
      db.step(async (transaction) => {
        const place = { organization_id, collection_id }
        await store(transaction, place, { staged: [part], published: [] })
      }, 'read committed'),

    publish: (organization_id, collection_id, version, job_id) =>
      db.step(async (transaction) => {
        const place = { organization_id, collection_id }
        const kept = await store(transaction, place, { staged: [], published: [version], job_id })
        return kept.length > 0
      }, 'read committed'),

    ingest: (organization_id, collection_id, batch, job_id) =>
      db.step(
        (transaction) =>
          store(transaction, { organization_id, collection_id }, { ...batch, job_id }),
        'read committed',
      ),
  }
}

interface Publication {
  kept: NewVersion[]
  /** The passages of those that are live already; of the others the staged ones are shown. */
  whole: Map<string, NewPassage[]>
  locked: Locked
}

async function publish(
  on: Transaction,
  place: Place,
  { kept, whole, locked }: Publication,
): Promise<void> {
  if (kept.length === 0) return
  const { organization_id } = place
  const replaced = kept.flatMap((version) => locked.replacedBy(version)?.id ?? [])
  await within(on, removeDocuments(organization_id, replaced))
  const shown = await swap(
    on,
    organization_id,
    kept.filter(({ id }) => !whole.has(id)),
  )
  const made = kept.map(({ known: _known, uploaded: _uploaded, version = null, ...document }) => {
    const live = whole.get(document.id)
    const own = live
      ? { passage_count: live.length, passages_digest: digestOfPassages(live) }
      : (shown.get(document.id) as Pick<Made, 'passage_count' | 'passages_digest'>)
    return { ...document, version, ...own }
  })
  await upsert.run(on, { ...place, documents: toJsonRows(made) })
  const counted = made.map(({ id, source_id, passage_count }) => {
    const before = locked.documents.get(id)
    const passages = passage_count - (before?.passage_count ?? 0)
    return { source_id, documents: before ? 0 : 1, passages }
  })
  await within(on, countDocuments(place, counted))
  await within(on, tellDocuments(organization_id, made.map(idOf)))
  const parsed = kept.map(({ source_id, path, status }) => ({ source_id, path, status }))
  await forgetParsing.run(on, { organization_id, versions: toJsonRows(parsed) })
}

/** Shows the staged passages of documents in place of the earlier ones. */
async function swap(on: Transaction, organization_id: string, versions: NewVersion[]) {
  if (versions.length === 0) return new Map<string, never>()
  await abandonPassages(
    on,
    organization_id,
    versions.map((version) => ({
      document_id: version.id,
      position: isShown(version) ? NO_POSITION : 0,
      isWhole: true,
    })),
  )
  await showPassages(on, organization_id, versions.filter(isShown).map(idOf))
  return digestsOf(on, organization_id, versions.map(idOf))
}

function entirelyStaged(document_id: string): Abandoned {
  return { document_id, position: 0, isWhole: false }
}

function replacedBy(part: StagedPart, whole: Map<string, unknown>): Abandoned {
  const { document_id } = part
  const isWhole = whole.has(document_id)
  return { document_id, position: isWhole ? 0 : firstPosition(part), isWhole }
}

function idOf({ id }: { id: string }): string {
  return id
}
