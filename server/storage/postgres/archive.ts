import type { Archive } from '../ports/archive.ts'
import { contradiction } from '../rules/archive.ts'
import { openSnapshot } from './archive-reading.ts'
import { writeRow } from './archive-writing.ts'
import type { Database } from './database.ts'
import { isConstraint } from './failures.ts'
import { sql } from './statement.ts'

const held = sql<{ organization_id: string }, { held: 0 | 1 }>(`
  SELECT EXISTS (SELECT 1 FROM collections WHERE organization_id = :organization_id)
      OR EXISTS (SELECT 1 FROM assistants WHERE organization_id = :organization_id)
      OR EXISTS (SELECT 1 FROM curated_answers WHERE organization_id = :organization_id)
      OR EXISTS (SELECT 1 FROM conversations WHERE organization_id = :organization_id) AS held
`)

export function createArchive(db: Database): Archive {
  return {
    snapshot: (organization_id) => openSnapshot(db, organization_id),
    isEmpty: async (organization_id) => (await held.get(db, { organization_id }))?.held === 0,

    async insert(organization_id, part, row, spare) {
      try {
        await db.step((transaction) => writeRow(transaction, organization_id, part, row, spare))
      } catch (error) {
        throw isConstraint(error) ? contradiction(part, error) : error
      }
    },
  }
}
