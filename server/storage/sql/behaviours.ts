import type { Behaviour } from '../../contract/behaviour.ts'
import type { Behaviours } from '../ports/behaviours.ts'
import {
  BEHAVIOUR_COLUMNS,
  type BehaviourRow,
  toBehaviour,
  toBehaviourRow,
} from '../rows/behaviours.ts'
import { requireRevision } from '../rules/revisions.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  assistant_id: string
}

const byAssistant = sql<Place, BehaviourRow | Record<keyof BehaviourRow, null>>(`
  SELECT ${BEHAVIOUR_COLUMNS}
    FROM assistants
    LEFT JOIN behaviours
      ON behaviours.organization_id = assistants.organization_id AND assistant_id = id
   WHERE assistants.organization_id = :organization_id AND id = :assistant_id
`)
const write = sql<Place & BehaviourRow>(`
  INSERT INTO behaviours (organization_id, assistant_id, revision, strictness, follow_ups,
                          greeting, declined)
  VALUES (:organization_id, :assistant_id, :revision, :strictness, :follow_ups,
          :greeting, :declined)
  ON CONFLICT (organization_id, assistant_id) DO UPDATE
     SET revision = excluded.revision, strictness = excluded.strictness,
         follow_ups = excluded.follow_ups, greeting = excluded.greeting,
         declined = excluded.declined
`)

export function createBehaviours(db: Driver): Behaviours {
  return {
    find: (organization_id, assistant_id) => db.run(() => find({ organization_id, assistant_id })),

    save: (organization_id, assistant_id, wanted) =>
      db.step(function* () {
        const place = { organization_id, assistant_id }
        const current = yield* find(place)
        if (!current) return null
        requireRevision(current, wanted.revision)
        const saved = { ...wanted, revision: wanted.revision + 1 }
        yield* write.run({ ...place, ...toBehaviourRow(saved) })
        yield* tell({ organization_id, kind: 'assistant', id: assistant_id, revision: null })
        return saved
      }),
  }
}

function* find(place: Place): Step<Behaviour | null> {
  const row = yield* byAssistant.get(place)
  return row ? toBehaviour(row) : null
}
