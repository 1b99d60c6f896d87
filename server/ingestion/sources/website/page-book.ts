import type { PageOutcome } from '../../../contract/source-page.ts'
import type { FetchedResponse } from '../../../fetch/fetcher.ts'
import type { PageState } from '../../../storage/ports/pages.ts'
import type { DiscoveryContext } from '../../define-source.ts'
import type { Entry } from './frontier.ts'
import type { PageReason } from './judge.ts'

/** Pages recorded in one step. */
const RECORDED_AT_ONCE = 200
/** Addresses that are told with a reason although nothing was asked. */
const MOST_UNASKED = 2000
/** Runs in a row that must find a page missing. */
const TIMES_MISSING = 2
/** How long a page that is gone is told of. */
const GONE_DAYS = 90

/** Why and how certainly a page is not there. */
export type Absence =
  /** The server says so, or leads elsewhere: it must say so twice. */
  | 'missing'
  /** Its owner wants it nowhere. */
  | 'withdrawn'
  /** It may be back. */
  | 'unknown'

/**
 * Writes down what becomes of each address, and which documents are gone for certain
 * (docs/behaviour.md#websites): pages that ask for it, that are missing twice in a row, or once and
 * in the sitemap no more.
 */
export function createPageBook({
  organization_id,
  source_id,
  states,
  context,
  isDelisted,
}: {
  organization_id: string
  source_id: string
  states: PageState[]
  context: DiscoveryContext
  /** Whether the whole sitemap was read, and the address is not in it. */
  isDelisted(url: string): boolean
}) {
  const before = new Map(states.map((state) => [state.url, state]))
  const gone = new Set<string>()
  const leftOut = new Set<string>()
  /** Addresses of earlier runs that this one has met. */
  const named = new Set<string>()
  /** Pages and lists whose links this run has seen, or that are gone with their links. */
  const followed = new Set<string>()
  /** Addresses for which there is no room any more. */
  const dropped = new Set<string>()
  const batch: PageState[] = []
  let unasked = 0
  const counts = { documents: 0, skipped: 0, unknown: 0 }

  function write(entry: Entry, state: Omit<PageState, 'url' | 'depth' | 'found_on'>): void {
    const { url, depth, found_on } = entry
    batch.push({ ...state, url, depth, found_on })
  }

  function kept(url: string) {
    const {
      etag = null,
      last_modified = null,
      text_digest = null,
      last_seen_at = null,
    } = before.get(url) ?? {}
    return { etag, last_modified, text_digest, last_seen_at }
  }

  function isLongGone({ last_seen_at }: PageState): boolean {
    const now = Date.parse(context.now())
    return last_seen_at === null || now - Date.parse(last_seen_at) > GONE_DAYS * 86_400_000
  }

  function isLeftBehind({ found_on, http_status, reason }: PageState): boolean {
    const ledNowhere = http_status === null || reason === 'not_found'
    return ledNowhere && found_on !== null && followed.has(found_on)
  }

  return {
    before: (url: string) => before.get(url),
    counts,
    /** Something names an address. */
    named(url: string): void {
      if (before.has(url)) named.add(url)
    },
    /** All that a page or a list names has been told. */
    followed: (url: string) => void followed.add(url),
    isGone: (url: string) => gone.has(url) || leftOut.has(url),
    isExcluded: (url: string) => leftOut.has(url),

    /** A page that is read, or was and has not changed. */
    seen(
      entry: Entry,
      outcome: Extract<PageOutcome, 'ingested' | 'unchanged'>,
      answer: Pick<FetchedResponse, 'status' | 'headers'>,
      text_digest: string | null,
    ): void {
      counts.documents += 1
      named.add(entry.url)
      const validators =
        outcome === 'unchanged' ? kept(entry.url) : { ...validatorsOf(answer), text_digest }
      write(entry, {
        ...validators,
        outcome,
        reason: null,
        http_status: answer.status,
        last_seen_at: context.now(),
        times_missing: 0,
      })
    },

    /** A page that makes no document now. */
    passed(
      entry: Entry,
      reason: PageReason,
      { answer, absence = 'unknown' }: { answer?: FetchedResponse; absence?: Absence } = {},
    ): void {
      counts.skipped += 1
      context.skipped()
      const { url } = entry
      const isDocument = context.known(url) !== null
      const earlier = before.get(url)
      const times_missing = absence === 'missing' ? (earlier?.times_missing ?? 0) + 1 : 0
      const isGone =
        isDocument &&
        (absence === 'withdrawn' ||
          (absence === 'missing' && (times_missing >= TIMES_MISSING || isDelisted(url))))
      if (isGone) {
        gone.add(url)
        followed.add(url)
      } else if (isDocument) counts.unknown += 1
      const outcome =
        isGone || (!isDocument && earlier?.outcome === 'gone')
          ? 'gone'
          : isDocument
            ? 'unknown'
            : 'skipped'
      const validators =
        answer?.status === 200 && !isDocument
          ? { ...kept(url), ...validatorsOf(answer) }
          : kept(url)
      write(entry, {
        ...validators,
        outcome,
        reason,
        http_status: answer?.status ?? null,
        times_missing,
      })
    },

    /** A page of earlier runs that the configuration leaves out now. */
    excluded(entry: Entry): void {
      if (!context.known(entry.url)) return
      leftOut.add(entry.url)
      followed.add(entry.url)
      write(entry, {
        ...kept(entry.url),
        outcome: 'gone',
        reason: 'excluded',
        http_status: null,
        times_missing: 0,
      })
    },

    /**
     * An address that will be asked for, in this run or in a later one: it is stored before the
     * validators of the page that names it, which is not followed again while it is unchanged.
     */
    waits(entry: Entry): void {
      if (before.has(entry.url) || context.known(entry.url)) return
      write(entry, { ...WAITING, outcome: 'unknown', reason: null })
    },

    /** An address that was to be asked for when the limit was reached. */
    left(entry: Entry): void {
      const earlier = before.get(entry.url)
      if (context.known(entry.url) || (earlier && !isWaiting(earlier))) return
      write(entry, { ...WAITING, outcome: 'skipped', reason: 'limit_exceeded' })
    },

    /** An address that waits since an earlier run, and for which there is no room any more. */
    dropped(state: PageState): void {
      if (isWaiting(state)) dropped.add(state.url)
    },

    /** An address that is not asked for. */
    unasked(entry: Entry, reason: PageReason): void {
      unasked += 1
      if (unasked > MOST_UNASKED || context.known(entry.url)) return
      write(entry, {
        ...kept(entry.url),
        outcome: 'skipped',
        reason,
        http_status: null,
        times_missing: 0,
      })
    },

    /**
     * Forgets addresses without a document that nothing names any more: links that were taken off a
     * page and led nowhere, and pages that have been gone for long. Those that wait stay.
     */
    async forget(waiting: ReadonlySet<string>): Promise<void> {
      const forgotten = states.filter((state) => {
        if (dropped.has(state.url)) return true
        if (named.has(state.url) || context.known(state.url) || waiting.has(state.url)) return false
        const isOver = state.outcome === 'gone' ? isLongGone(state) : isLeftBehind(state)
        if (isOver) followed.add(state.url)
        return isOver
      })
      if (forgotten.length === 0) return
      await context.pages.forget(
        organization_id,
        source_id,
        forgotten.map(({ url }) => url),
      )
    },

    async flush(least = RECORDED_AT_ONCE): Promise<void> {
      while (batch.length >= least) {
        await context.pages.record(organization_id, source_id, batch.splice(0, RECORDED_AT_ONCE))
        await context.pace()
      }
    },
  }
}
const WAITING = {
  http_status: null,
  etag: null,
  last_modified: null,
  text_digest: null,
  last_seen_at: null,
  times_missing: 0,
} as const

/** Whether an address was never asked for because a run ended before. */
function isWaiting({ http_status, reason }: PageState): boolean {
  return http_status === null && (reason === null || reason === 'limit_exceeded')
}

export type PageBook = ReturnType<typeof createPageBook>

function validatorsOf({ headers }: Pick<FetchedResponse, 'headers'>) {
  return { etag: headers.etag ?? null, last_modified: headers['last-modified'] ?? null }
}
