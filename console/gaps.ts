import type { Gap } from '../server/contract/gap.ts'
import { refresh, send } from './cache.ts'

const WEEKS = 6
const WEEK_MS = 7 * 86_400_000

/** How often a gap was asked in each of the last six weeks, the latest last. */
export function weeksOf({ days }: Pick<Gap, 'days'>, now = Date.now()): number[] {
  const weeks = Array.from({ length: WEEKS }, () => 0)
  for (const { day, count } of days) {
    // A day belongs to the week that it ends in.
    const ago = Math.max(0, Math.floor((now - Date.parse(`${day}T23:59:59Z`)) / WEEK_MS))
    const at = WEEKS - 1 - ago
    if (at >= 0) weeks[at] = (weeks[at] ?? 0) + count
  }
  return weeks
}

/** Changes the state of a gap. Throws `Failure`. */
export async function setState(gap_id: string, state: Gap['state']): Promise<void> {
  await send('setGapState', { params: { gap_id }, body: { state } })
  refresh('listGaps')
}
