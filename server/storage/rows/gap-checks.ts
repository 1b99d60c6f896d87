import type { Citation } from '../../contract/conversation.ts'
import type { Trace } from '../../contract/trace.ts'
import type { NearPassage } from '../../contract/usage.ts'
import type { GapQuestion } from '../ports/gap-checks.ts'

export interface GapQuestionRow {
  text: string
  abstention_reason: string | null
  nearest: string | null
  citations: string | null
  trace: string | null
}

export function toGapQuestion({ text, abstention_reason, ...row }: GapQuestionRow): GapQuestion {
  const nearest = JSON.parse(row.nearest ?? '[]') as NearPassage[]
  const citations = JSON.parse(row.citations ?? '[]') as Citation[]
  return {
    text,
    abstention_reason,
    found: [...nearest, ...citations].map(({ source_id }) => source_id),
    trace: row.trace === null ? null : (JSON.parse(row.trace) as Trace),
  }
}
