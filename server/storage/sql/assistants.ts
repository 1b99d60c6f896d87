import type { Assistant, AssistantStatus } from '../../contract/assistant.ts'
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
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

interface Attached {
  organization_id: string
  ids: string[]
}

const COLUMNS = `id, name, description, status, model, instruction, revision, created_at, updated_at,
         (SELECT LIST (collection_id ORDER BY position)
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
  SELECT :organization_id, :id, position, value FROM EACH (:ids) AS wanted
`)
const attachable = sql<Attached, { found: number; embeddings: number }>(`
  SELECT count(*) AS found,
         count(DISTINCT coalesce(moving.embedding_model || ' ' || moving.dimensions,
                                 collections.embedding_model || ' ' || embedding_dimensions))
           AS embeddings
    FROM EACH (:ids) AS wanted
    JOIN collections ON collections.organization_id = :organization_id AND id = value
    LEFT JOIN vector_sets AS moving
      ON moving.organization_id = :organization_id AND moving.collection_id = id
     AND moving.state = 'building'
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

export function createAssistants(db: Driver): Assistants {
  return {
    create: (organization_id, assistant) =>
      db.step(function* () {
        yield* checkCollections(organization_id, assistant.knowledge_base_ids)
        const made = toNewAssistant(assistant)
        const { id, knowledge_base_ids: ids, revision } = made
        yield* insert.run({ ...made, organization_id })
        yield* attach.run({ organization_id, id, ids })
        yield* tell({ organization_id, kind: 'assistant', id, revision })
        return made
      }),

    update: (organization_id, id, revision, changed, now) =>
      db.step(function* () {
        const current = yield* find({ organization_id, id })
        if (!current) return null
        const { knowledge_base_ids: ids } = changed
        if (ids) yield* checkCollections(organization_id, ids)
        requireRevision(current, revision)
        yield* change.run({ ...current, ...changed, organization_id, now })
        if (ids) yield* attachOnly({ organization_id, id, ids })
        yield* tell({ organization_id, kind: 'assistant', id, revision: revision + 1 })
        return yield* find({ organization_id, id })
      }),

    checkCollections: (organization_id, ids) =>
      db.run(() => checkCollections(organization_id, ids)),
    find: (organization_id, id) => db.run(() => find({ organization_id, id })),

    list: (organization_id, { status = null as AssistantStatus | null }, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['assistants', organization_id, status], start: NEWEST },
          (range) => page.all({ organization_id, status, ...range }),
          toAssistant,
        ),
      ),
  }
}

/** Throws unless all are in the organization and have the same embedding. */
function* checkCollections(organization_id: string, ids: string[]): Step<void> {
  const counts = yield* attachable.get({ organization_id, ids })
  requireAttachable(ids.length, counts ?? { found: 0, embeddings: 0 })
}

function* find(place: Place): Step<Assistant | null> {
  const row = yield* byId.get(place)
  return row ? toAssistant(row) : null
}

function* attachOnly(attached: Place & Attached): Step<void> {
  yield* detachAll.run(attached)
  yield* attach.run(attached)
}
