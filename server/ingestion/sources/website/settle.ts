import type { JobErrorCode } from '../../../contract/job.ts'
import type { WebsiteConfig } from '../../../contract/website-config.ts'
import { FetchError } from '../../../fetch/fetch-error.ts'
import type { FetchedResponse } from '../../../fetch/fetcher.ts'
import { describeStatus } from '../../../fetch/retry-after.ts'
import type { PageState } from '../../../storage/ports/pages.ts'
import type { DiscoveryContext, Found } from '../../define-source.ts'
import type { Answer, Ask } from './ask.ts'
import { canonicalOf, createCanonicals } from './canonicals.ts'
import type { Entry, Frontier } from './frontier.ts'
import type { HoldBack } from './hold-back.ts'
import { isAmong, isLoginAddress, isNoDocument, judge, type PageReason } from './judge.ts'
import type { Absence, PageBook } from './page-book.ts'
import type { ScannedPage } from './page-scan.ts'
import type { Scope } from './scope.ts'

interface Needs {
  config: WebsiteConfig
  scope: Scope
  book: PageBook
  frontier: Frontier
  context: DiscoveryContext
  states: PageState[]
  holdBack: HoldBack
  ask: Ask
}

const MAX_REDIRECTS = 5
/** Shorter texts are alike by chance. */
const LEAST_COMPARED = 200

/**
 * Decides what becomes of each answer (docs/behaviour.md#websites): a document, or a page that is
 * passed over with a reason; and which addresses are asked for next.
 */
export function createSettle(needs: Needs) {
  const { config, scope, book, frontier, context, states, holdBack, ask } = needs
  const starts = createStarts()
  let lastReason: PageReason | null = null
  const canonicals = createCanonicals(frontier)
  /** The first page with a text, by its digest. */
  const byText = new Map(
    states.flatMap(({ url, text_digest, outcome }) =>
      text_digest && /ingested|unchanged/.test(outcome) && context.known(url)
        ? [[text_digest, url] as const]
        : [],
    ),
  )

  /** Adds an address if it is one to be asked for; returns its spelling if it is in scope. */
  function add(
    address: string,
    { base, depth, found_on }: { base?: string; depth: number; found_on: string | null },
  ): string | null {
    const url = scope.spell(address, base)
    if (url === null) return null
    book.named(url)
    if (frontier.has(url)) return url
    const rule = scope.ruleFor(url)
    if (rule === 'elsewhere') return null
    const entry = { url, depth, found_on }
    const reason = rule === 'trap' ? 'trap' : rule ? 'excluded' : unaskedReason(entry)
    if (reason !== null) book.unasked(entry, reason)
    else if (frontier.add(entry)) book.waits(entry)
    return rule === null ? url : null
  }

  function unaskedReason({ url, depth }: Entry): PageReason | null {
    if (isNoDocument(url)) return 'unsupported_format'
    return depth > config.max_depth ? 'limit_exceeded' : null
  }

  function follow({ url, depth }: Entry, page: ScannedPage): void {
    const base = page.base ? (URL.parse(page.base, url)?.href ?? url) : url
    for (const { href, isNofollow } of page.links) {
      if (!isNofollow) add(href, { base, depth: depth + 1, found_on: url })
    }
    if (page.refresh) add(page.refresh, { base, depth, found_on: url })
    for (const { language, href } of page.alternates) {
      const isWanted = config.languages.length === 0 || isAmong(language, config.languages)
      if (isWanted || language === 'x-default') add(href, { base, depth, found_on: url })
    }
    book.followed(url)
  }

  function pass(
    entry: Entry,
    reason: PageReason,
    more: { answer?: FetchedResponse; absence?: Absence } = {},
  ): null {
    lastReason = reason
    book.passed(entry, reason, more)
    if (reason !== 'canonical') canonicals.lost(entry.url)
    return null
  }

  function redirected(entry: Entry, answer: FetchedResponse): null {
    const { url, isStart = false, redirects = 0 } = entry
    const location = URL.parse(answer.headers.location ?? '', url)?.href
    if (!location || redirects >= MAX_REDIRECTS) return pass(entry, 'http_error', { answer })
    if (isLoginAddress(location) && !isLoginAddress(url)) {
      return pass(entry, 'login_wall', { answer })
    }
    if (isStart) scope.redirected(url, location)
    const target = scope.spell(location)
    if (target === url) return pass(entry, 'http_error', { answer })
    if (target === null || scope.ruleFor(target) !== null)
      return pass(entry, 'excluded', { answer })
    book.named(target)
    frontier.add({ ...entry, url: target, redirects: redirects + 1 })
    const isForGood = answer.status === 301 || answer.status === 308
    return pass(entry, 'canonical', { answer, absence: isForGood ? 'missing' : 'unknown' })
  }

  function unchanged(entry: Entry, answer: FetchedResponse): Found | null {
    const before = book.before(entry.url)
    if (!context.known(entry.url)) {
      return pass(entry, (before?.reason ?? 'http_error') as PageReason, { answer })
    }
    book.seen(entry, 'unchanged', answer, null)
    return foundAt(entry.url, before?.etag ?? before?.last_modified ?? null, null)
  }

  function foundAt(url: string, version: string | null, answer: FetchedResponse | null): Found {
    const { content_selector, remove_selectors } = config
    const hasSettings = content_selector !== undefined || remove_selectors.length > 0
    return {
      path: url,
      url,
      version,
      media_type: answer?.headers['content-type'] ?? null,
      ...(answer && { bytes: answer.body.length }),
      ...(hasSettings && { reading: { content_selector, remove_selectors } }),
      repeatedTexts: holdBack.repeatedTexts,
      // An unchanged page is asked for again when it must be read in another way than before.
      read: async () => (answer ?? (await ask(url))).body,
    }
  }

  function settleRead(entry: Entry, answer: FetchedResponse): Found | null {
    const { url } = entry
    const { reason, page, isFollowed } = judge(answer, config)
    if (page && isFollowed && !UNFOLLOWED.has(reason)) follow(entry, page)
    if (reason) return pass(entry, reason, { answer, absence: absenceFor(reason) })
    const canonical =
      page && !entry.ignoresCanonical ? canonicalOf(url, page, { config, scope }) : null
    if (canonical && canonicals.defer(entry, canonical)) {
      add(canonical, { depth: entry.depth, found_on: url })
      return pass(entry, 'canonical', { answer })
    }
    const digest = page && page.text.length >= LEAST_COMPARED ? page.textDigest : null
    const twin = digest === null ? undefined : byText.get(digest)
    if (twin !== undefined && twin !== url && !context.known(url))
      return pass(entry, 'duplicate', { answer })
    if (digest !== null) byText.set(digest, twin ?? url)
    if (page) holdBack.learn(page, entry.isStart === true)
    book.seen(entry, 'ingested', answer, digest)
    canonicals.read(url)
    const { etag = null, 'last-modified': modified = null } = answer.headers
    return foundAt(url, etag ?? modified, answer)
  }

  function settle(entry: Entry, answer: Answer): Found | null {
    if (answer === 'robots') return pass(entry, 'robots')
    if (answer instanceof FetchError) return pass(entry, reasonOf(answer))
    if (answer.status === 304) return unchanged(entry, answer)
    if (answer.status > 300 && answer.status < 400) return redirected(entry, answer)
    return settleRead(entry, answer)
  }

  return {
    add,
    starts,

    isInScope(url: string): boolean {
      const rule = scope.ruleFor(url)
      return rule === null || rule === 'trap'
    },

    /** The document that an answer makes, if any. */
    settle(entry: Entry, answer: Answer): Found | null {
      lastReason = null
      const found = settle(entry, answer)
      if (entry.isStart) starts.settled(entry, answer, lastReason)
      return found
    },
  }
}

/** Reasons that say that what was read is not the page. */
const UNFOLLOWED = new Set<PageReason | null>(['login_wall', 'soft_404', 'http_error'])
const UNREADABLE = new Set<PageReason | null>([
  ...UNFOLLOWED,
  'robots',
  'not_found',
  'needs_javascript',
  'limit_exceeded',
  'timeout',
  'forbidden',
  'excluded',
])
const FORBIDDEN = new Set<PageReason>(['robots', 'forbidden', 'login_wall', 'excluded'])

function absenceFor(reason: PageReason): Absence {
  if (reason === 'not_found') return 'missing'
  return reason === 'noindex' ? 'withdrawn' : 'unknown'
}

/** Why a page could not be had. */
export function reasonOf({ code }: FetchError): PageReason {
  return code === 'unreachable' || code === 'too_many_redirects' ? 'http_error' : code
}

/** Whether the start addresses could be read, and if not, why. */
function createStarts() {
  const refusals: { code: JobErrorCode; message: string }[] = []
  const origins = new Set<string>()
  return {
    refusals,
    /** Of start addresses that could be read. */
    origins,

    settled({ url }: Entry, answer: Answer, reason: PageReason | null): void {
      if (reason === null || !UNREADABLE.has(reason)) {
        if (reason !== 'canonical') origins.add(new URL(url).origin)
        return
      }
      const code = FORBIDDEN.has(reason) ? 'source_forbidden' : 'source_unreachable'
      refusals.push({ code, message: `${url} could not be read: ${sentenceFor(reason, answer)}` })
    },
  }
}

function sentenceFor(reason: PageReason, answer: Answer): string {
  if (answer instanceof FetchError) return answer.message
  const sentences: Partial<Record<PageReason, string>> = {
    robots: 'The robots.txt of the website does not allow it.',
    login_wall: 'It asks for a login.',
    soft_404: 'It says that the page does not exist.',
    needs_javascript: 'It shows no text without JavaScript.',
    excluded: 'It leads to another website, or to what the source leaves out.',
  }
  const status = answer === 'robots' ? '' : `It answers with ${describeStatus(answer)}.`
  return sentences[reason] ?? status
}
