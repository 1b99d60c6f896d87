import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { cpuMs, provision, serve, startNode, sync } from '../program.ts'
import type { Rounds, Section } from '../section.ts'

interface Size extends Rounds {
  documents: number
}

/** Start with a small database, against a Node process that only listens. */
export const section: Section<Size> = {
  sizes: { full: { rounds: 15, documents: 100 }, smallest: { rounds: 1, documents: 3 } },

  async prepare({ documents }, place) {
    const knowledge = writeDocuments(place.folder, createCorpus(3).document, documents)
    const on = provision(place.folder, { knowledge })
    const first = await serve(place, on)
    await sync(first)
    await first.stop()

    return async () => {
      const bare = await startNode(['-e', LISTEN], {})
      await bare.stop()
      const service = await serve(place, on)
      const startCpuMs = cpuMs(service.pid)
      await service.stop()
      return [
        {
          what: 'start to ready, small database',
          measured: service.startMs,
          baseline: bare.startMs,
          unit: 'ms',
          budget: 400,
        },
        { what: '  processor time', measured: startCpuMs, unit: 'ms' },
      ]
    }
  },
}

/** A program of Node that listens and says so. */
export const LISTEN =
  "require('node:http').createServer((_, response) => response.end()).listen(0, () => console.log('is ready'))"
