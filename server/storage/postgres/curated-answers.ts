import { NEWEST } from '../paging.ts'
import type { CuratedAnswers } from '../ports/curated-answers.ts'
import {
  CURATED_COLUMNS,
  type CuratedRow,
  toCurated,
  toNewCurated,
  toWrittenCurated,
  type WrittenCurated,
} from '../rows/curated-answers.ts'
import { requireKnownAssistants, requireRoom } from '../rules/curated-answers.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { Database, Transaction } from './database.ts'
import { noteKnowledge } from './gap-checks.ts'
import { readPage } from './paging.ts'
import { sql } from './statement.ts'

interface Place {
  organization_id: string
  id: string
}

interface Asked {
  organization_id: string
  assistant_id: string
  now: string
}

const OFFERED = `organization_id = :organization_id AND enabled = 1
     AND (valid_until IS NULL OR valid_until > :now)
     AND (assistant_ids IS NULL OR assistant_ids::jsonb ? :assistant_id)`

const insert = sql<WrittenCurated & { created_at: string }>(`
  INSERT INTO curated_answers (organization_id, id, questions, text, links, assistant_ids,
                               valid_until, enabled, revision, created_at, updated_at)
  VALUES (:organization_id, :id, :questions, :text, :links, :assistant_ids,
          :valid_until, :enabled, :revision, :created_at, :updated_at)
`)
const write = sql<WrittenCurated>(`
  UPDATE curated_answers
     SET questions = :questions, text = :text, links = :links, assistant_ids = :assistant_ids,
         valid_until = :valid_until, enabled = :enabled, revision = :revision,
         updated_at = :updated_at
   WHERE organization_id = :organization_id AND id = :id
`)
const byId = sql<Place, CuratedRow>(`
  SELECT ${CURATED_COLUMNS}
    FROM curated_answers
   WHERE organization_id = :organization_id AND id = :id
`)
const count = sql<{ organization_id: string }, { stored: number }>(`
  SELECT count(*) AS stored FROM curated_answers WHERE organization_id = :organization_id
`)
const knownAssistants = sql<{ organization_id: string; ids: string[] }, { known: number }>(`
  SELECT count(*) AS known
    FROM assistants
   WHERE organization_id = :organization_id AND id = ANY (:ids)
`)
const page = sql<{ organization_id: string; rows: number } & typeof NEWEST, CuratedRow>(`
  SELECT ${CURATED_COLUMNS}
    FROM curated_answers
   WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const remove = sql<Place, { revision: number }>(`
  DELETE FROM curated_answers
   WHERE organization_id = :organization_id AND id = :id
  RETURNING revision
`)
const offered = sql<Asked, CuratedRow>(`
  SELECT ${CURATED_COLUMNS} FROM curated_answers WHERE ${OFFERED} ORDER BY created_at, id
`)
const anyOffered = sql<Asked>(`SELECT 1 FROM curated_answers WHERE ${OFFERED} LIMIT 1`)
const use = sql<Place & { now: string }>(`
  UPDATE curated_answers
     SET used_count = used_count + 1, last_used_at = :now
   WHERE organization_id = :organization_id AND id = :id
`)

export function createCuratedAnswers(db: Database): CuratedAnswers {
  return {
    create: (organization_id, answer) =>
      db.step(async (transaction) => {
        await requireAssistants(transaction, organization_id, answer.assistant_ids)
        requireRoom((await count.get(transaction, { organization_id }))?.stored ?? 0)
        const made = toNewCurated(answer)
        const { created_at } = made
        await insert.run(transaction, { ...toWrittenCurated(organization_id, made), created_at })
        await noteKnowledge(transaction, organization_id, created_at)
        tell(transaction, organization_id, made)
        return made
      }),

    update: (organization_id, id, { revision, ...change }, now) =>
      db.step(async (transaction) => {
        const row = await byId.get(transaction, { organization_id, id })
        if (!row) return null
        requireRevision(row, revision)
        const changed = { ...toCurated(row), ...change, revision: revision + 1, updated_at: now }
        await requireAssistants(transaction, organization_id, changed.assistant_ids)
        await write.run(transaction, toWrittenCurated(organization_id, changed))
        await noteKnowledge(transaction, organization_id, now)
        tell(transaction, organization_id, changed)
        return changed
      }),

    async find(organization_id, id) {
      const row = await byId.get(db, { organization_id, id })
      return row ? toCurated(row) : null
    },

    list: (organization_id, paging) =>
      readPage(
        paging,
        { list: ['curated answers', organization_id], start: NEWEST },
        (range) => page.all(db, { organization_id, ...range }),
        toCurated,
      ),

    delete: (organization_id, id) =>
      db.step(async (transaction) => {
        const removed = await remove.get(transaction, { organization_id, id })
        if (!removed) return false
        tell(transaction, organization_id, { id, ...removed })
        return true
      }),

    offered: async (organization_id, assistant_id, now) =>
      (await offered.all(db, { organization_id, assistant_id, now })).map(toCurated),

    anyOffered: async (organization_id, assistant_id, now) =>
      (await anyOffered.get(db, { organization_id, assistant_id, now })) !== undefined,

    async recordUse(organization_id, id, now) {
      await use.run(db, { organization_id, id, now })
    },
  }
}

async function requireAssistants(
  transaction: Transaction,
  organization_id: string,
  ids: string[] | null,
): Promise<void> {
  if (ids === null) return
  const found = await knownAssistants.get(transaction, { organization_id, ids })
  requireKnownAssistants(found?.known === ids.length)
}

function tell(
  transaction: Transaction,
  organization_id: string,
  { id, revision }: { id: string; revision: number },
): void {
  transaction.tell({ organization_id, kind: 'curated_answer', id, revision })
}
