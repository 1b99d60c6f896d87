import type { Passage } from '../contract/document.ts'
import { ServiceError } from '../contract/errors.ts'
import type { SearchKnowledge } from '../contract/search.ts'
import type { Caller } from '../identity/caller.ts'
import { requireUse } from '../identity/limits.ts'
import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Store } from '../storage/store.ts'
import { everyPage } from './every-page.ts'
import { found } from './not-found.ts'
import { visibleCollections } from './visible-collections.ts'

export type Search = ReturnType<typeof createSearch>

/** Search in passages (docs/behaviour.md#search). Throws `retrieval_failure`. */
export function createSearch({ store, retrieve }: { store: Store; retrieve: Retrieve }) {
  /** The requested collections, those of an assistant, or all that the caller sees, archived ones
   * included. */
  async function collectionIds(
    caller: Caller,
    { knowledge_base_ids, assistant_id }: SearchKnowledge,
  ): Promise<string[]> {
    const { organization_id } = caller
    const visible = await visibleCollections(store, caller)
    if (knowledge_base_ids) {
      const ids = [...new Set(knowledge_base_ids)]
      if (visible && !ids.every((id) => visible.has(id))) throw notIts()
      const known = await store.collections.findMany(organization_id, ids)
      return found(known.length === ids.length ? ids : null, 'Collection')
    }
    if (assistant_id !== undefined) {
      requireUse(caller, assistant_id)
      const assistant = await store.assistants.find(organization_id, assistant_id)
      return found(assistant, 'Assistant').knowledge_base_ids
    }
    if (visible) return [...visible]
    const active = await everyPage((paging) =>
      store.collections.list(organization_id, { status: 'active' }, paging),
    )
    const archived = await everyPage((paging) =>
      store.collections.list(organization_id, { status: 'archived' }, paging),
    )
    return [...active, ...archived].map(({ id }) => id)
  }

  return async function search(
    caller: Caller,
    body: SearchKnowledge,
    signal: AbortSignal,
  ): Promise<{ data: Passage[] }> {
    const collection_ids = await collectionIds(caller, body)
    if (collection_ids.length === 0) return { data: [] }
    const { organization_id } = caller
    const { query, limit } = body
    const request = { organization_id, collection_ids, query, limit }
    const { passages } = await retrieve(request, signal)
    return { data: passages.map(onTheWire) }
  }
}

function notIts(): ServiceError {
  return new ServiceError('authorization_error', 'This API key may not use that collection.')
}

function onTheWire(passage: RetrievedPassage): Passage {
  const { source_id, document_id, collection_id, title, url, anchor, text, score } = passage
  return { source_id, document_id, collection_id, title, url, anchor, text, score }
}
