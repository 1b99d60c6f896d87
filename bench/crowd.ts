import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createCorpus } from './corpus.ts'
import { type Tell, withVisitors } from './load.ts'
import { jobsEnded, memoryOf, SERVE, start, stop } from './process.ts'
import { inFolder, settings, writeDocuments } from './service.ts'
import type { Figure } from './table.ts'

const STREAMS = 700
const WINDOW_MS = 10_000
const DOCUMENTS = 100
/** Enough to keep the ingestion busy until the last stream has begun. */
const MORE_DOCUMENTS = 6000
/** Longer than V8 waits before it frees memory. */
const IDLE_MS = 30_000
const SECRET = `svc_sk_${'b'.repeat(40)}`

/**
 * 700 simultaneous streams of the built program: memory per stream, delay of the sentences, memory
 * freed after the end, and how many streams are refused during an ingestion.
 */
export async function measureCrowd(): Promise<Figure[]> {
  return inFolder((folder) => withVisitors((tell) => measure(folder, tell)))
}

async function measure(folder: string, tell: Tell): Promise<Figure[]> {
  const corpus = createCorpus(4)
  const question = corpus.question()
  const knowledge = writeDocuments(folder, corpus.document, DOCUMENTS)
  const environment = configure(folder, knowledge, await tell('startModel'))
  const service = await start(SERVE, environment)
  const [, url = ''] = /API\s+(http:\/\/[^/]+)/.exec(service.said) ?? []
  const database = join(folder, 'data/svc.db')
  await jobsEnded(database)
  await pause(WINDOW_MS)
  const assistant = await first(url, '/assistants')
  const crowd = {
    target: { url, api_key: SECRET },
    assistant_id: assistant.id,
    question,
    streams: STREAMS,
  }

  const before = memoryOf(service.process)
  await tell('crowd', crowd)
  const heard = await tell('listen', WINDOW_MS)
  const during = memoryOf(service.process)
  await tell('leave')
  await pause(IDLE_MS)
  const after = memoryOf(service.process)

  writeDocuments(knowledge, corpus.document, MORE_DOCUMENTS)
  const { id } = await first(url, '/knowledge/collections')
  const source = await first(url, `/knowledge/collections/${id}/sources`)
  await request(url, `/knowledge/sources/${source.id}/sync`, 'POST')
  const refused = await tell('crowd', crowd)
  await tell('leave')
  await stop(service.process)

  return [
    {
      what: `memory (RSS) for each of ${STREAMS} streams`,
      measured: ((during.rssMb - before.rssMb) * 1000) / STREAMS,
      unit: 'kB',
      budget: 300,
    },
    {
      what: '  of all when they have left, against before',
      measured: after.rssMb,
      baseline: before.rssMb,
      unit: 'MB',
    },
    { what: '  their sentences, p99', measured: heard.p99, unit: 'ms' },
    {
      what: '  refused when they begin beside an ingestion',
      measured: refused,
      unit: '',
      budget: 0,
    },
  ]
}

function configure(folder: string, path: string, base_url: string): Record<string, string> {
  const sources = [{ name: 'Folder', type: 'folder', config: { path }, sync: true }]
  const bench = {
    slug: 'bench',
    name: 'Bench',
    api_keys: [{ name: 'Bench', role: 'owner', secret: SECRET }],
    collections: [{ name: 'Knowledge', sources }],
    assistants: [{ name: 'Assistant', model: 'bench/clock', collections: ['Knowledge'] }],
  }
  const provision = join(folder, 'provision.json')
  writeFileSync(provision, JSON.stringify({ organizations: [bench] }))
  const providers = join(folder, 'providers.json')
  writeFileSync(providers, JSON.stringify({ bench: { type: 'openai-compatible', base_url } }))
  return { ...settings(folder), SVC_PROVISION: provision, SVC_PROVIDERS: providers }
}

async function first(url: string, path: string): Promise<{ id: string }> {
  const { data } = (await request(url, path, 'GET')) as { data: { id: string }[] }
  return data[0] ?? { id: '' }
}

async function request(url: string, path: string, method: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${SECRET}` }
  const response = await fetch(`${url}/svc/api/v1${path}`, { method, headers })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  return response.json()
}
