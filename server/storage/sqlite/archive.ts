import type { Database } from 'better-sqlite3'
import type { SqliteDriver } from '../drivers/sqlite.ts'
import type { Archive, StoredPart } from '../ports/archive.ts'
import { contradiction } from '../rules/archive.ts'
import { openSnapshot } from './archive-reading.ts'
import { createArchiveWriting } from './archive-writing.ts'
import type { Sync } from './promised.ts'

export function createArchive(db: Database, driver: SqliteDriver): Sync<Archive> {
  // Prepared for an import only.
  let write: ReturnType<typeof createArchiveWriting> | undefined
  const held = db
    .prepare<{ organization_id: string }, number>(`
      SELECT EXISTS (SELECT 1 FROM collections WHERE organization_id = :organization_id)
          OR EXISTS (SELECT 1 FROM assistants WHERE organization_id = :organization_id)
          OR EXISTS (SELECT 1 FROM curated_answers WHERE organization_id = :organization_id)
          OR EXISTS (SELECT 1 FROM conversations WHERE organization_id = :organization_id)
    `)
    .pluck()
  return {
    snapshot: (organization_id) => openSnapshot(db.name, organization_id),
    isEmpty: (organization_id) => held.get({ organization_id }) === 0,
    insert(organization_id, part, row, spare) {
      write ??= createArchiveWriting(db, driver)
      try {
        write(organization_id, part, row, spare)
      } catch (error) {
        throw asContradiction(error, part)
      }
    },
  }
}

/** A row that the constraints of the tables refuse. */
function asContradiction(error: unknown, part: StoredPart): unknown {
  const { code = '' } = error as { code?: string }
  if (!code.startsWith('SQLITE_CONSTRAINT')) return error
  return contradiction(part, error)
}
