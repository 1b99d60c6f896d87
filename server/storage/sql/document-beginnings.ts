import type { KnowledgeDocument } from '../../contract/document.ts'
import type { Documents } from '../ports/documents.ts'
import { placeOf, type StructureRow } from '../rows/passages.ts'
import { OPENING_PASSAGES } from '../rules/documents.ts'
import { type Driver, sql } from './step.ts'

interface Wanted {
  organization_id: string
  collection_ids: string[]
  limit: number
}

/** Documents at the top of a website come first. */
const ORDER = `length(documents.url) - length(replace(documents.url, '/', '')) NULLS FIRST, path`
const IS_SHOWN = `documents.organization_id = :organization_id
     AND documents.collection_id AMONG (:collection_ids)
     AND documents.status = 'ingested' AND documents.excluded = 0`

type Opening = Pick<StructureRow, 'anchor' | 'headings' | 'page'> & { title: string; text: string }

const introductions = sql<Wanted, Pick<KnowledgeDocument, 'title' | 'url'>>(`
  SELECT title, url FROM documents WHERE ${IS_SHOWN} AND url IS NOT NULL ORDER BY ${ORDER} LIMIT :limit
`)
const openings = sql<Wanted & { passages: number }, Opening>(`
  WITH first AS MATERIALIZED (
    SELECT id, title, row_number() OVER (ORDER BY ${ORDER}) AS place
      FROM documents
     WHERE ${IS_SHOWN}
     ORDER BY place
     LIMIT :limit
  )
  SELECT title, anchor, headings, page, text
    FROM first
   CROSS JOIN passages WITH TEXTS
   WHERE passages.organization_id = :organization_id AND document_id = first.id
     AND state = 'live' AND position < :passages
   ORDER BY position, place
`)
// By the last group of the ids, which says nothing of the documents.
const samples = sql<Wanted & { passages: number }, { text: string }>(`
  WITH sampled AS MATERIALIZED (
    SELECT id FROM documents WHERE ${IS_SHOWN} ORDER BY substr(id, 25) LIMIT :limit
  )
  SELECT text
    FROM sampled
   CROSS JOIN passages WITH TEXTS
   WHERE passages.organization_id = :organization_id AND document_id = sampled.id
     AND state = 'live' AND position < :passages
`)

/** What there is to begin with in collections. */
export function createBeginnings(
  db: Driver,
): Pick<Documents, 'introductions' | 'openings' | 'samples'> {
  const passages = OPENING_PASSAGES
  return {
    introductions: (organization_id, collection_ids, limit) =>
      db.run(() => introductions.all({ organization_id, collection_ids, limit })),

    openings: (organization_id, collection_ids, limit) =>
      db.run(function* () {
        const rows = yield* openings.all({ organization_id, collection_ids, limit, passages })
        return rows.map(({ title, text, ...row }) => ({
          title,
          headings: placeOf(row).headings,
          text,
        }))
      }),

    samples: (organization_id, collection_ids, limit) =>
      db.run(function* () {
        const wanted = { organization_id, collection_ids, limit, passages }
        return (yield* samples.all(wanted)).map(({ text }) => text)
      }),
  }
}
