import type { WebsiteConfig } from '../../../contract/website-config.ts'
import { FetchError } from '../../../fetch/fetch-error.ts'
import type { PageState } from '../../../storage/ports/pages.ts'
import {
  type Discovered,
  type Discovery,
  type DiscoveryContext,
  type Found,
  type SourceCredentials,
  SourceError,
} from '../../define-source.ts'
import { createRepetition } from '../../repeated-text.ts'
import { type Answer, type Ask, createAsk } from './ask.ts'
import { createFrontier, type Entry } from './frontier.ts'
import { createHoldBack } from './hold-back.ts'
import { createPageBook } from './page-book.ts'
import { type Robots, readRobots } from './robots.ts'
import { createScope } from './scope.ts'
import { createSettle } from './settle.ts'
import { readLlmsTxt, readSitemaps } from './sitemaps.ts'

/** Requests under way; politeness lets through fewer for each host. */
const LANES = 8
/** Addresses remembered for each page that may be read. */
const ADDRESSES_PER_PAGE = 4
const MORE_ADDRESSES = 2000
/** Requests for each page that may be read, answers that make no document included. */
const REQUESTS_PER_PAGE = 3
const MORE_REQUESTS = 100
/** Answers one after another after which a website counts as down, or as refusing. */
const MOST_FAILURES = 25

export interface Crawled {
  organization_id: string
  id: string
  config: WebsiteConfig
  credentials: SourceCredentials | null
}

/**
 * Asks for the pages of a website (docs/behaviour.md#websites): the start addresses, what earlier
 * runs know, what sitemaps and `llms.txt` name, and what pages link to. Memory is bounded by
 * `max_pages`. Throws `SourceError` when no start address can be read.
 */
export async function* crawl(
  source: Crawled,
  context: DiscoveryContext,
  signal: AbortSignal,
): Discovery {
  const run = await begin(source, context, signal)
  const { book, frontier, holdBack, config } = run
  yield* visitAll(run, 0)
  refuseUnreadable(run)
  addKnown(run)
  await addListed(run, signal)
  yield* visitAll(run, Number.POSITIVE_INFINITY)
  yield* holdBack.rest()
  const waiting = frontier.rest()
  if (run.failures < MOST_FAILURES) for (const entry of waiting) book.left(entry)
  await book.flush(1)
  await book.forget(new Set(waiting.map(({ url }) => url)))
  await context.pages.saveWebsiteState(source.organization_id, source.id, {
    settings: settingsOf(config, run.isCut || frontier.isFull() ? config.max_pages : null),
    repeated_texts: run.repetition.repeated(),
  })
  return {
    isComplete: true,
    isGone: book.isGone,
    isExcluded: book.isExcluded,
    shortfall: shortfallOf(run, config),
  }
}

async function begin(
  { organization_id, id, config, credentials }: Crawled,
  context: DiscoveryContext,
  signal: AbortSignal,
) {
  const fetcher = await context.fetcher()
  const ask = createAsk(fetcher, config, { credentials, signal })
  const [states, state] = await Promise.all([
    context.pages.known(organization_id, id),
    context.pages.websiteState(organization_id, id),
  ])
  const isCut = state?.settings === settingsOf(config, config.max_pages)
  const repetition = createRepetition(state?.repeated_texts)
  const holdBack = createHoldBack(repetition)
  const listing = { isComplete: false, urls: new Set<string>() }
  const isDelisted = (url: string) =>
    listing.isComplete && listing.urls.size > 0 && !listing.urls.has(url)
  const book = createPageBook({ organization_id, source_id: id, states, context, isDelisted })
  const frontier = createFrontier(config.max_pages * ADDRESSES_PER_PAGE + MORE_ADDRESSES)
  const scope = createScope(config)
  const robots = createRobots(config, { ask, setDelay: fetcher.setDelay })
  const settle = createSettle({ config, scope, book, frontier, context, states, holdBack, ask })
  for (const address of config.start_urls) {
    const url = scope.spell(address) ?? address
    book.named(url)
    frontier.add({ url, depth: 0, found_on: null, isStart: true })
  }
  return {
    ask,
    book,
    config,
    context,
    frontier,
    holdBack,
    listing,
    repetition,
    robots,
    scope,
    settle,
    /** Their judgement counts only under the same settings. */
    trustsStates: isCut || state?.settings === settingsOf(config, null),
    /** Links of pages that are not transferred again were left out by an earlier run. */
    isCut,
    states,
    requests: 0,
    failures: 0,
    signal,
  }
}
type Run = Awaited<ReturnType<typeof begin>>

/** To be raised when other things are counted of a page than before: all are transferred again. */
const SCAN_VERSION = 2

/**
 * What decides about a page, and about what is followed from it, besides its bytes. `limit`: the
 * `max_pages` for which there were too many addresses to keep them all.
 */
function settingsOf(config: WebsiteConfig, limit: number | null): string {
  const { start_urls, include, exclude, max_depth } = config
  const { languages, content_selector, remove_selectors } = config
  const { respect_robots, respect_noindex, respect_canonical } = config
  return JSON.stringify([
    SCAN_VERSION,
    languages,
    content_selector,
    remove_selectors,
    respect_robots,
    respect_noindex,
    respect_canonical,
    start_urls,
    include,
    exclude,
    max_depth,
    limit,
  ])
}

/**
 * Adds what earlier runs have left, documents first: addresses that wait are what unchanged pages
 * link to.
 */
function addKnown({ states, settle, book, frontier, context, config }: Run): void {
  const others: PageState[] = []
  for (const state of states) {
    if (!settle.isInScope(state.url)) book.excluded(entryOf(state))
    else if (context.known(state.url)) frontier.add(entryOf(state))
    else if (isWorthAsking(state, config)) others.push(state)
  }
  for (const state of others) {
    if (!frontier.add(entryOf(state)) && !frontier.has(state.url)) book.dropped(state)
  }
}

function entryOf({ url, depth, found_on }: PageState): Entry {
  return { url, depth, found_on }
}

/** Others are asked for again when something names them, or while they have a document. */
function isWorthAsking(
  { outcome, http_status, reason, depth }: PageState,
  { max_depth }: WebsiteConfig,
): boolean {
  if (outcome === 'gone') return false
  if (outcome !== 'skipped' || http_status !== null) return true
  return depth <= max_depth && !BY_ADDRESS.has(reason)
}

/** Reasons for which an address is never asked for. */
const BY_ADDRESS = new Set<string | null>(['excluded', 'trap', 'unsupported_format'])

/** Visits what waits so deep, several at a time, and settles one after another. */
async function* visitAll(run: Run, maxDepth: number): AsyncGenerator<Found> {
  const { book, context, frontier, holdBack, settle } = run
  const underWay = new Map<Entry, Promise<{ entry: Entry; answer: Answer }>>()
  for (;;) {
    while (underWay.size < LANES && mayAsk(run, underWay.size)) {
      const entry = frontier.take(maxDepth)
      if (!entry) break
      const visiting = visit(entry, run)
      // Awaited below, unless another one ends the run.
      visiting.catch(() => {})
      underWay.set(entry, visiting)
    }
    if (underWay.size === 0) return
    const { entry, answer } = await Promise.race(underWay.values())
    underWay.delete(entry)
    noteFailure(run, answer)
    const found = settle.settle(entry, answer)
    context.foundSoFar(
      book.counts.documents + book.counts.skipped + underWay.size + frontier.waiting(),
    )
    if (found) yield* holdBack.pass(found)
    await book.flush()
    await context.pace()
  }
}

function mayAsk(run: Run, underWay: number): boolean {
  const { max_pages } = run.config
  return (
    run.book.counts.documents + underWay < max_pages &&
    run.requests < max_pages * REQUESTS_PER_PAGE + MORE_REQUESTS &&
    run.failures < MOST_FAILURES
  )
}

async function visit(entry: Entry, run: Run): Promise<{ entry: Entry; answer: Answer }> {
  const { url } = entry
  try {
    const robots = await run.robots(new URL(url).origin)
    if (run.config.respect_robots && !robots.isAllowed(url)) return { entry, answer: 'robots' }
    run.requests += 1
    const headers = validatorsFor(url, run)
    const answer = await run.ask(url, { headers, mayFollow: () => false })
    return { entry, answer }
  } catch (error) {
    if (error instanceof FetchError) return { entry, answer: error }
    throw error
  }
}

/**
 * Nothing is asked conditionally whose document is missing, shall be read again, or was not made
 * from the last answer, as when that had lost the text (docs/behaviour.md#deletions).
 */
function validatorsFor(url: string, { book, context, trustsStates }: Run): Record<string, string> {
  const state = book.before(url)
  if (!state || !trustsStates) return {}
  const document = context.known(url)
  const version = state.etag ?? state.last_modified
  if (document && document.status !== 'excluded' && document.version !== version) return {}
  if (!document && state.outcome !== 'skipped') return {}
  if (document?.content_hash === '' || (document?.status === 'failed' && context.isManual))
    return {}
  return {
    ...(state.etag !== null && { 'if-none-match': state.etag }),
    ...(state.last_modified !== null && { 'if-modified-since': state.last_modified }),
  }
}

function noteFailure(run: Run, answer: Answer): void {
  const isFailure =
    (answer instanceof FetchError &&
      answer.code !== 'forbidden' &&
      answer.code !== 'limit_exceeded') ||
    (typeof answer === 'object' &&
      'status' in answer &&
      (answer.status >= 500 || answer.status === 429))
  run.failures = isFailure ? run.failures + 1 : 0
}

/** Each host's rules are read once, when the first of its pages is asked for. */
function createRobots(
  { respect_robots }: WebsiteConfig,
  { ask, setDelay }: { ask: Ask; setDelay(url: string, ms: number): void },
): (origin: string) => Promise<Robots> {
  const read = new Map<string, Promise<Robots>>()
  async function load(origin: string): Promise<Robots> {
    const robots = await readRobots(origin, ask).catch((error: unknown) => {
      if (respect_robots || !(error instanceof SourceError)) throw error
      return { isAllowed: () => true, sitemaps: [], delayMs: null }
    })
    if (robots.delayMs !== null) setDelay(origin, robots.delayMs)
    return robots
  }
  return (origin) => {
    const known = read.get(origin) ?? load(origin)
    read.set(origin, known)
    return known
  }
}

async function addListed(run: Run, signal: AbortSignal): Promise<void> {
  const { ask, book, config, context, listing, settle } = run
  const { origins } = settle.starts
  const named: string[] = config.sitemap_url ? [config.sitemap_url] : []
  for (const origin of origins) {
    const { sitemaps } = await run.robots(origin)
    named.push(...(sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`]))
  }
  const limit = config.max_pages * ADDRESSES_PER_PAGE + MORE_ADDRESSES
  const sitemaps = readSitemaps(named, { ask, pace: context.pace, limit })
  for (;;) {
    const { done, value } = await sitemaps.next()
    signal.throwIfAborted()
    await context.pace()
    if (done) {
      listing.isComplete = value.isComplete
      if (value.isComplete && named[0]) book.followed(named[0])
      break
    }
    const url = settle.add(value, { depth: 1, found_on: named[0] ?? null })
    if (url !== null) listing.urls.add(url)
  }
  for (const origin of origins) {
    for (const address of await readLlmsTxt(origin, ask)) {
      await context.pace()
      settle.add(address, { depth: 1, found_on: `${origin}/llms.txt`, base: `${origin}/` })
    }
  }
}

function refuseUnreadable({ settle }: Run): void {
  const { origins, refusals } = settle.starts
  const [first] = refusals
  if (origins.size > 0 || !first) return
  throw new SourceError(
    refusals.every(({ code }) => code === 'source_forbidden')
      ? 'source_forbidden'
      : 'source_unreachable',
    first.message,
  )
}

function shortfallOf(
  { book, failures, frontier, requests }: Run,
  { max_pages }: WebsiteConfig,
): NonNullable<Discovered['shortfall']> | null {
  const { documents, unknown } = book.counts
  if (failures >= MOST_FAILURES) {
    return {
      code: 'source_unreachable',
      message: `The website stopped answering after ${requests} requests. What was read before is kept.`,
    }
  }
  if (unknown > documents) {
    return {
      code: 'source_forbidden',
      message: `${unknown} pages could not be read this time, ${documents} could. What was read of them before is kept; the list of pages says why.`,
    }
  }
  if (frontier.waiting() > 0 || frontier.isFull()) {
    return {
      code: 'limit_exceeded',
      message: `The website has more pages than max_pages (${max_pages}) allows; ${documents} were read.`,
    }
  }
  return null
}
