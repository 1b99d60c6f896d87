import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import {
  countDays,
  type Days,
  daysOf,
  MAX_USAGE_DAYS,
  type UnansweredQuestion,
  type Usage,
  type UsageQuery,
} from '../contract/usage.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { knownAssistant } from './assistants.ts'

export type UsageReports = ReturnType<typeof createUsageReports>

/** Usage counts and unanswered questions (docs/behaviour.md#usage). */
export function createUsageReports({ store, now }: { store: Store; now: () => string }) {
  return {
    /** Throws `validation_error` for a period over 400 days and for an unknown assistant. */
    async report(
      { organization_id }: Caller,
      { assistant_id, ...query }: UsageQuery,
    ): Promise<Usage> {
      const days = span(daysOf(query, now()))
      await knownAssistant(store, organization_id, assistant_id)
      return store.usage.report(organization_id, { ...days, assistant_id })
    },

    unanswered({ organization_id }: Caller, paging: ListQuery): Promise<Page<UnansweredQuestion>> {
      return store.usage.unanswered(organization_id, paging)
    },
  }
}

function span(days: Days): Days {
  const count = countDays(days)
  if (count >= 1 && count <= MAX_USAGE_DAYS) return days
  throw new ServiceError(
    'validation_error',
    count < 1
      ? 'from must not be later than to.'
      : `from must be at most ${MAX_USAGE_DAYS - 1} days before to.`,
  )
}
