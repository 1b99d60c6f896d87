import type { Database } from 'better-sqlite3'
import type { Synonyms as CollectionSynonyms } from '../../contract/synonyms.ts'
import type { Synonyms } from '../ports/synonyms.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { Sync } from './promised.ts'

export function createSynonyms(db: Database): Sync<Synonyms> {
  const byCollection = db.prepare<
    { organization_id: string; collection_id: string },
    { revision: number; groups: string }
  >(`
    SELECT coalesce(revision, 0) AS revision, coalesce(groups, '[]') AS groups
      FROM collections
      LEFT JOIN synonyms ON collection_id = id
     WHERE id = :collection_id AND organization_id = :organization_id
  `)
  const write = db.prepare<{ collection_id: string; revision: number; groups: string }>(`
    INSERT INTO synonyms (collection_id, revision, groups)
    VALUES (:collection_id, :revision, :groups)
    ON CONFLICT (collection_id) DO UPDATE
       SET revision = excluded.revision, groups = excluded.groups
  `)

  function find(organization_id: string, collection_id: string): CollectionSynonyms | null {
    const row = byCollection.get({ organization_id, collection_id })
    return row ? { revision: row.revision, groups: JSON.parse(row.groups) } : null
  }

  const save = db.transaction<Sync<Synonyms>['save']>((organization_id, collection_id, wanted) => {
    const current = find(organization_id, collection_id)
    if (!current) return null
    requireRevision(current, wanted.revision)
    const saved = { ...wanted, revision: wanted.revision + 1 }
    write.run({ collection_id, revision: saved.revision, groups: JSON.stringify(saved.groups) })
    return saved
  })

  return {
    find,
    save: (...values) => save.immediate(...values),
  }
}
