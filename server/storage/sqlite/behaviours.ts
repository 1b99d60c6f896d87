import type { Database } from 'better-sqlite3'
import { type Behaviour, defaultBehaviour } from '../../contract/behaviour.ts'
import type { Behaviours } from '../ports/behaviours.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { Sync } from './promised.ts'

interface Row {
  revision: number
  strictness: Behaviour['strictness']
  follow_ups: 0 | 1
  greeting: string | null
  declined: string | null
}

export function createBehaviours(db: Database): Sync<Behaviours> {
  const assistantExists = db.prepare<{ organization_id: string; assistant_id: string }>(`
    SELECT 1 FROM assistants WHERE id = :assistant_id AND organization_id = :organization_id
  `)
  const byAssistant = db.prepare<{ assistant_id: string }, Row>(`
    SELECT revision, strictness, follow_ups, greeting, declined
      FROM behaviours
     WHERE assistant_id = :assistant_id
  `)
  const write = db.prepare<Row & { assistant_id: string }>(`
    INSERT INTO behaviours (assistant_id, revision, strictness, follow_ups, greeting, declined)
    VALUES (:assistant_id, :revision, :strictness, :follow_ups, :greeting, :declined)
    ON CONFLICT (assistant_id) DO UPDATE
       SET revision = excluded.revision, strictness = excluded.strictness,
           follow_ups = excluded.follow_ups, greeting = excluded.greeting,
           declined = excluded.declined
  `)

  function find(organization_id: string, assistant_id: string): Behaviour | null {
    if (!assistantExists.get({ organization_id, assistant_id })) return null
    const row = byAssistant.get({ assistant_id })
    return row ? toBehaviour(row) : defaultBehaviour
  }

  const save = db.transaction<Sync<Behaviours>['save']>((organization_id, assistant_id, wanted) => {
    const current = find(organization_id, assistant_id)
    if (!current) return null
    requireRevision(current, wanted.revision)
    const { revision, strictness, follow_ups, texts } = wanted
    write.run({
      assistant_id,
      revision: revision + 1,
      strictness,
      follow_ups: follow_ups ? 1 : 0,
      ...texts,
    })
    return { ...wanted, revision: revision + 1 }
  })

  return { find, save: (...values) => save.immediate(...values) }
}

function toBehaviour({ revision, strictness, follow_ups, greeting, declined }: Row): Behaviour {
  return { revision, strictness, follow_ups: follow_ups === 1, texts: { greeting, declined } }
}
