import type { Collection, CreateCollection, UpdateCollection } from '../contract/collection.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { sentFields } from './sent-fields.ts'

export type Collections = ReturnType<typeof createCollections>

/** What a collection needs of the models: `''` stands for the default, and so does an absent width. */
export interface EmbeddingModels {
  /** Throws `validation_error` for an unknown model, or a width that it cannot give. */
  embedding(
    selector: string,
    dimensions: number | undefined,
  ): { selector: string; dimensions: number }
}

/** Contract §2.5, §4.6; completions 8. */
export function createCollections({
  store,
  models,
  now,
  newId,
}: {
  store: Store
  models: EmbeddingModels
  now: () => string
  newId: () => string
}) {
  return {
    list(
      caller: Caller,
      { archived, ...paging }: ListQuery & { archived?: 'true' | 'false' | undefined },
    ): Promise<Page<Collection>> {
      const status = archived === 'true' ? 'archived' : 'active'
      return store.collections.list(caller.organization_id, { status }, paging)
    },

    async get(caller: Caller, id: string): Promise<Collection> {
      return found(await store.collections.find(caller.organization_id, id), 'Collection')
    },

    /** The embedding is fixed here for good. A taken name is a `conflict`. */
    create(caller: Caller, body: CreateCollection): Promise<Collection> {
      const { selector, dimensions } = models.embedding(
        body.embedding_model,
        body.embedding_dimensions,
      )
      return store.collections.create(caller.organization_id, {
        id: newId(),
        name: body.name,
        description: body.description,
        embedding_model: selector,
        embedding_dimensions: dimensions,
        created_at: now(),
      })
    },

    /** active ↔ archived by `archived`, in either state (contract §3, Knowledge collection). */
    async update(
      caller: Caller,
      id: string,
      { archived, ...body }: UpdateCollection,
    ): Promise<Collection> {
      const change = {
        ...sentFields(body),
        ...(archived !== undefined && { status: statusOf(archived) }),
      }
      const updated = await store.collections.update(caller.organization_id, id, change, now())
      return found(updated, 'Collection')
    },
  }
}

function statusOf(archived: boolean): Collection['status'] {
  return archived ? 'archived' : 'active'
}
