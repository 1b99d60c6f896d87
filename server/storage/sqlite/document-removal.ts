import type { Database } from 'better-sqlite3'
import type { Documents } from '../ports/documents.ts'
import type { Sync } from './promised.ts'
import type { StoredPassages } from './stored-passages.ts'

/** Within the caller's transaction: removes a document; its passages are swept away later. */
export function prepareRemoveOne(db: Database, { hide }: StoredPassages) {
  const erase = db.prepare<{ id: string }>('DELETE FROM documents WHERE id = :id')

  return (id: string): void => {
    hide(id)
    erase.run({ id })
  }
}

/** What removes documents: their owner, or a run that finds them no more. */
export function createDocumentRemoval(
  db: Database,
  removeOne: (id: string) => void,
  mayWrite: (organization_id: string, job_id?: string) => boolean,
): Pick<Sync<Documents>, 'delete' | 'remove'> {
  const isOwn = db.prepare<{ organization_id: string; id: string }>(`
    SELECT 1 FROM documents WHERE id = :id AND organization_id = :organization_id
  `)
  const inSource = db.prepare<{ organization_id: string; source_id: string; id: string }>(`
    SELECT 1
      FROM documents
     WHERE id = :id AND source_id = :source_id AND organization_id = :organization_id
  `)
  const eraseUpload = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM uploads WHERE id = :id AND organization_id = :organization_id
  `)

  const eraseOne = db.transaction<Sync<Documents>['delete']>((organization_id, id) => {
    const uploads = eraseUpload.run({ organization_id, id }).changes
    if (!isOwn.get({ organization_id, id })) return uploads > 0
    removeOne(id)
    return true
  })

  const remove = db.transaction<Sync<Documents>['remove']>(
    (organization_id, source_id, ids, job_id) => {
      if (!mayWrite(organization_id, job_id)) return
      for (const id of ids) if (inSource.get({ organization_id, source_id, id })) removeOne(id)
    },
  )

  return {
    delete: (organization_id, id) => eraseOne.immediate(organization_id, id),
    remove: (...values) => remove.immediate(...values),
  }
}
