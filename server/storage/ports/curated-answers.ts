import type { CuratedAnswer } from '../../contract/curated-answer.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** What somebody decides of a curated answer. */
export type CuratedFields = Pick<
  CuratedAnswer,
  'questions' | 'text' | 'links' | 'assistant_ids' | 'valid_until' | 'enabled'
>

export interface CuratedAnswers {
  /** Throws `validation_error` when the organization has too many, or no such assistant. */
  create(
    organization_id: string,
    answer: CuratedFields & { id: string; created_at: string },
  ): Promise<CuratedAnswer>
  /** Throws `conflict` for an outdated revision, `validation_error` for an unknown assistant. */
  update(
    organization_id: string,
    id: string,
    change: Partial<CuratedFields> & { revision: number },
    now: string,
  ): Promise<CuratedAnswer | null>
  find(organization_id: string, id: string): Promise<CuratedAnswer | null>
  list(organization_id: string, paging: Paging): Promise<Page<CuratedAnswer>>
  delete(organization_id: string, id: string): Promise<boolean>
  /** Those that an assistant gives at that time. */
  offered(organization_id: string, assistant_id: string, now: string): Promise<CuratedAnswer[]>
  /** Whether an assistant gives any at that time. */
  anyOffered(organization_id: string, assistant_id: string, now: string): Promise<boolean>
  recordUse(organization_id: string, id: string, now: string): Promise<void>
}
