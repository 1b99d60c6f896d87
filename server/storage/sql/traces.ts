import type { Trace } from '../../contract/trace.ts'
import type { Channel } from '../../contract/usage.ts'
import type { Traces } from '../ports/traces.ts'
import { type Driver, sql } from './step.ts'

const byAnswer = sql<
  { organization_id: string; conversation_id: string; answer_id: string; since: string },
  { trace: string; channel: Channel }
>(`
  SELECT trace, channel
    FROM traces
    JOIN messages ON messages.organization_id = :organization_id AND messages.id = answer_id
    JOIN conversations
      ON conversations.organization_id = :organization_id AND conversations.id = conversation_id
   WHERE traces.organization_id = :organization_id AND answer_id = :answer_id
     AND conversation_id = :conversation_id
     AND traces.created_at >= :since
`)
const erase = sql<{ organization_id: string; before: string }>(`
  DELETE FROM traces WHERE organization_id = :organization_id AND created_at < :before
`)

export function createTraces(db: Driver): Traces {
  return {
    find: (organization_id, conversation_id, answer_id, since) =>
      db.run(function* () {
        const row = yield* byAnswer.get({ organization_id, conversation_id, answer_id, since })
        return row ? { trace: JSON.parse(row.trace) as Trace, channel: row.channel } : null
      }),

    sweep: (organization_id, before) => db.run(() => erase.run({ organization_id, before })),
  }
}
