import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { startVisitors } from '../load.ts'
import {
  cancel,
  idsOf,
  memoryOf,
  provision,
  SECRET,
  serve,
  startSync,
  sync,
  untilIdle,
} from '../program.ts'
import type { Rounds, Section } from '../section.ts'

interface Size extends Rounds {
  streams: number
  documents: number
  /** Enough to keep the ingestion busy until the last stream has begun. */
  more: number
  windowMs: number
  /** Longer than V8 waits before it frees memory. */
  idleMs: number
}

/**
 * Many simultaneous streams: memory per stream, delay of the sentences, memory freed after the end,
 * and how many streams are refused during an ingestion.
 */
export const section: Section<Size> = {
  sizes: {
    full: {
      rounds: 3,
      streams: 700,
      documents: 100,
      more: 6000,
      windowMs: 10_000,
      idleMs: 30_000,
    },
    smallest: { rounds: 1, streams: 2, documents: 3, more: 6, windowMs: 100, idleMs: 100 },
  },

  async prepare({ streams, documents, more, windowMs, idleMs }, place) {
    const corpus = createCorpus(4)
    const question = corpus.question()
    const tell = startVisitors()
    const model_url = await tell('startModel', { everyMs: windowMs / 40 })
    let rounds = 0
    return async () => {
      const folder = join(place.folder, `round-${(rounds += 1)}`)
      const knowledge = writeDocuments(folder, corpus.document, documents)
      const service = await serve(place, provision(folder, { knowledge, model_url }))
      await sync(service)
      await untilIdle(service)
      const target = { url: service.url, api_key: SECRET }
      const crowd = { target, assistant_id: (await idsOf(service)).assistant, question, streams }

      const before = memoryOf(service)
      const early = await tell('crowd', crowd)
      if (early > 0) throw new Error(`${early} of ${streams} streams were refused.`)
      const heard = await tell('listen', windowMs)
      const during = memoryOf(service)
      await tell('leave')
      await pause(idleMs)
      const after = memoryOf(service)

      writeDocuments(folder, corpus.document, more)
      const job = await startSync(service)
      const refused = await tell('crowd', crowd)
      await tell('leave')
      await cancel(service, job)
      await service.stop()
      return [
        {
          what: `memory (RSS) for each of ${streams} streams`,
          measured: ((during.rssMb - before.rssMb) * 1000) / streams,
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
  },
}
