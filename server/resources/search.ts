import type { Passage } from '../contract/document.ts'
import type { SearchKnowledge } from '../contract/search.ts'
import type { Caller } from '../identity/caller.ts'
import type { Retrieve, RetrievedPassage } from '../retrieval/retrieval.ts'
import type { Store } from '../storage/store.ts'
import { everyPage } from './every-page.ts'
import { found } from './not-found.ts'

export type Search = ReturnType<typeof createSearch>

/** Search in passages (docs/behaviour.md#search). Throws `retrieval_failure`. */
export function createSearch({ store, retrieve }: { store: Store; retrieve: Retrieve }) {
  /** The requested collections, those of an assistant, or all, archived ones included. */
  async function collectionIds(
    { organization_id }: Caller,
    { knowledge_base_ids, assistant_id }: SearchKnowledge,
  ): Promise<string[]> {
    if (knowledge_base_ids) {
      const ids = [...new Set(knowledge_base_ids)]
      const known = await store.collections.findMany(organization_id, ids)
      return found(known.length === ids.length ? ids : null, 'Collection')
    }
    if (assistant_id !== undefined) {
      const assistant = await store.assistants.find(organization_id, assistant_id)
      return found(assistant, 'Assistant').knowledge_base_ids
    }
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

function onTheWire(passage: RetrievedPassage): Passage {
  const { source_id, document_id, collection_id, title, url, anchor, text, score } = passage
  return { source_id, document_id, collection_id, title, url, anchor, text, score }
}
