import type { Database } from 'better-sqlite3'
import type { Behaviour } from '../../contract/behaviour.ts'
import type { Behaviours } from '../ports/behaviours.ts'
import {
  BEHAVIOUR_COLUMNS,
  type BehaviourRow,
  toBehaviour,
  toBehaviourRow,
} from '../rows/behaviours.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { Sync } from './promised.ts'

export function createBehaviours(db: Database): Sync<Behaviours> {
  const byAssistant = db.prepare<
    { organization_id: string; assistant_id: string },
    BehaviourRow | Record<keyof BehaviourRow, null>
  >(`
    SELECT ${BEHAVIOUR_COLUMNS}
      FROM assistants LEFT JOIN behaviours ON assistant_id = id
     WHERE id = :assistant_id AND organization_id = :organization_id
  `)
  const write = db.prepare<BehaviourRow & { assistant_id: string }>(`
    INSERT INTO behaviours (assistant_id, revision, strictness, follow_ups, greeting, declined)
    VALUES (:assistant_id, :revision, :strictness, :follow_ups, :greeting, :declined)
    ON CONFLICT (assistant_id) DO UPDATE
       SET revision = excluded.revision, strictness = excluded.strictness,
           follow_ups = excluded.follow_ups, greeting = excluded.greeting,
           declined = excluded.declined
  `)

  function find(organization_id: string, assistant_id: string): Behaviour | null {
    const row = byAssistant.get({ organization_id, assistant_id })
    return row ? toBehaviour(row) : null
  }

  const save = db.transaction<Sync<Behaviours>['save']>((organization_id, assistant_id, wanted) => {
    const current = find(organization_id, assistant_id)
    if (!current) return null
    requireRevision(current, wanted.revision)
    const saved = { ...wanted, revision: wanted.revision + 1 }
    write.run({ ...toBehaviourRow(saved), assistant_id })
    return saved
  })

  return { find, save: (...values) => save.immediate(...values) }
}
