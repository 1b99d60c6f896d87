import type { Collection } from '../../contract/collection.ts'
import { NEWEST } from '../paging.ts'
import type { Collections, SearchedCollection } from '../ports/collections.ts'
import { COLLECTION_COLUMNS, toNewCollection } from '../rows/collections.ts'
import { readPage } from './paging.ts'
import type { SetVectors } from './passage-index.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { unique } from './unique.ts'
import { addSet } from './vector-sets.ts'

interface Place {
  organization_id: string
  id: string
}

const insert = sql<Parameters<Collections['create']>[1] & { organization_id: string }>(`
  INSERT INTO collections (organization_id, id, name, description, status, embedding_model,
                           embedding_dimensions, created_at, updated_at)
  VALUES (:organization_id, :id, :name, :description, 'active', :embedding_model,
          :embedding_dimensions, :created_at, :created_at)
`)
const change = sql<
  Place & { now: string } & Record<'name' | 'description' | 'status', string | null>,
  Collection
>(`
  UPDATE collections
     SET name = coalesce(:name, name),
         description = coalesce(:description, description),
         status = coalesce(:status, status),
         updated_at = :now
   WHERE organization_id = :organization_id AND id = :id
  RETURNING ${COLLECTION_COLUMNS}
`)
const byId = sql<Place, Collection>(`
  SELECT ${COLLECTION_COLUMNS} FROM collections WHERE organization_id = :organization_id AND id = :id
`)
const byIds = sql<{ organization_id: string; ids: string[] }, SearchedCollection>(`
  SELECT ${COLLECTION_COLUMNS}, coalesce(synonyms.revision, 0) AS synonyms_revision
    FROM collections
    LEFT JOIN synonyms
      ON synonyms.organization_id = :organization_id AND collection_id = id
   WHERE collections.organization_id = :organization_id AND id AMONG (:ids)
   ORDER BY created_at DESC, id DESC
`)
const page = sql<
  { organization_id: string; status: string; rows: number } & typeof NEWEST,
  Collection
>(`
  SELECT ${COLLECTION_COLUMNS}
    FROM collections
   WHERE organization_id = :organization_id
     AND status = :status
     AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const hidePassages = sql<Place>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND state IN ('live', 'staged')
     AND document_id IN (SELECT documents.id
                           FROM sources
                           JOIN documents
                             ON documents.organization_id = :organization_id
                            AND source_id = sources.id
                          WHERE sources.organization_id = :organization_id
                            AND sources.collection_id = :id)
`)
const hideStaged = sql<Place>(`
  UPDATE passages
     SET state = 'gone'
   WHERE organization_id = :organization_id AND collection_id = :id
     AND state <> 'live' AND state = 'staged'
`)
const eraseSources = sql<Place>(`
  DELETE FROM sources WHERE organization_id = :organization_id AND collection_id = :id
`)
const uncount = sql<Place>(`
  UPDATE collections
     SET document_count = 0, passage_count = 0
   WHERE organization_id = :organization_id AND id = :id
`)
const detach = sql<Place>(`
  DELETE FROM assistant_collections
   WHERE organization_id = :organization_id AND collection_id = :id
`)

/** In the step that creates a collection: makes its search index, which is empty. */
export type CreateIndex = (collection: Place) => Step<void>

export function createCollections(
  db: Driver,
  index: { create: CreateIndex; vectors: SetVectors },
): Collections {
  return {
    create: (organization_id, collection) =>
      db.step(function* () {
        yield* unique('collection', insert.run({ ...collection, organization_id }))
        const { id } = collection
        yield* index.create({ organization_id, id })
        yield* addSet(index.vectors, setOf(organization_id, collection))
        yield* tell({ organization_id, kind: 'collection', id, revision: null })
        return toNewCollection(collection)
      }),

    update: (organization_id, id, { name = null, description = null, status = null }, now) =>
      db.step(function* () {
        const changed = { organization_id, id, name, description, status, now }
        const row = yield* unique('collection', change.get(changed))
        if (row) yield* tell({ organization_id, kind: 'collection', id, revision: null })
        return row ?? null
      }),

    // Jobs, uploads and documents are deleted with their sources; passages stay hidden until swept.
    purge: (organization_id, id, now) =>
      db.step(function* () {
        const place = { organization_id, id }
        if (!(yield* byId.get(place))) return null
        yield* hidePassages.run(place)
        yield* hideStaged.run(place)
        yield* eraseSources.run(place)
        yield* uncount.run(place)
        yield* detach.run(place)
        yield* tell({ organization_id, kind: 'collection', id, revision: null })
        const kept = { name: null, description: null, status: 'archived' }
        return (yield* change.get({ ...place, ...kept, now })) ?? null
      }),

    find: (organization_id, id) =>
      db.run(function* () {
        return (yield* byId.get({ organization_id, id })) ?? null
      }),
    findMany: (organization_id, ids) => db.run(() => byIds.all({ organization_id, ids })),

    list: (organization_id, { status }, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['collections', organization_id, status], start: NEWEST },
          (range) => page.all({ organization_id, status, ...range }),
          (row) => row,
        ),
      ),
  }
}

/** The set that is searched. */
function setOf(
  organization_id: string,
  { id, embedding_model, embedding_dimensions }: Parameters<Collections['create']>[1],
) {
  const place = { organization_id, collection_id: id, embedding_model }
  return { ...place, dimensions: embedding_dimensions, state: 'serving' } as const
}
