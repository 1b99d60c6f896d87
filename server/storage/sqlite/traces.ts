import type { Database } from 'better-sqlite3'
import type { Trace } from '../../contract/trace.ts'
import type { Channel } from '../../contract/usage.ts'
import type { Traces } from '../ports/traces.ts'
import type { Sync } from './promised.ts'

interface Row {
  trace: string
  channel: Channel
}

export function createTraces(db: Database): Sync<Traces> {
  const byAnswer = db.prepare<
    { organization_id: string; conversation_id: string; answer_id: string; since: string },
    Row
  >(`
    SELECT trace, channel
      FROM traces
      JOIN messages ON messages.id = answer_id
      JOIN conversations ON conversations.id = messages.conversation_id
     WHERE answer_id = :answer_id
       AND messages.conversation_id = :conversation_id
       AND traces.organization_id = :organization_id
       AND traces.created_at >= :since
  `)
  const erase = db.prepare<{ organization_id: string; before: string }>(`
    DELETE FROM traces WHERE created_at < :before AND organization_id = :organization_id
  `)

  return {
    find(organization_id, conversation_id, answer_id, since) {
      const row = byAnswer.get({ organization_id, conversation_id, answer_id, since })
      return row ? { trace: JSON.parse(row.trace) as Trace, channel: row.channel } : null
    },

    sweep: (organization_id, before) => erase.run({ organization_id, before }).changes,
  }
}
