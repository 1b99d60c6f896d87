import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { memoryOf, provision, serve, startNode, sync } from '../program.ts'
import type { Rounds, Section } from '../section.ts'
import { LISTEN } from './start.ts'

interface Size extends Rounds {
  /** Of the small database, and then of the ingestion. */
  documents: number
  more: number
  idleMs: number
}

/** Memory with a small database, at rest and around an ingestion, against a bare Node process. */
export const section: Section<Size> = {
  sizes: {
    // Longer than an idle parser process lives, and than V8 keeps its freed memory.
    full: { rounds: 3, documents: 100, more: 1500, idleMs: 22_000 },
    smallest: { rounds: 1, documents: 3, more: 6, idleMs: 100 },
  },

  async prepare({ documents, more, idleMs }, place) {
    const corpus = createCorpus(3)
    let rounds = 0
    return async () => {
      const folder = join(place.folder, `round-${(rounds += 1)}`)
      const knowledge = writeDocuments(folder, corpus.document, documents)
      const on = provision(folder, { knowledge })
      const first = await serve(place, on)
      await sync(first)
      await first.stop()

      const [bare, service] = [await startNode(['-e', LISTEN], {}), await serve(place, on)]
      await pause(idleMs)
      const [nothing, small] = [memoryOf(bare), memoryOf(service)]
      writeDocuments(folder, corpus.document, more, documents)
      await sync(service)
      await pause(idleMs)
      const ingested = memoryOf(service)
      await Promise.all([bare.stop(), service.stop()])
      return [
        {
          what: 'memory (RSS) idle, small database',
          measured: small.rssMb,
          baseline: nothing.rssMb,
          unit: 'MB',
          budget: 120,
        },
        {
          what: '  of it not shared with files (anonymous)',
          measured: small.anonymousMb,
          baseline: nothing.anonymousMb,
          unit: 'MB',
        },
        {
          what: `memory (RSS) at the most while ${more} documents are ingested`,
          measured: ingested.peakMb,
          unit: 'MB',
        },
        { what: '  idle afterwards', measured: ingested.rssMb, unit: 'MB' },
      ]
    }
  },
}
