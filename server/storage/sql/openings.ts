import type { Opened, Openings } from '../ports/openings.ts'
import { type AskerRow, toAskerRow } from '../rows/conversations.ts'
import { linksIn } from '../rows/messages.ts'
import type { Counted } from '../rules/usage.ts'
import { showOpened } from './question-showing.ts'
import { type Driver, sql } from './step.ts'
import { countUsage } from './usage-counts.ts'

interface Answer {
  conversation_id: string
  answer_id: string
}

type OwnAnswer = Counted & {
  answered_at: string
  citations: string
  links: string
  abstention_reason: string | null
}

const own = sql<AskerRow & Answer, OwnAnswer>(`
  SELECT conversations.organization_id, assistant_id, channel, model,
         messages.created_at AS answered_at, citations, links, abstention_reason
    FROM messages
    JOIN conversations
      ON conversations.organization_id = :organization_id AND conversations.id = conversation_id
   WHERE messages.organization_id = :organization_id AND messages.id = :answer_id
     AND conversation_id = :conversation_id AND role = 'assistant'
     AND owner_type = :owner_type AND owner_id = :owner_id
     AND visitor_id IS NOT DISTINCT FROM :visitor_id
`)
const insert = sql<Opened & { organization_id: string; answer_id: string; now: string }>(`
  INSERT INTO openings (organization_id, answer_id, kind, place, opened_at)
  VALUES (:organization_id, :answer_id, :kind, :place, :now)
  ON CONFLICT (organization_id, answer_id, kind, place) DO NOTHING
`)

export function createOpenings(db: Driver): Openings {
  return {
    open: (asker, answer, opened, now) =>
      db.step(function* () {
        const found = yield* own.get({ ...toAskerRow(asker), ...answer })
        if (!found || !has(found, opened)) return false
        const { organization_id, assistant_id, channel, model, answered_at } = found
        const { answer_id } = answer
        const isNew = yield* insert.run({ organization_id, answer_id, ...opened, now })
        if (isNew === 0) return true
        const counted = { organization_id, assistant_id, channel, model }
        yield* countUsage(counted, answered_at, { opened: 1 })
        const link = opened.kind === 'link' ? linksIn(found.links)[opened.place - 1] : undefined
        const { visitor_id } = asker
        if (link && visitor_id !== null && isDeclined(found)) {
          yield* showOpened({ organization_id, visitor_id, ...answer }, link, now)
        }
        return true
      }, 'read committed'),
  }
}

/** Whether nothing answered the question, and it was one. */
function isDeclined({ abstention_reason: reason }: OwnAnswer): boolean {
  return reason !== null && reason !== 'no_question' && reason !== 'needs_clarification'
}

function has({ citations, links }: OwnAnswer, { kind, place }: Opened): boolean {
  if (kind === 'link') return place <= (JSON.parse(links) as unknown[]).length
  return (JSON.parse(citations) as { ordinal: number }[]).some(({ ordinal }) => ordinal === place)
}
