import type { CuratedAnswer } from '../../contract/curated-answer.ts'
import type { CuratedFields } from '../ports/curated-answers.ts'

/** Columns of `curated_answers`, as `CuratedRow` declares them. */
export const CURATED_COLUMNS = `id, questions, text, links, assistant_ids, valid_until, enabled, revision,
       used_count, last_used_at, created_at, updated_at`

type Json = 'questions' | 'links' | 'assistant_ids'

export type CuratedRow = Omit<CuratedAnswer, Json | 'enabled'> & {
  questions: string
  links: string
  assistant_ids: string | null
  enabled: 0 | 1
}

/** An answer as it is written; its uses are counted apart. */
export type WrittenCurated = Omit<CuratedRow, 'used_count' | 'last_used_at' | 'created_at'> & {
  organization_id: string
}

export function toWrittenCurated(
  organization_id: string,
  answer: CuratedFields & Pick<CuratedAnswer, 'id' | 'revision' | 'updated_at'>,
): WrittenCurated {
  const { id, questions, text, links, assistant_ids, valid_until, enabled } = answer
  return {
    id,
    organization_id,
    questions: JSON.stringify(questions),
    text,
    links: JSON.stringify(links),
    assistant_ids: assistant_ids && JSON.stringify(assistant_ids),
    valid_until,
    enabled: enabled ? 1 : 0,
    revision: answer.revision,
    updated_at: answer.updated_at,
  }
}

/** What an answer is that was just made. */
export function toNewCurated(
  answer: CuratedFields & Pick<CuratedAnswer, 'id' | 'created_at'>,
): CuratedAnswer {
  const { created_at } = answer
  return { ...answer, revision: 1, updated_at: created_at, used_count: 0, last_used_at: null }
}

export function toCurated({
  questions,
  links,
  assistant_ids,
  enabled,
  ...row
}: CuratedRow): CuratedAnswer {
  return {
    ...row,
    questions: JSON.parse(questions),
    links: JSON.parse(links),
    assistant_ids: assistant_ids === null ? null : JSON.parse(assistant_ids),
    enabled: enabled === 1,
  }
}
