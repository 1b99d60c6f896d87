import type { Database } from 'better-sqlite3'
import type { SourcePage } from '../../contract/source-page.ts'
import type { PageState, Pages } from '../ports/pages.ts'
import { toWebsiteState, toWebsiteStateRow, type WebsiteStateRow } from '../rows/pages.ts'
import { readPage } from './paging.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'

const FIRST_URL = { url: '' }

interface Place {
  organization_id: string
  source_id: string
}

const OF_SOURCE = `
     WHERE source_id = :source_id
       AND EXISTS (SELECT 1
                     FROM sources
                    WHERE id = :source_id AND organization_id = :organization_id)`

/** What the parser made of a page is known to its document only. */
const OUTCOME = `CASE WHEN outcome NOT IN ('ingested', 'unchanged') THEN outcome
                WHEN status <> 'ingested' THEN status
                WHEN times_lost > 0 THEN 'unknown'
                ELSE outcome
           END`

export function createPages(db: Database): Sync<Pages> {
  const sourceExists = db.prepare<Place>(`
    SELECT 1 FROM sources WHERE id = :source_id AND organization_id = :organization_id
  `)
  const page = db.prepare<
    { source_id: string; outcome: string | null; url: string; rows: number },
    SourcePage
  >(
    plannedOnce(`
    SELECT pages.url, documents.id AS document_id, http_status, depth, found_on, last_seen_at,
           ${OUTCOME} AS outcome,
           CASE ${OUTCOME} WHEN outcome THEN reason ELSE error_code END AS reason
      FROM pages
      LEFT JOIN documents
        ON documents.source_id = pages.source_id AND documents.path = pages.url
     WHERE pages.source_id = :source_id
       AND pages.url > :url
       AND (:outcome IS NULL OR :outcome = ${OUTCOME})
     ORDER BY pages.url
     LIMIT :rows
  `),
  )
  const known = db.prepare<Place, PageState>(`
    SELECT url, outcome, reason, http_status, depth, found_on, last_seen_at, etag, last_modified,
           text_digest, times_missing
      FROM pages ${OF_SOURCE}
     ORDER BY depth, url
  `)
  const upsert = db.prepare<PageState & Place>(`
    INSERT OR REPLACE INTO pages (organization_id, source_id, url, outcome, reason, http_status,
                                  depth, found_on, last_seen_at, etag, last_modified, text_digest, times_missing)
    SELECT organization_id, id, :url, :outcome, :reason, :http_status, :depth, :found_on, :last_seen_at, :etag,
           :last_modified, :text_digest, :times_missing
      FROM sources
     WHERE id = :source_id AND organization_id = :organization_id
  `)
  const remove = db.prepare<Place & { urls: string }>(`
    DELETE FROM pages ${OF_SOURCE}
       AND url IN (SELECT value FROM json_each(:urls))
  `)
  const state = db.prepare<Place, WebsiteStateRow>(`
    SELECT settings, repeated_texts FROM website_states ${OF_SOURCE}
  `)
  const saveState = db.prepare<Place & WebsiteStateRow>(`
    INSERT OR REPLACE INTO website_states (organization_id, source_id, settings, repeated_texts)
    SELECT organization_id, id, :settings, :repeated_texts
      FROM sources
     WHERE id = :source_id AND organization_id = :organization_id
  `)

  const record = db.transaction<Sync<Pages>['record']>((organization_id, source_id, pages) => {
    for (const state of pages) upsert.run({ ...state, organization_id, source_id })
  })

  return {
    list(organization_id, source_id, { outcome = null as string | null }, paging) {
      if (!sourceExists.get({ organization_id, source_id })) return null
      return readPage(
        paging,
        { list: ['pages', source_id, outcome], start: FIRST_URL },
        (range) => page.all({ source_id, outcome, ...range }),
        (row) => row,
      )
    },

    known: (organization_id, source_id) => known.all({ organization_id, source_id }),
    record: (...values) => record.immediate(...values),

    forget(organization_id, source_id, urls) {
      remove.run({ organization_id, source_id, urls: JSON.stringify(urls) })
    },

    websiteState: (organization_id, source_id) =>
      toWebsiteState(state.get({ organization_id, source_id })),

    saveWebsiteState(organization_id, source_id, state) {
      saveState.run({ organization_id, source_id, ...toWebsiteStateRow(state) })
    },
  }
}
