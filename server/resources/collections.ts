import type {
  Collection,
  CreateCollection,
  PurgeCollection,
  UpdateCollection,
} from '../contract/collection.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Synonyms } from '../contract/synonyms.ts'
import type { Caller } from '../identity/caller.ts'
import type { Store } from '../storage/store.ts'
import { found } from './not-found.ts'
import { sentFields } from './sent-fields.ts'
import { visibleCollections } from './visible-collections.ts'

export type Collections = ReturnType<typeof createCollections>

export interface EmbeddingModels {
  /**
   * The normalized selector of an embedding model and its dimensions; `''` and undefined select the
   * defaults. Throws `validation_error` for an unknown model or dimensions that it does not have.
   */
  chosenEmbedding(
    selector: string,
    dimensions: number | undefined,
  ): { selector: string; dimensions: number }
}

/** Collections of an organization (docs/behaviour.md#collections). */
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
    async list(
      caller: Caller,
      { archived, ...paging }: ListQuery & { archived?: 'true' | 'false' | undefined },
    ): Promise<Page<Collection>> {
      const status = archived === 'true' ? 'archived' : 'active'
      const page = await store.collections.list(caller.organization_id, { status }, paging)
      const visible = await visibleCollections(store, caller)
      return { ...page, data: page.data.filter(({ id }) => !visible || visible.has(id)) }
    },

    async get(caller: Caller, id: string): Promise<Collection> {
      return found(await store.collections.find(caller.organization_id, id), 'Collection')
    },

    /** The embedding model and dimensions cannot be changed later. A taken name is a `conflict`. */
    create(caller: Caller, body: CreateCollection): Promise<Collection> {
      const { selector, dimensions } = models.chosenEmbedding(
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

    /** `archived` archives and restores; a taken name is a `conflict`. */
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

    /** Only with the collection's name, letter by letter. */
    async purge(
      { organization_id }: Caller,
      id: string,
      { confirm }: PurgeCollection,
    ): Promise<Collection> {
      const { name } = found(await store.collections.find(organization_id, id), 'Collection')
      if (confirm !== name) {
        throw new ServiceError('validation_error', 'confirm must be the name of the collection.')
      }
      return found(await store.collections.purge(organization_id, id, now()), 'Collection')
    },

    async synonyms({ organization_id }: Caller, id: string): Promise<Synonyms> {
      return found(await store.synonyms.find(organization_id, id), 'Collection')
    },

    /** An outdated revision is a `conflict`. */
    async saveSynonyms(
      { organization_id }: Caller,
      id: string,
      synonyms: Synonyms,
    ): Promise<Synonyms> {
      return found(await store.synonyms.save(organization_id, id, synonyms), 'Collection')
    },
  }
}

function statusOf(archived: boolean): Collection['status'] {
  return archived ? 'archived' : 'active'
}
