import type { NewVersion, StagedPart } from '../ports/documents.ts'
import type { CollectionPlace } from '../rows/documents.ts'
import { toJsonRows } from './json-rows.ts'
import { type Step, sql } from './step.ts'

/** A document that is stored already, under the id of a version or at its path. */
export interface Stored {
  id: string
  source_id: string
  path: string
  excluded: 0 | 1
  passage_count: number
}

/** What a step that stores documents has found and locked: it stays until the step ends. */
export interface Locked {
  documents: Map<string, Stored>
  /** Whether a version may be published: not when what it comes from was deleted meanwhile. */
  isWanted(version: NewVersion): boolean
  /** The other document that is at the path of a version. */
  replacedBy(version: NewVersion): Stored | undefined
}

const sources = sql<CollectionPlace & { ids: string[] }, { id: string }>(`
  SELECT id
    FROM sources
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND id AMONG (:ids)
   ORDER BY id
     FOR NO KEY UPDATE
`)
const documents = sql<{ organization_id: string; ids: string[]; paths: string }, Stored>(`
  SELECT id, source_id, path, excluded, passage_count
    FROM documents
   WHERE organization_id = :organization_id
     AND id IN (SELECT value FROM EACH (:ids) AS named
                 UNION
                SELECT placed.id
                  FROM ROWS (:paths, source_id text, path text) AS version
                  JOIN documents AS placed
                    ON placed.organization_id = :organization_id
                   AND placed.source_id = version.source_id AND placed.path = version.path)
   ORDER BY id
     FOR NO KEY UPDATE
`)
const uploads = sql<{ organization_id: string; ids: string[] }, { id: string }>(`
  SELECT id
    FROM uploads
   WHERE organization_id = :organization_id AND id AMONG (:ids)
     FOR KEY SHARE
`)

/** Locks what a step that stores documents decides by: nothing of it is deleted before its end. */
export function* lockDocuments(
  { organization_id, collection_id }: CollectionPlace,
  { staged, published }: { staged: StagedPart[]; published: NewVersion[] },
): Step<Locked> {
  const paths = published.map(({ source_id, path }) => ({ source_id, path }))
  const source_ids = [...new Set(paths.map(({ source_id }) => source_id))]
  const ofCollection = yield* sources.all({ organization_id, collection_id, ids: source_ids })
  const known = new Set(ofCollection.map(({ id }) => id))
  const ids = [...staged.map(({ document_id }) => document_id), ...published.map(({ id }) => id)]
  const rows = yield* documents.all({ organization_id, ids, paths: toJsonRows(paths) })
  const stored = new Map(rows.map((row) => [row.id, row]))
  const uploaded = published.filter((version) => version.uploaded).map(({ id }) => id)
  const found = uploaded.length > 0 ? yield* uploads.all({ organization_id, ids: uploaded }) : []
  const kept = new Set(found.map(({ id }) => id))
  const byPath = new Map(rows.map((row) => [`${row.source_id} ${row.path}`, row]))
  return {
    documents: stored,
    isWanted: (version) =>
      known.has(version.source_id) &&
      (!version.uploaded || kept.has(version.id)) &&
      (!version.known || stored.has(version.id)),
    replacedBy({ id, source_id, path }) {
      const other = byPath.get(`${source_id} ${path}`)
      return other?.id === id ? undefined : other
    },
  }
}
