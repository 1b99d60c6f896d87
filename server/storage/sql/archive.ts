import type { Archive } from '../ports/archive.ts'
import { contradiction } from '../rules/archive.ts'
import { createArchiveWriting } from './archive-writing.ts'
import { type Driver, sql } from './step.ts'
import { NotUnique } from './unique.ts'

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

/** What differs by engine: how one moment is read, and what a refused row throws. */
interface Engine {
  snapshot: Archive['snapshot']
  isConstraint(error: unknown): boolean
}

export function createArchive(db: Driver, { snapshot, isConstraint }: Engine): Archive {
  const write = createArchiveWriting()
  return {
    snapshot,

    isEmpty: (organization_id) =>
      db.run(function* () {
        return (yield* held.get({ organization_id })) === undefined
      }),

    async insert(organization_id, part, row, spare) {
      try {
        await db.step(() => write(organization_id, part, row, spare))
      } catch (error) {
        const isRefused = error instanceof NotUnique || isConstraint(error)
        throw isRefused ? contradiction(part, error) : error
      }
    },
  }
}
