import { NEVER_SAVED, type Reading } from '../../contract/reading.ts'
import type { Readings } from '../ports/readings.ts'
import { requireRevision } from '../rules/revisions.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  collection_id: string
}

interface ReadingRow extends Omit<Reading, 'learn_from_visitors'> {
  learn_from_visitors: 0 | 1
}

const collectionExists = sql<Place>(`
  SELECT 1 FROM collections WHERE organization_id = :organization_id AND id = :collection_id
`)
const byCollection = sql<Place, ReadingRow>(`
  SELECT revision, question_model, learn_from_visitors
    FROM readings
   WHERE organization_id = :organization_id AND collection_id = :collection_id
`)
const write = sql<Place & ReadingRow>(`
  INSERT INTO readings (organization_id, collection_id, revision, question_model,
                        learn_from_visitors)
  VALUES (:organization_id, :collection_id, :revision, :question_model, :learn_from_visitors)
  ON CONFLICT (organization_id, collection_id) DO UPDATE
     SET revision = excluded.revision, question_model = excluded.question_model,
         learn_from_visitors = excluded.learn_from_visitors
`)

export function createReadings(db: Driver): Readings {
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
        const learn_from_visitors = saved.learn_from_visitors ? 1 : 0
        yield* write.run({ ...place, ...saved, learn_from_visitors })
        yield* tell({ organization_id, kind: 'collection', id: collection_id, revision: null })
        return saved
      }),
  }
}

function* find(place: Place): Step<Reading | null> {
  if (!(yield* collectionExists.get(place))) return null
  const row = yield* byCollection.get(place)
  return row ? { ...row, learn_from_visitors: row.learn_from_visitors === 1 } : NEVER_SAVED
}
