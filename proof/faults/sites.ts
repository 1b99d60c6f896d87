import { readFileSync, writeFileSync } from 'node:fs'
import { caller, createSvc, type Serving, until } from '../../test/process/svc.ts'
import { type Finding, figure, judge, progress, type Table } from '../table.ts'
import { ANSWER, acme, enter } from './acme.ts'
import { type HostileSite, harmless, hostileSites, serveSite } from './hostile-sites.ts'
import { watchService } from './looks.ts'
import { megabytes, watchMemory } from './memory.ts'
import { startModel } from './model.ts'

/**
 * No search of another organization may take longer; on a busy machine, than so many times the
 * slowest beside a page that does no harm.
 */
const SEARCH_MS = 1000
const MOST_TIMES = 3
/** Some hundred requests of a website, which take half a minute at their polite pace. */
const MAX_PAGES = 5
/** Longer than the three attempts of a job and the pauses between them. */
const DEADLINE_MS = 300_000

const OTHER_SECRET = `svc_sk_${'h'.repeat(40)}`

/**
 * Promises that a hostile website, feed or API description, or one that is merely huge, keeps
 * nobody waiting: while a job of one organization reads it, each search of another takes less than
 * a second (docs/behaviour.md#jobs).
 */
export async function proveSites(): Promise<Table> {
  await using model = await startModel({ pieces: [ANSWER], everyMs: 1 })
  await using svc = await createSvc()
  const { first } = acme(svc.dir, { model_url: model.url, documents: 0 })
  addOrganization(first.SVC_PROVISION)
  const serving = await svc.serve({ ...first, SVC_FETCH_PRIVATE: '127.0.0.1' })
  const findings: Finding[] = []
  // The first one starts what all others find running.
  await judgeSite(serving, harmless, DEADLINE_MS)
  const { slowestMs } = await judgeSite(serving, harmless, DEADLINE_MS)
  for (const site of [harmless, ...hostileSites]) {
    progress(`sites: ${site.name} …`)
    const judged = await judgeSite(serving, site, Math.max(SEARCH_MS, MOST_TIMES * slowestMs))
    for (const { seen } of judged.findings) progress(`  ${seen}`)
    findings.push(...judged.findings)
  }
  return { title: 'faults sites: websites, feeds and API descriptions that mean harm', findings }
}

/** Beside Acme, which searches, one whose sources are hostile. */
function addOrganization(file: string): void {
  const provisioned = JSON.parse(readFileSync(file, 'utf8'))
  provisioned.organizations.push({
    slug: 'other',
    name: 'Other',
    api_keys: [{ name: 'ci', role: 'admin', secret: OTHER_SECRET }],
    collections: [{ name: 'Sites', sources: [] }],
  })
  writeFileSync(file, JSON.stringify(provisioned))
}

async function judgeSite(serving: Serving, site: HostileSite, mostMs: number) {
  await using served = await serveSite(site)
  const call = caller(serving.api, OTHER_SECRET)
  const memory = watchMemory(serving.process.pid ?? 0)
  const looks = watchService(await enter(serving))
  const start = performance.now()
  const job = await sync(call, site, served.url)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { faults, slowestMs, told } = await looks.stop()
  memory.stop()
  const slow = slowestMs <= mostMs ? [] : [`the slowest took ${slowestMs} ms`]
  const { status, error_code, counters } = job
  const how = `${status} ${error_code ?? ''} after ${seconds} s, ${counters.documents_discovered} found`
  const findings: Finding[] = [
    judge(`${site.name}: /ready and searches`, [...faults, ...slow], told),
    figure(`${site.name}: its job`, `${how}, at most ${megabytes(memory.peakBytes())} in all`),
  ]
  return { findings, slowestMs }
}

/** Makes a source, and waits until its first job has ended. */
async function sync(call: ReturnType<typeof caller>, { name, type }: HostileSite, url: string) {
  const collections = await call('GET', '/knowledge/collections')
  const config = type === 'website' ? { start_urls: [url], max_pages: MAX_PAGES } : { url }
  const { status, body: source } = await call(
    'POST',
    `/knowledge/collections/${collections.body.data[0].id}/sources`,
    { name, type, config: type === 'feed' ? { ...config, full_pages: false } : config },
  )
  if (status !== 201) throw new Error(`The source is answered with ${status}.`)
  let job = (await call('POST', `/knowledge/sources/${source.id}/sync`)).body
  const hasEnded = async () => {
    const found = await call('GET', `/knowledge/jobs/${job.id}`).catch(() => null)
    if (found?.status === 200) job = found.body
    return !job.is_active
  }
  await until(hasEnded, { ms: DEADLINE_MS, everyMs: 200 })
  await call('DELETE', `/knowledge/sources/${source.id}`)
  return job
}
