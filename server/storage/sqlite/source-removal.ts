import type { Database } from 'better-sqlite3'
import type { Sources } from '../ports/sources.ts'
import type { Sync } from './promised.ts'

export function prepareDelete(db: Database): Sync<Sources>['delete'] {
  const hidePassages = db.prepare<{ organization_id: string; id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE state IN ('live', 'staged')
       AND document_id IN (SELECT id
                             FROM documents
                            WHERE source_id = :id AND organization_id = :organization_id)
  `)
  const hideStaged = db.prepare<{ organization_id: string; id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE collection_id = (SELECT collection_id
                              FROM sources
                             WHERE id = :id AND organization_id = :organization_id)
       AND state <> 'live' AND state = 'staged'
       AND staged_by IN (SELECT id FROM jobs WHERE source_id = :id)
  `)
  const remove = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM sources WHERE id = :id AND organization_id = :organization_id
  `)

  // Jobs, uploads and documents are deleted with the row; passages stay hidden until swept.
  const erase = db.transaction((organization_id: string, id: string) => {
    hidePassages.run({ organization_id, id })
    hideStaged.run({ organization_id, id })
    return remove.run({ organization_id, id }).changes > 0
  })

  return (organization_id, id) => erase.immediate(organization_id, id)
}
