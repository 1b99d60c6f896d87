import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { startVisitors, type Tell } from '../load.ts'
import {
  cancel,
  idsOf,
  mainThreadMs,
  provision,
  readJob,
  readMetric,
  SECRET,
  type Service,
  serve,
  startSync,
  sync,
  untilIdle,
} from '../program.ts'
import type { Rounds, Section } from '../section.ts'

const FIRST_DOCUMENTS = 10
/** Of the histogram that the metrics are made from; its values include it. */
const RESOLUTION_MS = 10

interface Size extends Rounds {
  streams: number
  /** Keep the ingestion busy for a whole window. */
  documents: number
  windowMs: number
  /** Pause of the model between two tokens. */
  everyMs: number
}

/**
 * Latency of a sentence from the model through the service to the visitor with many answers at
 * once, beside searches and an ingestion; the baseline is the latency of the same streams alone.
 */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 3, streams: 200, documents: 6000, windowMs: 5000, everyMs: 250 },
    smallest: { rounds: 1, streams: 2, documents: 2000, windowMs: 500, everyMs: 10 },
  },

  async prepare({ streams, documents, windowMs, everyMs }, place) {
    const [model, visitors] = [startVisitors(), startVisitors()]
    const model_url = await model('startModel', { everyMs })
    const corpus = createCorpus(4)
    const knowledge = writeDocuments(place.folder, corpus.document, FIRST_DOCUMENTS)
    const service = await serve(place, provision(place.folder, { knowledge, model_url }))
    await sync(service)
    const target = { url: service.url, api_key: SECRET }
    const questions = Array.from({ length: 200 }, corpus.question)
    const { assistant } = await idsOf(service)
    const asked = { target, assistant_id: assistant, question: questions[0] ?? '', streams }

    return async () => {
      await untilIdle(service)
      await visitors('ask', asked)
      const alone = await listen(service, visitors, windowMs)
      // Each round has new texts for the documents of the rounds before.
      writeDocuments(place.folder, corpus.document, documents)
      const job = await startSync(service)
      await visitors('search', { target, questions })
      const busy = await listen(service, visitors, windowMs)
      const { refused } = await visitors('stopSearching')
      if (refused > 0) throw new Error(`${refused} searches were refused.`)
      const { is_active } = await readJob(service, job)
      if (!is_active) throw new Error('The ingestion ended before it had been measured.')
      await visitors('leave')
      await cancel(service, job)
      return [
        {
          what: `sentence of ${streams} streams beside searches and ingestion, p50`,
          measured: busy.p50,
          baseline: alone.p50,
          unit: 'ms',
        },
        {
          what: '  p99',
          measured: busy.p99,
          baseline: alone.p99,
          unit: 'ms',
          budget: 2,
          of: 'ratio' as const,
        },
        {
          what: '  longest block of the main thread',
          measured: busy.blockedMs,
          baseline: alone.blockedMs,
          unit: 'ms',
          budget: 10,
        },
        {
          what: '  CPU of the main thread for a sentence',
          measured: busy.cpuMicros,
          baseline: alone.cpuMicros,
          unit: 'µs',
        },
      ]
    }
  },
}

async function listen(service: Service, tell: Tell, windowMs: number) {
  // The metric is that of the time since it was read last.
  await blockedMs(service)
  const before = mainThreadMs(service.pid)
  const heard = await tell('listen', windowMs)
  const cpuMicros = ((mainThreadMs(service.pid) - before) * 1000) / heard.tokens
  return { ...heard, cpuMicros, blockedMs: await blockedMs(service) }
}

async function blockedMs(service: Service): Promise<number> {
  const ms = (await readMetric(service, 'nodejs_eventloop_lag_max_seconds')) * 1000
  return Math.max(0, ms - RESOLUTION_MS)
}
