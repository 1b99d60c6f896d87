import { withoutActiveMarkup } from '../answering/authored-text.ts'
import type {
  CreateCuratedAnswer,
  CuratedAnswer,
  CuratedMatches,
  MatchQuestion,
  UpdateCuratedAnswer,
} from '../contract/curated-answer.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { MatchCurated } from '../retrieval/curated.ts'
import type { Store } from '../storage/store.ts'
import { expiry } from './expiry.ts'
import { found } from './not-found.ts'
import { givenFields } from './sent-fields.ts'

export type CuratedAnswers = ReturnType<typeof createCuratedAnswers>
export type MatchCuratedQuestion = ReturnType<typeof createMatchQuestion>

/** Answers that people wrote (docs/behaviour.md#curated-answers). */
export function createCuratedAnswers({
  store,
  now,
  newId,
}: {
  store: Store
  now: () => string
  newId: () => string
}) {
  return {
    list({ organization_id }: Caller, paging: ListQuery): Promise<Page<CuratedAnswer>> {
      return store.curatedAnswers.list(organization_id, paging)
    },

    async get({ organization_id }: Caller, id: string): Promise<CuratedAnswer> {
      return found(await store.curatedAnswers.find(organization_id, id), 'Curated answer')
    },

    /** `valid_until` must be in the future. */
    create({ organization_id }: Caller, body: CreateCuratedAnswer): Promise<CuratedAnswer> {
      const created_at = now()
      const valid_until = expiry(body.valid_until, created_at, 'valid_until')
      const text = curatedText(body.text)
      const answer = { ...body, text, id: newId(), valid_until, created_at }
      return store.curatedAnswers.create(organization_id, answer)
    },

    /** An outdated `revision` is a `conflict`. */
    async update(
      { organization_id }: Caller,
      id: string,
      body: UpdateCuratedAnswer,
    ): Promise<CuratedAnswer> {
      const at = now()
      expiry(body.valid_until, at, 'valid_until')
      const { revision, ...sent } = body
      const fields = { ...sent, ...(sent.text !== undefined && { text: curatedText(sent.text) }) }
      const change = { revision, ...givenFields(fields) }
      const updated = await store.curatedAnswers.update(organization_id, id, change, at)
      return found(updated, 'Curated answer')
    },

    async delete({ organization_id }: Caller, id: string): Promise<void> {
      found((await store.curatedAnswers.delete(organization_id, id)) || null, 'Curated answer')
    },
  }
}

/** The text as it is stored. Throws `validation_error` when it is nothing but images and HTML. */
export function curatedText(text: string): string {
  const kept = withoutActiveMarkup(text).trim()
  if (kept !== '') return kept
  throw new ServiceError('validation_error', 'text must have words besides images and HTML.')
}

/** Tells which curated answer an assistant would give to a question. */
export function createMatchQuestion({
  store,
  matchCurated,
}: {
  store: Store
  matchCurated: MatchCurated
}) {
  return async function match(
    { organization_id }: Caller,
    { question, assistant_id }: MatchQuestion,
    signal: AbortSignal,
  ): Promise<CuratedMatches> {
    const assistant = found(await store.assistants.find(organization_id, assistant_id), 'Assistant')
    const collection_ids = assistant.knowledge_base_ids
    return matchCurated({ organization_id, assistant_id, collection_ids, question }, signal)
  }
}
