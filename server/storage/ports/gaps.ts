import type { Gap, GapState } from '../../contract/gap.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** Questions join and leave gaps where they are stored, rated and erased. */
export interface Gaps {
  /** Largest first; counts and times are of the questions within these UTC days. */
  list(
    organization_id: string,
    filter: {
      from?: string | undefined
      to?: string | undefined
      assistant_id?: string | undefined
      state: GapState
    },
    paging: Paging,
  ): Promise<Page<Gap>>
  /** null: no gap has this question as its first. */
  setState(organization_id: string, id: string, state: GapState): Promise<Gap | null>
  /**
   * Groups questions from before there were gaps, at most `limit`; returns how many. Those already
   * grouped are left out.
   */
  catchUp(limit: number): Promise<number>
}
