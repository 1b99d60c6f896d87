import type { Page } from '../../contract/operation.ts'
import type {
  Channel,
  CitedDocument,
  Days,
  UnansweredQuestion,
  Usage as UsageReport,
} from '../../contract/usage.ts'
import type { Paging } from './paging.ts'
import type { Ending } from './turns.ts'

export interface Usage {
  /** Counts a call for follow-ups; stored turns and ratings are counted where they are stored. */
  followUps(
    organization_id: string,
    used: {
      assistant_id: string
      channel: Channel
      model: string
      input_tokens: number
      output_tokens: number
    },
    now: string,
  ): Promise<void>
  /** Counts a question that is not stored, by how it ended. */
  asked(
    organization_id: string,
    counted: { assistant_id: string; channel: Channel; model: string },
    ending: Ending,
    now: string,
  ): Promise<void>
  /** Counts of these days, for one assistant or all (docs/behaviour.md#usage). */
  report(
    organization_id: string,
    filter: Days & { assistant_id?: string | undefined; except_channel?: Channel | undefined },
  ): Promise<UsageReport>
  /** Most cited by answers of these days first; documents that are gone are left out. */
  citedDocuments(
    organization_id: string,
    filter: Days & { assistant_id?: string | undefined },
    paging: Paging,
  ): Promise<Page<CitedDocument>>
  /** Newest first, without questions of erased conversations, whose counts stay. */
  unanswered(organization_id: string, paging: Paging): Promise<Page<UnansweredQuestion>>
}
