import type { Synonyms as CollectionSynonyms } from '../../contract/synonyms.ts'
import type { Synonyms } from '../ports/synonyms.ts'
import { requireRevision } from '../rules/revisions.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  collection_id: string
}

const byCollection = sql<Place, { revision: number; groups: string }>(`
  SELECT coalesce(revision, 0) AS revision, coalesce(groups, '[]') AS groups
    FROM collections
    LEFT JOIN synonyms
      ON synonyms.organization_id = collections.organization_id AND collection_id = id
   WHERE collections.organization_id = :organization_id AND id = :collection_id
`)
const write = sql<Place & { revision: number; groups: string }>(`
  INSERT INTO synonyms (organization_id, collection_id, revision, groups)
  VALUES (:organization_id, :collection_id, :revision, :groups)
  ON CONFLICT (organization_id, collection_id) DO UPDATE
     SET revision = excluded.revision, groups = excluded.groups
`)

export function createSynonyms(db: Driver): Synonyms {
  return {
    find: (organization_id, collection_id) =>
      db.run(() => find({ organization_id, collection_id })),

    save: (organization_id, collection_id, wanted) =>
      db.step(function* () {
        const place = { organization_id, collection_id }
        const current = yield* find(place)
        if (!current) return null
        requireRevision(current, wanted.revision)
        const saved = { ...wanted, revision: wanted.revision + 1 }
        const { revision, groups } = saved
        yield* write.run({ ...place, revision, groups: JSON.stringify(groups) })
        yield* tell({ organization_id, kind: 'collection', id: collection_id, revision: null })
        return saved
      }),
  }
}

function* find(place: Place): Step<CollectionSynonyms | null> {
  const row = yield* byCollection.get(place)
  return row ? { revision: row.revision, groups: JSON.parse(row.groups) } : null
}
