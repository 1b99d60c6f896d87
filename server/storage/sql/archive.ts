import { RowRefused } from '../failures.ts'
import type { Archive } from '../ports/archive.ts'
import { contradiction } from '../rules/archive.ts'
import { snapshotOf } from './archive-reading.ts'
import { createArchiveWriting } from './archive-writing.ts'
import { type Driver, sql } from './step.ts'

const held = sql<{ organization_id: string }>(`
  SELECT 1 FROM collections WHERE organization_id = :organization_id
   UNION ALL
  SELECT 1 FROM assistants WHERE organization_id = :organization_id
   UNION ALL
  SELECT 1 FROM curated_answers WHERE organization_id = :organization_id
   UNION ALL
  SELECT 1 FROM conversations WHERE organization_id = :organization_id
   LIMIT 1
`)

export function createArchive(db: Driver): Archive {
  const write = createArchiveWriting()
  return {
    snapshot: async (organization_id) => snapshotOf(await db.moment(), organization_id),

    isEmpty: (organization_id) =>
      db.run(function* () {
        return (yield* held.get({ organization_id })) === undefined
      }),

    async insert(organization_id, part, row, spare) {
      try {
        await db.step(() => write(organization_id, part, row, spare))
      } catch (error) {
        throw error instanceof RowRefused ? contradiction(part, error) : error
      }
    },
  }
}
