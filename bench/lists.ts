import { join } from 'node:path'
import { fillLists } from './lists-data.ts'
import { createTenant, inFolder, type Tenant, withService } from './service.ts'
import { type Figure, quantile } from './table.ts'

const BUDGET_MS = 50
const GAPS_BUDGET_MS = 300
const ROUNDS = 15

/** Lists of an organization with many conversations, each filter alone and two together. */
export async function measureLists(conversations: number): Promise<Figure[]> {
  return inFolder(async (folder) => {
    const tenant = await withService(folder, {}, (service) => createTenant(service, folder))
    const file = join(folder, 'data/svc.db')
    const deployments = await fillLists(file, tenant, conversations)
    return withService(folder, {}, ({ url }) => readLists(url, tenant, deployments))
  })
}

/** The median processor time of each list, that of the client included, which takes about 1 ms. */
export async function readLists(
  url: string,
  tenant: Tenant,
  deployments: string[],
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of pathsOf(tenant, deployments)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.threadCpuUsage()
      const response = await fetch(`${url}/svc/api/v1${path}`, {
        headers: { authorization: `Bearer ${tenant.api_key}` },
      })
      await response.text()
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
      const { user, system } = process.threadCpuUsage(before)
      times.push((user + system) / 1000)
    }
    const what = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
    const budget = path.startsWith('/usage/gaps') ? GAPS_BUDGET_MS : BUDGET_MS
    figures.push({ what, measured: quantile(times, 0.5), unit: 'ms', budget })
  }
  return figures
}

function pathsOf({ source_id, assistant_id, collection_id }: Tenant, deployments: string[]) {
  const [deployment] = deployments
  const inbox = (filter: string) => `/conversations?owner=all${filter}`
  const alone = [
    '&channel=api',
    `&deployment_id=${deployment}`,
    `&assistant_id=${assistant_id}`,
    '&outcome=abstained',
    '&outcome=failed',
    '&rating=down',
    '&handled=true',
    '&handled=false',
    '&archived=true',
    '&document_id=00000000-0000-7000-8000-000000000000',
    `&from=${dayBefore(300)}&to=${dayBefore(290)}`,
    // Two of the most common words, a rare one, a beginning of many, words with a filter.
    '&q=kalo',
    '&q=kalo+kami',
    '&q=lo+mi',
    '&q=kaserlo',
    '&q=kal',
    '&q=kalo+kal',
  ]
  const pairs = alone.flatMap((one, at) => alone.slice(at + 1).map((other) => one + other))
  const together = pairs.filter((pair) => namesOf(pair).size === pair.split('&').length - 1)
  const source = `/knowledge/sources/${source_id}`
  return [
    ...['', ...alone, ...together].map(inbox),
    '/usage/gaps',
    '/usage/gaps?state=answered',
    `/usage/gaps?from=${dayBefore(7)}`,
    `/usage/gaps?from=${dayBefore(300)}&to=${dayBefore(100)}&assistant_id=${assistant_id}`,
    '/usage',
    '/usage/unanswered',
    '/usage/problems',
    '/usage/documents',
    `/usage/documents?from=${dayBefore(399)}`,
    '/visitors',
    `/visitors?deployment_id=${deployment}`,
    '/audit',
    '/audit?action=member.*',
    `/audit?actor=${assistant_id}`,
    `/audit?actor=${assistant_id}&action=member.invited&from=${dayBefore(300)}`,
    '/curated-answers',
    `${source}/documents`,
    `${source}/documents?status=failed`,
    `${source}/documents?status=skipped`,
    `${source}/pages`,
    `${source}/pages?outcome=gone`,
    `${source}/pages?outcome=skipped`,
    `/knowledge/collections/${collection_id}`,
  ]
}

/** Names of the filters, each once. */
function namesOf(filter: string): Set<string> {
  return new Set(filter.split('&').flatMap((each) => each.split('=', 1)[0] || []))
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
