import type { Database } from 'better-sqlite3'
import type { SourcePage } from '../../contract/source-page.ts'
import type { PageState, Pages } from '../ports/pages.ts'
import { readPage } from './paging.ts'
import { plannedOnce } from './planned-once.ts'
import type { Sync } from './promised.ts'

const FIRST_URL = { url: '' }

export function createPages(db: Database): Sync<Pages> {
  const sourceExists = db.prepare<{ organization_id: string; source_id: string }>(`
    SELECT 1 FROM sources WHERE id = :source_id AND organization_id = :organization_id
  `)
  // What the parser made of a page is known to its document only.
  const page = db.prepare<
    { source_id: string; outcome: string | null; url: string; rows: number },
    SourcePage
  >(
    plannedOnce(`
    SELECT pages.url, documents.id AS document_id, http_status, depth, found_on, last_seen_at,
           CASE WHEN outcome IN ('ingested', 'unchanged') AND status <> 'ingested' THEN status
                ELSE outcome
           END AS outcome,
           CASE WHEN outcome IN ('ingested', 'unchanged') AND status <> 'ingested' THEN error_code
                ELSE reason
           END AS reason
      FROM pages
      LEFT JOIN documents
        ON documents.source_id = pages.source_id AND documents.path = pages.url
     WHERE pages.source_id = :source_id
       AND pages.url > :url
       AND (:outcome IS NULL
            OR :outcome = CASE WHEN outcome IN ('ingested', 'unchanged') AND status <> 'ingested'
                               THEN status
                               ELSE outcome
                          END)
     ORDER BY pages.url
     LIMIT :rows
  `),
  )
  const known = db.prepare<{ source_id: string }, PageState>(`
    SELECT url, outcome, reason, http_status, depth, found_on, last_seen_at, etag, last_modified,
           text_digest, times_missing
      FROM pages
     WHERE source_id = :source_id
     ORDER BY depth, url
  `)
  const upsert = db.prepare<PageState & { source_id: string }>(`
    INSERT OR REPLACE INTO pages (source_id, url, outcome, reason, http_status, depth, found_on,
                                  last_seen_at, etag, last_modified, text_digest, times_missing)
    SELECT id, :url, :outcome, :reason, :http_status, :depth, :found_on, :last_seen_at, :etag,
           :last_modified, :text_digest, :times_missing
      FROM sources
     WHERE id = :source_id
  `)
  const remove = db.prepare<{ source_id: string; urls: string }>(`
    DELETE FROM pages
     WHERE source_id = :source_id AND url IN (SELECT value FROM json_each(:urls))
  `)
  const state = db.prepare<{ source_id: string }, { settings: string; repeated_texts: string }>(
    'SELECT settings, repeated_texts FROM website_states WHERE source_id = :source_id',
  )
  const saveState = db.prepare<{ source_id: string; settings: string; repeated_texts: string }>(`
    INSERT OR REPLACE INTO website_states (source_id, settings, repeated_texts)
    SELECT id, :settings, :repeated_texts FROM sources WHERE id = :source_id
  `)

  const record = db.transaction<Sync<Pages>['record']>((source_id, pages) => {
    for (const state of pages) upsert.run({ ...state, source_id })
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

    known: (source_id) => known.all({ source_id }),
    record: (source_id, pages) => record.immediate(source_id, pages),
    forget: (source_id, urls) => void remove.run({ source_id, urls: JSON.stringify(urls) }),

    websiteState(source_id) {
      const row = state.get({ source_id })
      return row ? { ...row, repeated_texts: JSON.parse(row.repeated_texts) as number[] } : null
    },

    saveWebsiteState(source_id, { settings, repeated_texts }) {
      saveState.run({ source_id, settings, repeated_texts: JSON.stringify(repeated_texts) })
    },
  }
}
