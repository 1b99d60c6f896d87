import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createCorpus } from '../../bench/corpus.ts'
import { writeDocuments } from '../../bench/documents.ts'
import { type Tell, withVisitors } from '../../bench/load.ts'
import { createSvc } from '../../test/process/svc.ts'
import { freePort } from '../../test/support/free-port.ts'
import type { Options } from '../proofs/faults.ts'
import { type Finding, figure, judge, progress, type Table } from '../table.ts'
import { acme, enter, SECRET } from './acme.ts'
import { megabytes, watchMemory } from './memory.ts'

/** Twenty tokens a second in answers of half a minute, so that answers constantly end and begin. */
const WRITING = { everyMs: 50, tokens: 600 }
/** So many that ingesting them beside the streams takes minutes. */
const DOCUMENTS = 6000
const REST_MS = 60_000
/** Maximum delay of the main thread's event loop. */
const P99_MS = 50
const LONGEST_MS = 250
/**
 * Resolution of `monitorEventLoopDelay` in the default metrics, which is included in its values.
 */
const RESOLUTION_MS = 10

/**
 * Promises that many concurrent answers all complete and that nothing blocks the main thread,
 * beside searches and an ingestion. The model and the visitors are separate processes.
 */
export async function proveStreams({ streams, seconds }: Options): Promise<Table> {
  const findings = await withVisitors(async (model) => {
    const model_url = await model('startModel', WRITING)
    return withVisitors(async (visitors) =>
      withVisitors((searchers) => measure({ model_url, visitors, searchers, streams, seconds })),
    )
  })
  return {
    title: `faults streams: ${streams} streams of 20 tokens a second for ${seconds} s`,
    findings,
  }
}

interface Load extends Pick<Options, 'streams' | 'seconds'> {
  model_url: string
  visitors: Tell
  searchers: Tell
}

async function measure(load: Load): Promise<Finding[]> {
  const { model_url, visitors, searchers, streams, seconds } = load
  await using svc = await createSvc()
  const { first } = acme(svc.dir, { model_url, documents: 0 })
  const metricsPort = await freePort()
  const corpus = createCorpus(4)
  const library = writeDocuments(svc.dir, corpus.document, DOCUMENTS)
  const serving = await svc.serve({
    ...first,
    SVC_METRICS_PORT: String(metricsPort),
    SVC_SOURCE_ROOTS: library,
  })
  const service = await enter(serving)
  const target = { url: serving.url, api_key: SECRET }
  const questions = Array.from({ length: 200 }, corpus.question)
  const measured = () => readMetrics(metricsPort)
  const memory = watchMemory(serving.process.pid ?? 0, 1000)
  const before = memory.nowBytes()

  await ingest(service.call, library)
  await searchers('search', { target, questions })
  // A scrape starts the next interval of the measurement.
  const { cpuSeconds } = await measured()
  progress(`streams: ${streams} for ${seconds} s …`)
  const asked = {
    target,
    assistant_id: service.assistant_id,
    question: 'When does the harbour open?',
  }
  const heard = await visitors('converse', { ...asked, streams, ms: seconds * 1000 })
  const { p99Ms, longestMs, ...busy } = await measured()
  const cores = (busy.cpuSeconds - cpuSeconds) / seconds
  const found = await searchers('stopSearching')
  memory.stop()
  progress(`streams: ${REST_MS / 1000} s of rest …`)
  await pause(REST_MS)
  const after = memory.nowBytes()
  const { completed = 0, ...others } = heard.ends
  const { '503': refused = 0, ...faults } = others
  const told = Object.entries(faults).map(([end, times]) => `${times} ended with ${end}`)
  return [
    judge('every answer that begins comes to its end', told, `${completed} completed`),
    figure('refused with 503', String(refused)),
    figure('searches', `${found.done}, and ${found.refused} refused`),
    figure('sentences', `${heard.deltas}, ${Math.round(heard.deltas / seconds)} a second`),
    figure(
      'sentence from model to visitor',
      `p50 ${round(heard.p50)} ms, p99 ${round(heard.p99)} ms`,
    ),
    atMost('event loop delay, p99', p99Ms, P99_MS),
    atMost('event loop delay, longest', longestMs, LONGEST_MS),
    figure('processor time of the service', `${cores.toFixed(2)} cores`),
    figure('load of the machine', loadavg()[0]?.toFixed(1) ?? ''),
    figure('memory before', megabytes(before)),
    figure('memory at the most', megabytes(memory.peakBytes())),
    figure(`memory after ${REST_MS / 1000} s of rest`, megabytes(after)),
  ]
}

function atMost(what: string, measuredMs: number, mostMs: number): Finding {
  const seen = `${round(measuredMs)} ms`
  return judge(`${what} ≤ ${mostMs} ms`, measuredMs <= mostMs ? [] : [seen], seen)
}

type Call = Awaited<ReturnType<typeof enter>>['call']

/** Adds a collection with a folder source and starts reading it. */
async function ingest(call: Call, path: string): Promise<void> {
  const { body: collection } = await call('POST', '/knowledge/collections', { name: 'Library' })
  const { status, body } = await call('POST', `/knowledge/collections/${collection.id}/sources`, {
    name: 'library',
    type: 'folder',
    config: { path },
  })
  if (status !== 201) throw new Error(`The source was refused: ${body.message}`)
  await call('POST', `/knowledge/sources/${body.id}/sync`)
}

/** The delays since the previous scrape. */
async function readMetrics(port: number) {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = (name: string) =>
    Number(new RegExp(`^${name}_seconds(?:_total)? (\\S+)$`, 'm').exec(text)?.[1])
  const delay = (name: string) =>
    Math.max(0, value(`nodejs_eventloop_lag_${name}`) * 1000 - RESOLUTION_MS)
  return { p99Ms: delay('p99'), longestMs: delay('max'), cpuSeconds: value('process_cpu') }
}

function round(ms: number): string {
  return ms.toFixed(1)
}
