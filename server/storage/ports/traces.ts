import type { Trace } from '../../contract/trace.ts'
import type { Channel } from '../../contract/usage.ts'

export interface Traces {
  /** The trace of an answer, if it was stored at `since` or later, and its channel. */
  find(
    organization_id: string,
    conversation_id: string,
    answer_id: string,
    since: string,
  ): Promise<{ trace: Trace; channel: Channel } | null>
  /** Erases the organization's traces stored before a time; returns how many. */
  sweep(organization_id: string, before: string): Promise<number>
}
