import { hash } from 'node:crypto'
import type { WebhookEvent } from '../../contract/webhook.ts'

/** Something that a webhook is told of. */
export interface Fact {
  organization_id: string
  event: WebhookEvent
  /** Tells it from all others of the event; the same fact is told once. */
  key: string
  /** Without words of visitors, which would outlive their conversation. */
  data: Record<string, unknown>
}

/** Deliveries of an organization; older ones are erased, even if they still wait. */
export const MAX_DELIVERIES = 500

/** The id of a fact's delivery: a UUID of version 8 (RFC 9562) that follows from the fact. */
export function deliveryId({ organization_id, event, key }: Fact): string {
  const digest = hash('sha256', `${organization_id} ${event} ${key}`, 'hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(12, 15)}`,
    `8${digest.slice(15, 18)}`,
    digest.slice(18, 30),
  ].join('-')
}

/** Gaps that are named with their number. */
const MAX_NAMED_GAPS = 20

/** What is told of the gaps that were opened on a UTC day; null: there is none. */
export function gapsOpened(organization_id: string, day: string, ids: string[]): Fact | null {
  if (ids.length === 0) return null
  const data = { day, new_gaps: ids.length, gap_ids: ids.slice(0, MAX_NAMED_GAPS) }
  return { organization_id, event: 'gaps.daily', key: day, data }
}

/** What is told when the tokens of a UTC day reach their limit; null: they do not. */
export function budgetSpent(
  organization_id: string,
  day: string,
  { tokens, daily_model_tokens }: { tokens: number; daily_model_tokens: number | null },
): Fact | null {
  if (daily_model_tokens === null || tokens < daily_model_tokens) return null
  return { organization_id, event: 'budget.spent', key: day, data: { day, daily_model_tokens } }
}
