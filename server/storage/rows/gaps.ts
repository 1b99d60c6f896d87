import { type Gap, type GapState, MAX_GAP_TEXT_CHARS } from '../../contract/gap.ts'
import { beginningOf } from '../../contract/text.ts'
import type { NearPassage } from '../../contract/usage.ts'
import type { ListOf } from '../paging.ts'

export type GapRow = Pick<
  Gap,
  'assistant_id' | 'count' | 'first_asked_at' | 'last_asked_at' | 'state'
> & {
  number: number
}

/** What a gap shows of its questions: its leader, the newest ones, and the newest days. */
export interface GapDetails {
  first: { id: string; text: string } | undefined
  recent: { text: string; nearest: string | null }[]
  days: Gap['days']
}

export function toGap(
  { number: _number, ...row }: GapRow,
  { first, recent, days }: GapDetails,
): Gap {
  const near = recent.find(({ nearest }) => nearest !== null)?.nearest ?? '[]'
  return {
    id: first?.id ?? '',
    label: beginningOf(first?.text ?? '', MAX_GAP_TEXT_CHARS),
    ...row,
    days,
    questions: recent.map(({ text }) => beginningOf(text, MAX_GAP_TEXT_CHARS)),
    nearest: JSON.parse(near) as NearPassage[],
  }
}

/** What gaps are listed by. */
export interface GapPasses {
  organization_id: string
  assistant_id: string | null
  state: GapState
}

/** Sorts before every gap: the largest first, among equals the newest. */
export const LARGEST = { count: Number.MAX_SAFE_INTEGER, number: Number.MAX_SAFE_INTEGER }

/** Which gaps a list shows, and the times that their questions are counted between. */
export function gapListOf(
  organization_id: string,
  {
    assistant_id = null,
    state,
    from,
    to,
  }: {
    from?: string | undefined
    to?: string | undefined
    assistant_id?: string | null | undefined
    state: GapState
  },
) {
  const passes: GapPasses = { organization_id, assistant_id, state }
  // A time of the day sorts before the day with a tilde.
  const days = { from: from ?? '', until: to === undefined ? '~' : `${to}~` }
  const list: ListOf<typeof LARGEST> = { list: ['gaps', passes, days], start: LARGEST }
  return { passes, days, list, isOfDays: from !== undefined || to !== undefined }
}
