import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createCorpus } from '../corpus.ts'
import { writeDocuments } from '../documents.ts'
import { cpuMs, provision, serve, sync, untilIdle } from '../program.ts'
import type { Rounds, Section } from '../section.ts'

interface Size extends Rounds {
  documents: number
}

/** A sync that finds nothing changed, of short documents: the cost of each, not of its bytes. */
export const section: Section<Size> = {
  sizes: { full: { rounds: 7, documents: 10_000 }, smallest: { rounds: 1, documents: 5 } },

  async prepare({ documents }, place) {
    const knowledge = writeDocuments(place.folder, createCorpus(1).shortDocument, documents)
    const service = await serve(place, provision(place.folder, { knowledge }))
    await sync(service)
    await untilIdle(service)
    const db = new Database(join(place.folder, 'data/svc.db'), { readonly: true })
    const revision = db
      .prepare<[], number>('SELECT sum(revision + blocks_revision) FROM search_indexes')
      .pluck()

    return async () => {
      const [cpuBefore, revisionBefore] = [cpuMs(service.pid), revision.get() ?? 0]
      await sync(service)
      return [
        {
          what: `sync of ${documents} unchanged documents, CPU`,
          measured: (cpuMs(service.pid) - cpuBefore) / 1000,
          unit: 's',
          budget: 0.3,
        },
        {
          what: '  index writes',
          measured: (revision.get() ?? 0) - revisionBefore,
          unit: '',
          budget: 0,
        },
      ]
    }
  },
}
