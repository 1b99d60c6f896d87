import { ServiceError } from '../contract/errors.ts'
import type { Gap, ListGaps, SetGapState } from '../contract/gap.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import {
  type CitedDocument,
  type CitedDocumentsQuery,
  countDays,
  type Days,
  daysOf,
  MAX_USAGE_DAYS,
  type TokenBudget,
  type UnansweredQuestion,
  type Usage,
  type UsageReportQuery,
} from '../contract/usage.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { knownAssistant } from './assistants.ts'
import { found } from './not-found.ts'

export type UsageReports = ReturnType<typeof createUsageReports>

/** Usage counts and unanswered questions (docs/behaviour.md#usage). */
export function createUsageReports({ store, now }: { store: Store; now: () => string }) {
  return {
    /** Throws `validation_error` for a period over 400 days and for an unknown assistant. */
    async report(
      { organization_id }: Caller,
      { assistant_id, except_channel, ...query }: UsageReportQuery,
    ): Promise<Usage> {
      const days = span(daysOf(query, now()))
      await knownAssistant(store, organization_id, assistant_id)
      return store.usage.report(organization_id, { ...days, assistant_id, except_channel })
    },

    /** The configured models' tokens of the current UTC day (docs/behaviour.md#spending). */
    async tokenBudget({ organization_id }: Caller): Promise<TokenBudget> {
      const day = now().slice(0, 10)
      const organization = await store.organizations.find(organization_id)
      const { daily_model_tokens } = found(organization, 'Organization')
      return { day, tokens: await store.spending.of(organization_id, day), daily_model_tokens }
    },

    /** Throws `validation_error` as `report` does. */
    async citedDocuments(
      { organization_id }: Caller,
      { limit, cursor, assistant_id, ...query }: CitedDocumentsQuery,
    ): Promise<Page<CitedDocument>> {
      const days = span(daysOf(query, now()))
      await knownAssistant(store, organization_id, assistant_id)
      const filter = { ...days, assistant_id }
      return store.usage.citedDocuments(organization_id, filter, { limit, cursor })
    },

    /** Groups of questions without a good answer (docs/behaviour.md#gaps). */
    async gaps(
      { organization_id }: Caller,
      { limit, cursor, ...filter }: ListGaps,
    ): Promise<Page<Gap>> {
      await knownAssistant(store, organization_id, filter.assistant_id)
      return store.gaps.list(organization_id, filter, { limit, cursor })
    },

    async setGapState(
      { organization_id }: Caller,
      id: string,
      { state }: SetGapState,
    ): Promise<Gap> {
      return found(await store.gaps.setState(organization_id, id, state), 'Gap')
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
