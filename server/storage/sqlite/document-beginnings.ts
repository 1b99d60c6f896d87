import type { Database } from 'better-sqlite3'
import type { KnowledgeDocument, Passage } from '../../contract/document.ts'
import type { Documents } from '../ports/documents.ts'
import { OPENING_PASSAGES } from '../rules/documents.ts'
import type { Sync } from './promised.ts'

/** What there is to begin with in collections. */
export function createBeginnings(
  db: Database,
): Pick<Sync<Documents>, 'introductions' | 'openings' | 'samples'> {
  const introductions = db.prepare<
    { organization_id: string; ids: string; limit: number },
    Pick<KnowledgeDocument, 'title' | 'url'>
  >(`
    SELECT title, url
      FROM documents
     WHERE organization_id = :organization_id
       AND collection_id IN (SELECT value FROM json_each(:ids))
       AND status = 'ingested' AND excluded = 0 AND url IS NOT NULL
     ORDER BY length(url) - length(replace(url, '/', '')), path
     LIMIT :limit
  `)
  const openings = db.prepare<
    { organization_id: string; ids: string; limit: number; passages: number },
    Pick<Passage, 'title' | 'anchor' | 'text'>
  >(`
    WITH first AS MATERIALIZED (
      SELECT id, title,
             row_number() OVER (ORDER BY length(url) - length(replace(url, '/', '')), path) AS place
        FROM documents
       WHERE organization_id = :organization_id
         AND collection_id IN (SELECT value FROM json_each(:ids))
         AND status = 'ingested' AND excluded = 0
       ORDER BY place
       LIMIT :limit
    )
    SELECT title, anchor, text
      FROM first
      JOIN passages ON document_id = first.id AND state = 'live' AND position < :passages
      JOIN passage_texts ON passage_texts.key = passages.key
     ORDER BY position, place
  `)

  const samples = db
    .prepare<{ organization_id: string; ids: string; limit: number; passages: number }, string>(`
      WITH sampled AS MATERIALIZED (
        SELECT id
          FROM documents
         WHERE organization_id = :organization_id
           AND collection_id IN (SELECT value FROM json_each(:ids))
           AND status = 'ingested' AND excluded = 0
         ORDER BY substr(id, -12)
         LIMIT :limit
      )
      SELECT text
        FROM sampled
        JOIN passages ON document_id = sampled.id AND state = 'live' AND position < :passages
        JOIN passage_texts ON passage_texts.key = passages.key
    `)
    .pluck()

  return {
    samples: (organization_id, collection_ids, limit) =>
      samples.all({
        organization_id,
        ids: JSON.stringify(collection_ids),
        limit,
        passages: OPENING_PASSAGES,
      }),

    introductions: (organization_id, collection_ids, limit) =>
      introductions.all({ organization_id, ids: JSON.stringify(collection_ids), limit }),

    openings: (organization_id, collection_ids, limit) =>
      openings.all({
        organization_id,
        ids: JSON.stringify(collection_ids),
        limit,
        passages: OPENING_PASSAGES,
      }),
  }
}
