import type { Database } from 'better-sqlite3'
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
import type { KnowledgeChanges } from './gap-checks.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

const OFFERED = `organization_id = :organization_id AND enabled = 1
       AND (valid_until IS NULL OR valid_until > :now)
       AND (assistant_ids IS NULL
            OR :assistant_id IN (SELECT value FROM json_each(assistant_ids)))`

type ById = ReturnType<typeof prepareById>

export function createCuratedAnswers(
  db: Database,
  knowledge: KnowledgeChanges,
): Sync<CuratedAnswers> {
  const byId = prepareById(db)
  return { ...listsOf(db, byId), ...changesOf(db, byId, knowledge), ...offersOf(db) }
}

function prepareById(db: Database) {
  return db.prepare<{ organization_id: string; id: string }, CuratedRow>(`
    SELECT ${CURATED_COLUMNS} FROM curated_answers WHERE id = :id AND organization_id = :organization_id
  `)
}

function listsOf(db: Database, byId: ById): Pick<Sync<CuratedAnswers>, 'find' | 'list'> {
  const page = db.prepare<{ organization_id: string; rows: number } & typeof NEWEST, CuratedRow>(`
    SELECT ${CURATED_COLUMNS}
      FROM curated_answers
     WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)

  return {
    find(organization_id, id) {
      const row = byId.get({ organization_id, id })
      return row ? toCurated(row) : null
    },

    list(organization_id, paging) {
      return readPage(
        paging,
        { list: ['curated answers', organization_id], start: NEWEST },
        (range) => page.all({ organization_id, ...range }),
        toCurated,
      )
    },
  }
}

function changesOf(
  db: Database,
  byId: ById,
  knowledge: KnowledgeChanges,
): Pick<Sync<CuratedAnswers>, 'create' | 'update' | 'delete'> {
  const insert = db.prepare<WrittenCurated & { created_at: string }>(`
    INSERT INTO curated_answers (id, organization_id, questions, text, links, assistant_ids,
                                 valid_until, enabled, revision, created_at, updated_at)
    VALUES (:id, :organization_id, :questions, :text, :links, :assistant_ids,
            :valid_until, :enabled, :revision, :created_at, :updated_at)
  `)
  const write = db.prepare<WrittenCurated>(`
    UPDATE curated_answers
       SET questions = :questions, text = :text, links = :links, assistant_ids = :assistant_ids,
           valid_until = :valid_until, enabled = :enabled, revision = :revision,
           updated_at = :updated_at
     WHERE id = :id AND organization_id = :organization_id
  `)
  const count = db
    .prepare<{ organization_id: string }, number>(
      'SELECT count(*) FROM curated_answers WHERE organization_id = :organization_id',
    )
    .pluck()
  const knownAssistants = db
    .prepare<{ organization_id: string; ids: string }, number>(`
      SELECT count(*)
        FROM assistants
       WHERE organization_id = :organization_id AND id IN (SELECT value FROM json_each(:ids))
    `)
    .pluck()
  const remove = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM curated_answers WHERE id = :id AND organization_id = :organization_id
  `)

  function requireAssistants(organization_id: string, ids: string[] | null): void {
    if (ids === null) return
    const known = knownAssistants.get({ organization_id, ids: JSON.stringify(ids) })
    requireKnownAssistants(known === ids.length)
  }

  const create = db.transaction<Sync<CuratedAnswers>['create']>((organization_id, answer) => {
    requireAssistants(organization_id, answer.assistant_ids)
    requireRoom(count.get({ organization_id }) ?? 0)
    const made = toNewCurated(answer)
    const { created_at } = made
    insert.run({ ...toWrittenCurated(organization_id, made), created_at })
    knowledge.note(organization_id, created_at)
    return made
  })

  const update = db.transaction<Sync<CuratedAnswers>['update']>(
    (organization_id, id, { revision, ...change }, now) => {
      const row = byId.get({ organization_id, id })
      if (!row) return null
      requireRevision(row, revision)
      const changed = { ...toCurated(row), ...change, revision: revision + 1, updated_at: now }
      requireAssistants(organization_id, changed.assistant_ids)
      write.run(toWrittenCurated(organization_id, changed))
      knowledge.note(organization_id, now)
      return changed
    },
  )

  return {
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),
    delete: (organization_id, id) => remove.run({ organization_id, id }).changes > 0,
  }
}

function offersOf(
  db: Database,
): Pick<Sync<CuratedAnswers>, 'offered' | 'anyOffered' | 'recordUse'> {
  const offered = db.prepare<
    { organization_id: string; assistant_id: string; now: string },
    CuratedRow
  >(`
    SELECT ${CURATED_COLUMNS} FROM curated_answers WHERE ${OFFERED} ORDER BY created_at, id
  `)
  const anyOffered = db.prepare<{ organization_id: string; assistant_id: string; now: string }>(`
    SELECT 1 FROM curated_answers WHERE ${OFFERED} LIMIT 1
  `)
  const use = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE curated_answers
       SET used_count = used_count + 1, last_used_at = :now
     WHERE id = :id AND organization_id = :organization_id
  `)

  return {
    offered: (organization_id, assistant_id, now) =>
      offered.all({ organization_id, assistant_id, now }).map(toCurated),

    anyOffered: (organization_id, assistant_id, now) =>
      anyOffered.get({ organization_id, assistant_id, now }) !== undefined,

    recordUse(organization_id, id, now) {
      use.run({ organization_id, id, now })
    },
  }
}
