import type { Behaviour } from '../../contract/behaviour.ts'
import type { Behaviours } from '../ports/behaviours.ts'
import {
  BEHAVIOUR_COLUMNS,
  type BehaviourRow,
  toBehaviour,
  toBehaviourRow,
} from '../rows/behaviours.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { Database, Runner } from './database.ts'
import { sql } from './statement.ts'

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

export function createBehaviours(db: Database): Behaviours {
  async function find(on: Runner, place: Place): Promise<Behaviour | null> {
    const row = await byAssistant.get(on, place)
    return row ? toBehaviour(row) : null
  }

  return {
    find: (organization_id, assistant_id) => find(db, { organization_id, assistant_id }),

    save: (organization_id, assistant_id, wanted) =>
      db.step(async (transaction) => {
        const place = { organization_id, assistant_id }
        const current = await find(transaction, place)
        if (!current) return null
        requireRevision(current, wanted.revision)
        const saved = { ...wanted, revision: wanted.revision + 1 }
        await write.run(transaction, { ...place, ...toBehaviourRow(saved) })
        transaction.tell({ organization_id, kind: 'assistant', id: assistant_id, revision: null })
        return saved
      }),
  }
}
