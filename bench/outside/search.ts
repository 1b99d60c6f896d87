import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { quantile } from '../figures.ts'
import { startVisitors } from '../load.ts'
import { provision, SECRET, serve, sync, untilIdle } from '../program.ts'
import type { Rounds, Section } from '../section.ts'

const WARM_UP = 20

interface Size extends Rounds {
  /** Of about five passages. */
  documents: number
  questions: number
}

/** Searches by words in a large collection, as the service itself times them and over HTTP. */
export const section: Section<Size> = {
  sizes: {
    full: { rounds: 5, documents: 20_000, questions: 100 },
    smallest: { rounds: 1, documents: 3, questions: 2 },
  },

  async prepare({ documents, questions }, place) {
    const corpus = createCorpus(2)
    const tell = startVisitors()
    const knowledge = writeDocuments(place.folder, corpus.document, documents)
    const service = await serve(place, provision(place.folder, { knowledge }))
    await sync(service)
    await untilIdle(service)
    const search = (count: number) =>
      tell('searchEach', {
        target: { url: service.url, api_key: SECRET },
        metrics_url: service.metricsUrl,
        questions: Array.from({ length: count }, corpus.question),
      })
    await search(WARM_UP)

    return async () => {
      const timed = await search(questions)
      const retrieval = timed.map(({ retrievalMs }) => retrievalMs)
      const whole = timed.map(({ ms }) => ms)
      const what = `${documents * 5} passages`
      return [
        {
          what: `retrieval, ${what}, p50`,
          measured: quantile(retrieval, 0.5),
          unit: 'ms',
          budget: 3,
        },
        { what: '  p99', measured: quantile(retrieval, 0.99), unit: 'ms', budget: 10 },
        { what: `search over HTTP, ${what}, p50`, measured: quantile(whole, 0.5), unit: 'ms' },
        { what: `search over HTTP, ${what}, p99`, measured: quantile(whole, 0.99), unit: 'ms' },
      ]
    }
  },
}
