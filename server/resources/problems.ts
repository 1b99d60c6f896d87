import { EXPIRY_DAYS, NEW_GAP_DAYS, type Problem, problemKinds } from '../contract/problem.ts'
import { daysBefore } from '../contract/trace.ts'
import type { Caller } from '../identity/caller.ts'
import { READING_VERSION } from '../ingestion/content-hash.ts'
import type { Store } from '../storage/store.ts'

export type Problems = ReturnType<typeof createProblems>

/** A spent share of the day's tokens that somebody should know of, in percent. */
const NEARLY_SPENT = 80

/** What needs somebody (docs/behaviour.md#problems). */
export function createProblems({
  store,
  now,
}: {
  store: Pick<Store, 'problems' | 'organizations' | 'spending'>
  now: () => string
}) {
  return {
    async list({ organization_id, permissions }: Caller): Promise<{ data: Problem[] }> {
      const at = now()
      const stored = await store.problems.list(organization_id, {
        refusedSince: daysBefore(at, 1),
        expiring: { from: daysBefore(at, EXPIRY_DAYS), to: daysBefore(at, -EXPIRY_DAYS) },
        gapsSince: daysBefore(at, NEW_GAP_DAYS),
        reading: READING_VERSION,
      })
      // Only those who manage keys may know of them.
      const readable = stored.filter(
        ({ kind }) => kind !== 'api_key_expiring' || permissions.has('api_key.manage'),
      )
      const data = [...readable, ...(await spent(organization_id, at))]
      const order = ({ kind }: Problem) => problemKinds.indexOf(kind)
      return { data: data.toSorted((one, two) => order(one) - order(two)) }
    },
  }

  async function spent(organization_id: string, at: string): Promise<Problem[]> {
    const organization = await store.organizations.find(organization_id)
    const limit = organization?.daily_model_tokens ?? null
    if (limit === null) return []
    const tokens = await store.spending.of(organization_id, at.slice(0, 10))
    const count = limit === 0 ? 0 : Math.floor((tokens * 100) / limit)
    if (count < NEARLY_SPENT) return []
    return [{ kind: 'budget_spent', at, target: null, reason: null, origin: null, count }]
  }
}
