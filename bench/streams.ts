import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Service } from '../server/service.ts'
import { createCorpus } from './corpus.ts'
import { type Tell, withVisitors } from './load.ts'
import {
  createTenant,
  inFolder,
  sync,
  type Tenant,
  withService,
  writeDocuments,
} from './service.ts'
import type { Figure } from './table.ts'

const STREAMS = 200
const WINDOW_MS = 5000
/** Enough to keep the ingestion busy for a whole window. */
const DOCUMENTS = 6000
const FIRST_DOCUMENTS = 100

/**
 * Latency of a sentence from the model through the service to the visitor with 200 answers at once,
 * first alone, then beside searches and an ingestion, in the same run.
 */
export async function measureStreams(): Promise<Figure[]> {
  return inFolder((folder) =>
    withVisitors(async (tell) => {
      const base_url = await tell('startModel')
      const providers = join(folder, 'providers.json')
      writeFileSync(providers, JSON.stringify({ bench: { type: 'openai-compatible', base_url } }))
      return withService(folder, { SVC_PROVIDERS: providers }, (service) =>
        measure(service, folder, tell),
      )
    }),
  )
}

async function measure(service: Service, folder: string, tell: Tell): Promise<Figure[]> {
  const corpus = createCorpus(4)
  const knowledge = writeDocuments(folder, corpus.document, FIRST_DOCUMENTS)
  const tenant = await createTenant(service, knowledge, 'bench/clock')
  await sync(service, tenant)
  writeDocuments(folder, corpus.document, DOCUMENTS)
  const target = { url: service.url, api_key: tenant.api_key }
  const questions = Array.from({ length: 200 }, corpus.question)
  const { assistant_id } = tenant
  await tell('ask', { target, assistant_id, question: questions[0] ?? '', streams: STREAMS })

  const alone = await listen(tell)
  await tell('search', { target, questions })
  void sync(service, tenant).catch(() => {})
  const busy = await listen(tell)
  const { refused } = await tell('stopSearching')
  if (refused > 0) throw new Error(`${refused} searches were refused.`)
  const isStillIngesting = await isActive(service, tenant)
  if (!isStillIngesting) throw new Error('The ingestion ended before it had been measured.')
  await service.store.sources.delete(tenant.organization_id, tenant.source_id)

  return [
    {
      what: `sentence of ${STREAMS} streams beside searches and ingestion, p50`,
      measured: busy.p50,
      baseline: alone.p50,
      unit: 'ms',
    },
    {
      what: `sentence of ${STREAMS} streams beside searches and ingestion, p99`,
      measured: busy.p99,
      baseline: alone.p99,
      unit: 'ms',
      budget: 2,
      of: 'ratio',
    },
    {
      what: '  longest block of the main thread',
      measured: busy.blockedMs,
      baseline: alone.blockedMs,
      unit: 'ms',
      budget: 10,
    },
    {
      what: '  block of the main thread, p99',
      measured: busy.blockedP99Ms,
      baseline: alone.blockedP99Ms,
      unit: 'ms',
    },
    {
      what: '  CPU of the main thread for a sentence',
      measured: busy.cpuMicros,
      baseline: alone.cpuMicros,
      unit: 'µs',
    },
  ]
}

async function isActive({ store }: Service, tenant: Tenant): Promise<boolean> {
  const job = await store.jobs.latest(tenant.organization_id, tenant.source_id)
  return job?.is_active ?? false
}

const RESOLUTION_MS = 1

async function listen(tell: Tell) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const before = process.threadCpuUsage()
  const heard = await tell('listen', WINDOW_MS)
  const { user, system } = process.threadCpuUsage(before)
  delay.disable()
  const cpuMicros = (user + system) / heard.tokens
  return { ...heard, cpuMicros, blockedMs: beyond(delay, 100), blockedP99Ms: beyond(delay, 99) }
}

/** Milliseconds by which the timer of the measurement itself was late. */
function beyond(delay: ReturnType<typeof monitorEventLoopDelay>, percentile: number): number {
  return Math.max(0, delay.percentile(percentile) / 1e6 - RESOLUTION_MS)
}
