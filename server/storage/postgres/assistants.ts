import type { AssistantStatus } from '../../contract/assistant.ts'
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
import type { Database, Runner, Transaction } from './database.ts'
import { readPage } from './paging.ts'
import { sql } from './statement.ts'

interface Place {
  organization_id: string
  id: string
}

interface Attached {
  organization_id: string
  ids: string[]
}

const COLUMNS = `id, name, description, status, model, instruction, revision, created_at, updated_at,
         (SELECT coalesce(json_agg(collection_id ORDER BY position), '[]')::text
            FROM assistant_collections AS attached
           WHERE attached.organization_id = assistants.organization_id
             AND assistant_id = assistants.id) AS knowledge_base_ids`

const insert = sql<WrittenAssistant>(`
  INSERT INTO assistants (organization_id, id, name, description, status, model, instruction,
                          revision, created_at, updated_at)
  VALUES (:organization_id, :id, :name, :description, :status, :model, :instruction,
          :revision, :created_at, :updated_at)
`)
const change = sql<WrittenAssistant & { now: string }>(`
  UPDATE assistants
     SET name = :name, description = :description, status = :status, model = :model,
         instruction = :instruction, revision = revision + 1, updated_at = :now
   WHERE organization_id = :organization_id AND id = :id
`)
const detachAll = sql<Place>(`
  DELETE FROM assistant_collections
   WHERE organization_id = :organization_id AND assistant_id = :id
`)
const attach = sql<Attached & { id: string }>(`
  INSERT INTO assistant_collections (organization_id, assistant_id, position, collection_id)
  SELECT :organization_id, :id, number - 1, collection_id
    FROM unnest(:ids::text[]) WITH ORDINALITY AS wanted (collection_id, number)
`)
const attachable = sql<Attached, { found: number; embeddings: number }>(`
  SELECT count(*) AS found, count(DISTINCT (embedding_model, embedding_dimensions)) AS embeddings
    FROM unnest(:ids::text[]) AS wanted (id) JOIN collections USING (id)
   WHERE organization_id = :organization_id
`)
const byId = sql<Place, AssistantRow>(`
  SELECT ${COLUMNS} FROM assistants WHERE organization_id = :organization_id AND id = :id
`)
const page = sql<
  { organization_id: string; status: AssistantStatus | null; rows: number } & typeof NEWEST,
  AssistantRow
>(`
  SELECT ${COLUMNS}
    FROM assistants
   WHERE organization_id = :organization_id
     AND (:status::text IS NULL OR status = :status)
     AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)

export function createAssistants(db: Database): Assistants {
  return {
    create: (organization_id, assistant) =>
      db.step(async (transaction) => {
        await checkCollections(transaction, organization_id, assistant.knowledge_base_ids)
        const made = toNewAssistant(assistant)
        const { id, knowledge_base_ids: ids, revision } = made
        await insert.run(transaction, { ...made, organization_id })
        await attach.run(transaction, { organization_id, id, ids })
        transaction.tell({ organization_id, kind: 'assistant', id, revision })
        return made
      }),

    update: (organization_id, id, revision, changed, now) =>
      db.step(async (transaction) => {
        const current = await find(transaction, { organization_id, id })
        if (!current) return null
        const { knowledge_base_ids: ids } = changed
        if (ids) await checkCollections(transaction, organization_id, ids)
        requireRevision(current, revision)
        await change.run(transaction, { ...current, ...changed, organization_id, now })
        if (ids) await attachOnly(transaction, { organization_id, id, ids })
        transaction.tell({ organization_id, kind: 'assistant', id, revision: revision + 1 })
        return find(transaction, { organization_id, id })
      }),

    checkCollections: (organization_id, ids) => checkCollections(db, organization_id, ids),
    find: (organization_id, id) => find(db, { organization_id, id }),

    list: (organization_id, { status = null as AssistantStatus | null }, paging) =>
      readPage(
        paging,
        { list: ['assistants', organization_id, status], start: NEWEST },
        (range) => page.all(db, { organization_id, status, ...range }),
        toAssistant,
      ),
  }
}

/** Throws unless all are in the organization and have the same embedding. */
async function checkCollections(on: Runner, organization_id: string, ids: string[]): Promise<void> {
  const counts = await attachable.get(on, { organization_id, ids })
  requireAttachable(ids.length, counts ?? { found: 0, embeddings: 0 })
}

async function find(on: Runner, place: Place) {
  const row = await byId.get(on, place)
  return row ? toAssistant(row) : null
}

async function attachOnly(transaction: Transaction, attached: Place & Attached): Promise<void> {
  await detachAll.run(transaction, attached)
  await attach.run(transaction, attached)
}
