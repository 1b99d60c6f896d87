import type { SourcePage } from '../../contract/source-page.ts'
import type { PageState, Pages } from '../ports/pages.ts'
import { toWebsiteState, toWebsiteStateRow, type WebsiteStateRow } from '../rows/pages.ts'
import { toJsonRows } from './json-rows.ts'
import { readPage } from './paging.ts'
import { type Driver, sql } from './step.ts'

const FIRST_URL = { url: '' }

interface Place {
  organization_id: string
  source_id: string
}

const COLUMNS = `url, outcome, reason, http_status, depth, found_on, last_seen_at, etag,
         last_modified, text_digest, times_missing`

const sourceExists = sql<Place>(`
  SELECT 1 FROM sources WHERE organization_id = :organization_id AND id = :source_id
`)
/** What the parser made of a page is known to its document only. */
const OUTCOME = `CASE WHEN outcome NOT IN ('ingested', 'unchanged') THEN outcome
                      WHEN status <> 'ingested' THEN status
                      WHEN times_lost > 0 THEN 'unknown'
                      ELSE outcome
                 END`
const page = sql<Place & { outcome: string | null; url: string; rows: number }, SourcePage>(`
  SELECT *
    FROM (SELECT pages.url, documents.id AS document_id, http_status, depth, found_on, last_seen_at,
                 ${OUTCOME} AS outcome,
                 CASE WHEN ${OUTCOME} = outcome THEN reason ELSE error_code END AS reason
            FROM pages
            LEFT JOIN documents
              ON documents.organization_id = pages.organization_id
             AND documents.source_id = pages.source_id
             AND documents.path = pages.url
           WHERE pages.organization_id = :organization_id
             AND pages.source_id = :source_id) AS told
   WHERE url > :url AND (:outcome::text IS NULL OR outcome = :outcome)
   ORDER BY url
   LIMIT :rows
`)
const known = sql<Place, PageState>(`
  SELECT ${COLUMNS}
    FROM pages
   WHERE organization_id = :organization_id AND source_id = :source_id
   ORDER BY depth, url
`)
const upsert = sql<Place & { pages: string }>(`
  INSERT INTO pages (organization_id, source_id, ${COLUMNS})
  SELECT :organization_id, :source_id, ${COLUMNS}
    FROM ROWS (:pages, url text, outcome text, reason text, http_status integer, depth integer,
               found_on text, last_seen_at text, etag text, last_modified text, text_digest text,
               times_missing integer) AS seen
   WHERE EXISTS (SELECT 1 FROM sources WHERE organization_id = :organization_id AND id = :source_id)
  ON CONFLICT (organization_id, source_id, url) DO UPDATE
     SET outcome = excluded.outcome, reason = excluded.reason, http_status = excluded.http_status,
         depth = excluded.depth, found_on = excluded.found_on,
         last_seen_at = excluded.last_seen_at, etag = excluded.etag,
         last_modified = excluded.last_modified, text_digest = excluded.text_digest,
         times_missing = excluded.times_missing
`)
const remove = sql<Place & { urls: string[] }>(`
  DELETE FROM pages
   WHERE organization_id = :organization_id AND source_id = :source_id AND url AMONG (:urls)
`)
const state = sql<Place, WebsiteStateRow>(`
  SELECT settings, repeated_texts
    FROM website_states
   WHERE organization_id = :organization_id AND source_id = :source_id
`)
const saveState = sql<Place & WebsiteStateRow>(`
  INSERT INTO website_states (organization_id, source_id, settings, repeated_texts)
  SELECT organization_id, id, :settings, :repeated_texts
    FROM sources
   WHERE organization_id = :organization_id AND id = :source_id
  ON CONFLICT (organization_id, source_id) DO UPDATE
     SET settings = excluded.settings, repeated_texts = excluded.repeated_texts
`)

export function createPages(db: Driver): Pages {
  return {
    list: (organization_id, source_id, { outcome = null as string | null }, paging) =>
      db.run(function* () {
        const place = { organization_id, source_id }
        if (!(yield* sourceExists.get(place))) return null
        return yield* readPage(
          paging,
          { list: ['pages', source_id, outcome], start: FIRST_URL },
          (range) => page.all({ ...place, outcome, ...range }),
          (row) => row,
        )
      }),

    known: (organization_id, source_id) => db.run(() => known.all({ organization_id, source_id })),

    // One statement stores each address once; the last that was recorded of it counts.
    record: (organization_id, source_id, pages) =>
      db.step(function* () {
        const each = [...new Map(pages.map((page) => [page.url, page])).values()]
        yield* upsert.run({ organization_id, source_id, pages: toJsonRows(each) })
      }),

    forget: (organization_id, source_id, urls) =>
      db.run(function* () {
        yield* remove.run({ organization_id, source_id, urls })
      }),

    websiteState: (organization_id, source_id) =>
      db.run(function* () {
        return toWebsiteState(yield* state.get({ organization_id, source_id }))
      }),

    saveWebsiteState: (organization_id, source_id, saved) =>
      db.run(function* () {
        yield* saveState.run({ organization_id, source_id, ...toWebsiteStateRow(saved) })
      }),
  }
}
