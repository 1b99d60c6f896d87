import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { load } from 'cheerio'
import type { SourcePage } from '../../server/contract/source-page.ts'
import { createCrawl } from '../crawl/crawl-site.ts'
import { type DebianSite, debianSites, unpack } from '../crawl/debian-sites.ts'
import { serveLargeSite } from '../crawl/large-site.ts'
import { serveFolder } from '../crawl/static-site.ts'
import { type Finding, figure, judge, notRun, type Table, UsageError } from '../table.ts'

type Crawl = Awaited<ReturnType<typeof createCrawl>>

const LEAST_PAGES_A_SECOND = 60
const MOST_SECONDS_UNCHANGED = 0.5
const MOST_REPEATED_SHARE = 0.005
const LEAST_DEEP_LINKS = 0.98
const MOST_MEGABYTES = 300
/** The most that a source may have, as a website that is made up. */
const LARGE = { name: 'large', pages: 20_000 }
const SAMPLED_EVERY_MS = 2000

/**
 * `npm run proof -- crawl [PACKAGE …] [--from FOLDER]`: websites made of documentation packages of
 * Debian, crawled twice without politeness (docs/architecture.md#proofs). Packages are downloaded
 * unless they lie in the folder. The package `large` is a website of 20,000 pages.
 */
export async function* prove(args: string[]): AsyncIterable<Table> {
  const { names, from } = read(args)
  const folder = from ?? mkdtempSync(join(tmpdir(), 'proof-crawl-packages-'))
  mkdirSync(folder, { recursive: true })
  try {
    for (const site of debianSites) {
      if (names.length > 0 && !names.includes(site.package)) continue
      const pages = unpack(site, folder)
      const title = `Crawl of ${site.package}`
      if (pages) yield { title, findings: await crawlTwice(site, pages) }
      else yield { title, findings: [notRun('all', 'The package cannot be downloaded here.')] }
    }
    if (names.length === 0 || names.includes(LARGE.name)) {
      yield { title: 'Crawl of 20,000 pages', findings: await crawlLarge() }
    }
  } finally {
    if (!from) rmSync(folder, { recursive: true, force: true })
  }
}

async function crawlTwice({ start }: DebianSite, folder: string): Promise<Finding[]> {
  await using site = await serveFolder(folder)
  await using crawl = await createCrawl({ start_urls: [site.origin + start], max_pages: 20_000 })
  const before = process.memoryUsage.rss()
  const cpu = process.cpuUsage()
  const first = await crawl.sync()
  const { user, system } = process.cpuUsage(cpu)
  const megabytes = Math.round((process.memoryUsage.rss() - before) / 1e6)
  const found = await crawl.pages()
  site.transferred.length = 0
  const second = await crawl.sync()
  const transferred = site.transferred.filter((path) => !/^\/(robots|llms|sitemap)\./.test(path))
  const read = found.filter(({ outcome }) => outcome === 'ingested')
  const speed = read.length / first.seconds
  const texts = await textsOf(crawl, read)
  return [
    figure('pages', describe(found)),
    judge(
      'pages read in a second',
      speed < LEAST_PAGES_A_SECOND ? [`${speed.toFixed(0)}, not ${LEAST_PAGES_A_SECOND}`] : [],
      speed.toFixed(0),
    ),
    figure(
      'processor time of a page, the parser aside',
      `${((user + system) / 1000 / read.length).toFixed(1)} ms`,
    ),
    judge(
      'memory that the crawl took',
      megabytes > MOST_MEGABYTES ? [`${megabytes} MB`] : [],
      `${megabytes} MB`,
    ),
    judge(
      'second crawl transfers no page',
      transferred.map((path) => `${path} was sent`),
    ),
    judge(
      'second crawl takes half a second for 1,169 pages',
      second.seconds > MOST_SECONDS_UNCHANGED * Math.max(1, found.length / 1169)
        ? [`${second.seconds.toFixed(2)} s`]
        : [],
      `${second.seconds.toFixed(2)} s for ${found.length}`,
    ),
    judgeRepeated(texts),
    await judgeDeepLinks(texts, { folder, origin: site.origin }),
  ]
}

async function crawlLarge(): Promise<Finding[]> {
  await using site = await serveLargeSite(LARGE.pages)
  await using crawl = await createCrawl({ start_urls: [`${site.origin}/`], max_pages: LARGE.pages })
  const collectGarbage = garbageCollector()
  const before = process.memoryUsage.rss()
  let most = 0
  const sampled = setInterval(() => {
    collectGarbage()
    most = Math.max(most, process.memoryUsage.rss() - before)
  }, SAMPLED_EVERY_MS)
  const first = await crawl.sync()
  const read = site.takeTransferred()
  const second = await crawl.sync()
  clearInterval(sampled)
  const megabytes = Math.round(most / 1e6)
  const again = site.takeTransferred()
  return [
    judge('every page is read', read < LARGE.pages ? [`${read}`] : [], read.toLocaleString('en')),
    judge(
      'memory that the crawl needs, without garbage',
      megabytes > MOST_MEGABYTES ? [`${megabytes} MB`] : [],
      `${megabytes} MB`,
    ),
    judge('second crawl transfers no page', again > 0 ? [`${again}`] : []),
    figure('seconds', `${first.seconds.toFixed(1)}, then ${second.seconds.toFixed(1)}`),
  ]
}

/** What is garbage is left lying while a busy machine gives V8 no reason to collect it. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

/** `1,167 ingested; 2 skipped: not_found`. */
function describe(pages: SourcePage[]): string {
  const kinds = Map.groupBy(pages, ({ outcome, reason }) =>
    reason === null ? outcome : `${outcome}: ${reason}`,
  )
  return Array.from(kinds, ([kind, same]) => `${same.length.toLocaleString('en')} ${kind}`).join(
    '; ',
  )
}

interface PageText {
  page: SourcePage
  passages: Awaited<ReturnType<Crawl['passagesOf']>>
}

async function textsOf(crawl: Crawl, pages: SourcePage[]): Promise<PageText[]> {
  const texts: PageText[] = []
  for (const page of pages) {
    const { document_id } = page
    if (document_id) texts.push({ page, passages: await crawl.passagesOf(document_id) })
  }
  return texts
}

/** Shorter lines repeat by chance. */
const LEAST_LINE = 25
const REPEATS_ON = 0.05
const LEAST_PAGES = 10

/** The share of text in lines that stand on more than one page in twenty. */
function judgeRepeated(texts: PageText[]): Finding {
  const lines = new Map<string, { pages: Set<PageText>; characters: number }>()
  let characters = 0
  for (const text of texts) {
    for (const line of text.passages.flatMap((passage) => passage.text.split('\n'))) {
      characters += line.length
      if (line.length < LEAST_LINE) continue
      const known = lines.get(line) ?? { pages: new Set(), characters: 0 }
      known.pages.add(text)
      known.characters += line.length
      lines.set(line, known)
    }
  }
  const least = Math.max(LEAST_PAGES, texts.length * REPEATS_ON)
  const repeated = [...lines.entries()].filter(([, { pages }]) => pages.size >= least)
  const share = repeated.reduce((sum, [, line]) => sum + line.characters, 0) / characters
  const seen = `${(share * 100).toFixed(2)} %`
  return judge(
    'repeated text',
    share > MOST_REPEATED_SHARE ? [seen, ...repeated.map(([line]) => line.slice(0, 60))] : [],
    seen,
  )
}

/** Whether the ids and texts that links of passages name are in their pages. */
async function judgeDeepLinks(
  texts: PageText[],
  { folder, origin }: { folder: string; origin: string },
): Promise<Finding> {
  const faults: string[] = []
  let links = 0
  for (const { page, passages } of texts) {
    const deep = passages.flatMap(({ url }) => (url?.includes('#') ? [new URL(url)] : []))
    if (deep.length === 0) continue
    const $ = load(readFileSync(fileOf(folder, page.url.slice(origin.length))))
    const ids = new Set(
      $('[id], a[name]')
        .get()
        .flatMap(({ attribs }) => [attribs.id, attribs.name]),
    )
    const text = $('body').text().replace(/\s+/g, ' ')
    for (const { hash, href } of deep) {
      links += 1
      const place = decodeURIComponent(hash.slice(1))
      const isThere = place.startsWith(':~:text=') ? text.includes(place.slice(8)) : ids.has(place)
      if (!isThere) faults.push(href.slice(origin.length))
    }
  }
  const share = links === 0 ? 1 : 1 - faults.length / links
  const seen = `${(share * 100).toFixed(1)} % of ${links}`
  return judge('deep links that exist', share < LEAST_DEEP_LINKS ? [seen, ...faults] : [], seen)
}

function fileOf(folder: string, path: string): string {
  const file = join(folder, decodeURIComponent(new URL(path, 'http://site').pathname))
  const names = ['', '.en', 'index.html', 'index.html.en'].map((end) => `${file}${end}`)
  return names.find((name) => statSync(name, { throwIfNoEntry: false })?.isFile()) ?? file
}

function read(args: string[]): { names: string[]; from: string | null } {
  try {
    const options = { from: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const known = [...debianSites.map((site) => site.package), LARGE.name]
    const unknown = positionals.find((name) => !known.includes(name))
    if (unknown) throw new Error(`${unknown} is none of ${known.join(', ')}.`)
    return { names: positionals, from: values.from === undefined ? null : resolve(values.from) }
  } catch (error) {
    throw new UsageError(`crawl: ${(error as Error).message}`)
  }
}
