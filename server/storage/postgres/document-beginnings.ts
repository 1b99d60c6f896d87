import type { KnowledgeDocument, Passage } from '../../contract/document.ts'
import type { Documents } from '../ports/documents.ts'
import { OPENING_PASSAGES } from '../rules/documents.ts'
import type { Database } from './database.ts'
import { sql } from './statement.ts'

interface Asked {
  organization_id: string
  collection_ids: string[]
  limit: number
}

/** Documents at the top of a website come first. */
const ORDER = `length(documents.url) - length(replace(documents.url, '/', '')) NULLS FIRST, path`
const IS_SHOWN = `documents.organization_id = :organization_id
     AND documents.collection_id = ANY (:collection_ids)
     AND documents.status = 'ingested' AND documents.excluded = 0`

const introductions = sql<Asked, Pick<KnowledgeDocument, 'title' | 'url'>>(`
  SELECT title, url FROM documents WHERE ${IS_SHOWN} AND url IS NOT NULL ORDER BY ${ORDER} LIMIT :limit
`)
const openings = sql<Asked & { passages: number }, Pick<Passage, 'title' | 'anchor' | 'text'>>(`
  WITH first AS MATERIALIZED (
    SELECT id, title, row_number() OVER (ORDER BY ${ORDER}) AS place
      FROM documents
     WHERE ${IS_SHOWN}
     ORDER BY place
     LIMIT :limit
  )
  SELECT title, anchor, text
    FROM first
    JOIN passages
      ON passages.organization_id = :organization_id AND document_id = first.id
     AND state = 'live' AND position < :passages
   ORDER BY position, place
`)
const samples = sql<Asked & { passages: number }, { text: string }>(`
  WITH sampled AS MATERIALIZED (
    SELECT id FROM documents WHERE ${IS_SHOWN} ORDER BY right(id::text, 12) LIMIT :limit
  )
  SELECT text
    FROM sampled
    JOIN passages
      ON passages.organization_id = :organization_id AND document_id = sampled.id
     AND state = 'live' AND position < :passages
`)

/** What there is to begin with in collections. */
export function createBeginnings(
  db: Database,
): Pick<Documents, 'introductions' | 'openings' | 'samples'> {
  return {
    introductions: (organization_id, collection_ids, limit) =>
      introductions.all(db, { organization_id, collection_ids, limit }),

    async samples(organization_id, collection_ids, limit) {
      const asked = { organization_id, collection_ids, limit, passages: OPENING_PASSAGES }
      return (await samples.all(db, asked)).map(({ text }) => text)
    },

    openings: (organization_id, collection_ids, limit) =>
      openings.all(db, { organization_id, collection_ids, limit, passages: OPENING_PASSAGES }),
  }
}
