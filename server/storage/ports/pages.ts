import type { Page } from '../../contract/operation.ts'
import type { PageOutcome, SourcePage } from '../../contract/source-page.ts'
import type { Paging } from './paging.ts'

/** A page as a run left it; see the migration `0015-pages.sql` for each field. */
export interface PageState extends Omit<SourcePage, 'document_id'> {
  etag: string | null
  last_modified: string | null
  text_digest: string | null
  times_missing: number
}

export interface Pages {
  /** By address. A page whose document failed or was skipped says so. null: no such source. */
  list(
    organization_id: string,
    source_id: string,
    filter: { outcome?: PageOutcome | undefined },
    paging: Paging,
  ): Promise<Page<SourcePage> | null>
  /** Every page of a source, as the last run left them. */
  known(organization_id: string, source_id: string): Promise<PageState[]>
  /** Inserts or replaces pages in one step; none of a source that was deleted meanwhile. */
  record(organization_id: string, source_id: string, pages: PageState[]): Promise<void>
  /** Deletes pages of a source in one step. */
  forget(organization_id: string, source_id: string, urls: string[]): Promise<void>
  /** null: it was never crawled to the end. */
  websiteState(organization_id: string, source_id: string): Promise<WebsiteState | null>
  /** Not of a source that was deleted meanwhile. */
  saveWebsiteState(organization_id: string, source_id: string, state: WebsiteState): Promise<void>
}

/** What a crawl leaves to the next one, besides the pages. */
export interface WebsiteState {
  /** The settings by which the pages were judged, as text. */
  settings: string
  /** Digests of texts that repeat across the pages. */
  repeated_texts: number[]
}
