import { join } from 'node:path'
import type { Figure } from '../figures.ts'
import { type Amounts, fillLists } from '../lists-data.ts'
import { mainThreadMs, type Service, serve, settings } from '../program.ts'
import type { Rounds, Section } from '../section.ts'
import { createTenant, type Tenant, withService } from '../service.ts'

const BUDGET_MS = 50
const GAPS_BUDGET_MS = 300

/** Lists of an organization with many conversations, each filter alone and two together. */
export const section: Section<Rounds & Amounts> = {
  sizes: {
    full: {
      rounds: 15,
      conversations: 100_000,
      visitors: 30_000,
      subjects: 20_000,
      documents: 20_000,
      curated: 2000,
      audited: 100_000,
    },
    smallest: {
      rounds: 1,
      conversations: 20,
      visitors: 5,
      subjects: 10,
      documents: 10,
      curated: 2,
      audited: 10,
    },
  },

  async prepare(amounts, { program, folder }) {
    const tenant = await withService(folder, {}, (service) => createTenant(service, folder))
    const deployments = await fillLists(join(folder, 'data/svc.db'), tenant, amounts)
    const service = await serve({ program }, settings(folder))
    return async () => {
      const figures: Figure[] = []
      for (const path of pathsOf(tenant, deployments)) {
        figures.push(await read(service, tenant, path))
      }
      return figures
    }
  },
}

/** The time that a list takes of the main thread of the service. */
async function read({ url, pid }: Service, { api_key }: Tenant, path: string): Promise<Figure> {
  const before = mainThreadMs(pid)
  const response = await fetch(`${url}/svc/api/v1${path}`, {
    headers: { authorization: `Bearer ${api_key}` },
  })
  await response.text()
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
  const measured = mainThreadMs(pid) - before
  const what = path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}')
  const budget = path.startsWith('/usage/gaps') ? GAPS_BUDGET_MS : BUDGET_MS
  return { what, measured, unit: 'ms', budget }
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
