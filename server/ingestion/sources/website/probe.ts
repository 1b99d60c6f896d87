import {
  MAX_TESTED_LINKS,
  MAX_TESTED_TEXT,
  type TestedPage,
} from '../../../contract/source-page.ts'
import { firstCodePoints } from '../../../contract/text.ts'
import { FetchError } from '../../../fetch/fetch-error.ts'
import type { FetchedResponse } from '../../../fetch/fetcher.ts'
import { type ProbeContext, SourceError } from '../../define-source.ts'
import { type Ask, createAsk } from './ask.ts'
import { canonicalOf } from './canonicals.ts'
import type { Crawled } from './crawl.ts'
import { isNoDocument, type Judged, judge, type PageReason } from './judge.ts'
import { readRobots } from './robots.ts'
import { createScope, type Scope } from './scope.ts'
import { reasonOf } from './settle.ts'

/**
 * Tries one address of a website, by default the first start address, as a run would: whether it is
 * read, what of it, and which of its links are followed. Stores nothing. An address outside of the
 * source's rules is judged and not asked for.
 */
export async function probe(
  { config, credentials }: Omit<Crawled, 'organization_id'>,
  address: string | null,
  { fetcher, extractor, signal, id }: ProbeContext,
): Promise<TestedPage> {
  const scope = createScope(config)
  const url = scope.spell(address ?? config.start_urls[0] ?? '') ?? address ?? ''
  const nothing: TestedPage = { ...NOTHING, url, final_url: url }
  const rule = scope.ruleFor(url)
  if (rule !== null) return passedOver(nothing, rule === 'trap' ? 'trap' : 'excluded')
  const ask = createAsk(await fetcher(), config, { credentials, signal })
  const answer = await askFor(url, { ask, scope, respects: config.respect_robots })
  if ('reason' in answer) return { ...passedOver(nothing, answer.reason), text: answer.text }
  const seen = { ...nothing, final_url: answer.url, http_status: answer.status }
  const judged = judge(answer, config)
  const canonical = judged.page && canonicalOf(url, judged.page, { config, scope })
  const reason = judged.reason ?? (canonical === null ? null : 'canonical')
  const links = linksOf(judged, { url: answer.url, scope })
  if (reason !== null) {
    const { title = '', text = '' } = judged.page ?? {}
    return { ...passedOver(seen, reason), title, text: beginning(text), links }
  }
  const extraction = await extractor.extract(
    {
      bytes: answer.body,
      path: url,
      url,
      mediaType: answer.headers['content-type'],
      reading: config,
    },
    { job: id, signal },
  )
  if (!extraction.ok) return { ...passedOver(seen, extraction.error_code), links }
  const text = extraction.passages.map((passage) => passage.text).join('\n\n')
  return { ...seen, outcome: 'ingested', title: extraction.title, text: beginning(text), links }
}

const NOTHING = {
  http_status: null,
  outcome: 'skipped',
  reason: null,
  title: '',
  text: '',
  links: [],
} as const satisfies Partial<TestedPage>

function passedOver(page: TestedPage, reason: string): TestedPage {
  return { ...page, outcome: 'skipped', reason }
}

/** The answer, or why there is none. Redirects are followed within the scope. */
async function askFor(
  url: string,
  { ask, scope, respects }: { ask: Ask; scope: Scope; respects: boolean },
): Promise<FetchedResponse | { reason: PageReason; text: string }> {
  try {
    const robots = respects ? await readRobots(new URL(url).origin, ask) : null
    if (robots && !robots.isAllowed(url)) return { reason: 'robots', text: '' }
    return await ask(url, {
      mayFollow(next) {
        const spelling = scope.spell(next)
        return spelling !== null && scope.ruleFor(spelling) === null
      },
    })
  } catch (error) {
    const isRefusal = error instanceof FetchError || error instanceof SourceError
    if (!isRefusal) throw error
    const reason = error instanceof FetchError ? reasonOf(error) : 'http_error'
    return { reason, text: beginning(error.message) }
  }
}

function linksOf(
  { page, isFollowed }: Judged,
  { url, scope }: { url: string; scope: Scope },
): TestedPage['links'] {
  const base = URL.parse(page?.base ?? '', url)?.href ?? url
  const links = new Map<string, TestedPage['links'][number]>()
  for (const { href, isNofollow } of page?.links ?? []) {
    const target = scope.spell(href, base)
    if (target === null || links.size >= MAX_TESTED_LINKS) continue
    const rule =
      isNofollow || !isFollowed
        ? 'nofollow'
        : (scope.ruleFor(target) ?? (isNoDocument(target) ? 'unsupported_format' : null))
    links.set(target, { url: target, included: rule === null, rule })
  }
  return [...links.values()]
}

function beginning(text: string): string {
  return firstCodePoints(text, MAX_TESTED_TEXT)
}
