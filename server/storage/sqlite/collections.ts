import type { Database } from 'better-sqlite3'
import type { Collection } from '../../contract/collection.ts'
import { NEWEST } from '../paging.ts'
import type { Collections, SearchedCollection } from '../ports/collections.ts'
import { COLLECTION_COLUMNS, toNewCollection } from '../rows/collections.ts'
import { unique } from './conflicts.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'
import { createVectorTable } from './vector-table.ts'

export function createCollections(db: Database): Sync<Collections> {
  const empty = prepareEmpty(db)
  const insert = db.prepare<Parameters<Collections['create']>[1] & { organization_id: string }>(`
    INSERT INTO collections (id, organization_id, name, description, status, embedding_model,
                             embedding_dimensions, created_at, updated_at)
    VALUES (:id, :organization_id, :name, :description, 'active', :embedding_model,
            :embedding_dimensions, :created_at, :created_at)
  `)
  const insertIndex = db.prepare('INSERT INTO search_indexes (collection) VALUES (:number)')
  const change = db.prepare<
    { organization_id: string; id: string; now: string } & Record<
      'name' | 'description' | 'status',
      string | null
    >,
    Collection
  >(`
    UPDATE collections
       SET name = coalesce(:name, name),
           description = coalesce(:description, description),
           status = coalesce(:status, status),
           updated_at = :now
     WHERE id = :id AND organization_id = :organization_id
    RETURNING ${COLLECTION_COLUMNS}
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, Collection>(`
    SELECT ${COLLECTION_COLUMNS}
      FROM collections
     WHERE id = :id AND organization_id = :organization_id
  `)
  const byIds = db.prepare<{ organization_id: string; ids: string }, SearchedCollection>(`
    SELECT ${COLLECTION_COLUMNS}, coalesce(synonyms.revision, 0) AS synonyms_revision
      FROM collections
      LEFT JOIN synonyms ON synonyms.organization_id = :organization_id AND collection_id = id
     WHERE id IN (SELECT value FROM json_each(:ids))
       AND collections.organization_id = :organization_id
     ORDER BY created_at DESC, id DESC
  `)
  const page = db.prepare<
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

  const create = db.transaction<Sync<Collections>['create']>((organization_id, collection) => {
    const { lastInsertRowid } = unique('collection', () =>
      insert.run({ ...collection, organization_id }),
    )
    insertIndex.run({ number: lastInsertRowid })
    createVectorTable(db, Number(lastInsertRowid), collection.embedding_dimensions)
    return toNewCollection(collection)
  })

  const purge = db.transaction<Sync<Collections>['purge']>((organization_id, id, now) => {
    if (!byId.get({ organization_id, id })) return null
    empty(organization_id, id)
    const kept = { name: null, description: null, status: 'archived' }
    return change.get({ organization_id, id, ...kept, now }) ?? null
  })

  return {
    purge: (...values) => purge.immediate(...values),
    create: (...values) => create.immediate(...values),

    update(organization_id, id, { name = null, description = null, status = null }, now) {
      const changed = { organization_id, id, name, description, status, now }
      return unique('collection', () => change.get(changed)) ?? null
    },

    find: (organization_id, id) => byId.get({ organization_id, id }) ?? null,
    findMany: (organization_id, ids) => byIds.all({ organization_id, ids: JSON.stringify(ids) }),

    list(organization_id, { status }, paging) {
      return readPage(
        paging,
        { list: ['collections', organization_id, status], start: NEWEST },
        (range) => page.all({ organization_id, status, ...range }),
        (row) => row,
      )
    },
  }
}

/**
 * Jobs, uploads and documents are deleted with their sources; passages stay hidden until swept.
 */
function prepareEmpty(db: Database) {
  const hidePassages = db.prepare<{ id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE state IN ('live', 'staged')
       AND document_id IN (SELECT documents.id
                             FROM sources JOIN documents ON source_id = sources.id
                            WHERE sources.collection_id = :id)
  `)
  const hideStaged = db.prepare<{ id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE collection_id = :id AND state <> 'live' AND state = 'staged'
  `)
  const eraseSources = db.prepare<{ id: string }>('DELETE FROM sources WHERE collection_id = :id')
  const detach = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM assistant_collections
     WHERE organization_id = :organization_id AND collection_id = :id
  `)

  return (organization_id: string, id: string): void => {
    hidePassages.run({ id })
    hideStaged.run({ id })
    eraseSources.run({ id })
    detach.run({ organization_id, id })
  }
}
