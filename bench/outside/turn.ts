import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { quantile } from '../figures.ts'
import { startVisitors } from '../load.ts'
import { idsOf, mainThreadMs, provision, SECRET, serve, sync, untilIdle } from '../program.ts'
import type { Rounds, Section } from '../section.ts'

interface Size extends Rounds {
  documents: number
  turns: number
}

/**
 * A whole turn over HTTP without its retrieval and its model, as the metrics of the service and the
 * clock of the model tell: against two durable transactions of one row, the minimum for storing a
 * question and its answer.
 */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 5, documents: 200, turns: 100 },
    smallest: { rounds: 1, documents: 3, turns: 2 },
  },

  async prepare({ documents, turns }, place) {
    const corpus = createCorpus(5)
    const tell = startVisitors()
    const model_url = await tell('startModel', { everyMs: 0, tokens: 24 })
    const knowledge = writeDocuments(place.folder, corpus.document, documents)
    const service = await serve(place, provision(place.folder, { knowledge, model_url }))
    const { assistant } = await idsOf(service)
    await sync(service)
    await untilIdle(service)
    const asked = {
      target: { url: service.url, api_key: SECRET },
      assistant_id: assistant,
      questions: Array.from({ length: turns }, corpus.question),
    }

    const measure = async () => {
      const timed = await tell('takeTurns', { ...asked, metrics_url: service.metricsUrl })
      const before = mainThreadMs(service.pid)
      await tell('takeTurns', asked)
      const cpu = mainThreadMs(service.pid) - before
      const beside = timed.map(({ ms, retrievalMs, modelMs }) => ms - retrievalMs - modelMs)
      const bare = commitOften(place.folder, turns)
      return [
        {
          what: 'turn over HTTP beside retrieval and model, p50',
          measured: quantile(beside, 0.5),
          baseline: quantile(bare, 0.5),
          unit: 'ms',
        },
        {
          what: '  p99',
          measured: quantile(beside, 0.99),
          baseline: quantile(bare, 0.99),
          unit: 'ms',
        },
        {
          what: 'turn with its conversation, CPU of the main thread',
          measured: cpu / turns,
          unit: 'ms',
        },
      ]
    }
    // Until the code is compiled.
    await measure()
    return measure
  },
}

/** Milliseconds of each pair of transactions. */
export function commitOften(folder: string, times: number): number[] {
  const db = new Database(join(folder, 'bare.db'))
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = full')
  db.exec('CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO messages (text) VALUES (:text)')
  const took = Array.from({ length: times }, () => {
    const start = performance.now()
    insert.run({ text: 'How is it done?' })
    insert.run({ text: 'Like this [1].' })
    return performance.now() - start
  })
  db.close()
  return took
}
