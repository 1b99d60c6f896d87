import type { Database } from 'better-sqlite3'
import type { Assistant } from '../../contract/assistant.ts'
import { NEWEST } from '../paging.ts'
import type { Assistants } from '../ports/assistants.ts'
import {
  type AssistantRow,
  toAssistant,
  toNewAssistant,
  type WrittenAssistant,
} from '../rows/assistants.ts'
import { requireAttachable } from '../rules/assistants.ts'
import { requireRevision } from '../rules/revisions.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

const COLUMNS = `id, name, description, status, model, instruction, revision, created_at, updated_at,
         (SELECT json_group_array(collection_id ORDER BY position)
            FROM assistant_collections WHERE assistant_id = assistants.id) AS knowledge_base_ids`

export function createAssistants(db: Database): Sync<Assistants> {
  const collections = prepareCollections(db)
  const insert = db.prepare<WrittenAssistant>(`
    INSERT INTO assistants (id, organization_id, name, description, status, model, instruction,
                            revision, created_at, updated_at)
    VALUES (:id, :organization_id, :name, :description, :status, :model, :instruction,
            :revision, :created_at, :updated_at)
  `)
  const change = db.prepare<WrittenAssistant & { now: string }>(`
    UPDATE assistants
       SET name = :name, description = :description, status = :status, model = :model,
           instruction = :instruction, revision = revision + 1, updated_at = :now
     WHERE id = :id AND organization_id = :organization_id AND revision = :revision
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, AssistantRow>(`
    SELECT ${COLUMNS}
      FROM assistants
     WHERE id = :id AND organization_id = :organization_id
  `)
  const page = db.prepare<
    { organization_id: string; status: string | null; rows: number } & typeof NEWEST,
    AssistantRow
  >(`
    SELECT ${COLUMNS}
      FROM assistants
     WHERE organization_id = :organization_id
       AND (:status IS NULL OR status = :status)
       AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)

  function find(organization_id: string, id: string): Assistant | null {
    const row = byId.get({ organization_id, id })
    return row ? toAssistant(row) : null
  }

  const create = db.transaction<Sync<Assistants>['create']>((organization_id, assistant) => {
    collections.check(organization_id, assistant.knowledge_base_ids)
    const { answerable, ...made } = toNewAssistant(assistant)
    insert.run({ ...made, organization_id })
    collections.attachOnly(made.id, made.knowledge_base_ids)
    return { ...made, answerable }
  })

  const update = db.transaction<Sync<Assistants>['update']>(
    (organization_id, id, revision, changed, now) => {
      const current = find(organization_id, id)
      if (!current) return null
      if (changed.knowledge_base_ids) collections.check(organization_id, changed.knowledge_base_ids)
      const written = { ...current, ...changed, revision, organization_id, now }
      if (change.run(written).changes === 0) requireRevision(current, revision)
      if (changed.knowledge_base_ids) collections.attachOnly(id, changed.knowledge_base_ids)
      return find(organization_id, id)
    },
  )

  return {
    checkCollections: collections.check,
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),
    find,

    list(organization_id, { status = null as string | null }, paging) {
      return readPage(
        paging,
        { list: ['assistants', organization_id, status], start: NEWEST },
        (range) => page.all({ organization_id, status, ...range }),
        toAssistant,
      )
    },
  }
}

/** The collections of an assistant, in their order. */
function prepareCollections(db: Database) {
  const detachAll = db.prepare<{ assistant_id: string }>(`
    DELETE FROM assistant_collections WHERE assistant_id = :assistant_id
  `)
  const attach = db.prepare<{ assistant_id: string; ids: string }>(`
    INSERT INTO assistant_collections (assistant_id, position, collection_id)
    SELECT :assistant_id, key, value FROM json_each(:ids)
  `)
  const attachable = db.prepare<
    { organization_id: string; ids: string },
    { found: number; embeddings: number }
  >(`
    SELECT count(*) AS found,
           count(DISTINCT json_array(embedding_model, embedding_dimensions)) AS embeddings
      FROM json_each(:ids) JOIN collections ON collections.id = value
     WHERE organization_id = :organization_id
  `)

  return {
    /** Throws unless all are in the organization and have the same embedding. */
    check(organization_id: string, ids: string[]): void {
      const counts = attachable.get({ organization_id, ids: JSON.stringify(ids) })
      requireAttachable(ids.length, counts ?? { found: 0, embeddings: 0 })
    },

    attachOnly(assistant_id: string, ids: string[]): void {
      detachAll.run({ assistant_id })
      attach.run({ assistant_id, ids: JSON.stringify(ids) })
    },
  }
}
