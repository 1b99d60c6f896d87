import type { Database } from 'better-sqlite3'
import type { CuratedAnswer } from '../../contract/curated-answer.ts'
import { NEWEST } from '../paging.ts'
import type { CuratedAnswers, CuratedFields } from '../ports/curated-answers.ts'
import { requireKnownAssistants, requireRoom } from '../rules/curated-answers.ts'
import { requireRevision } from '../rules/revisions.ts'
import type { KnowledgeChanges } from './gap-checks.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

type Json = 'questions' | 'links' | 'assistant_ids'
type Row = Omit<CuratedAnswer, Json | 'enabled'> & {
  questions: string
  links: string
  assistant_ids: string | null
  enabled: 0 | 1
}

const COLUMNS = `id, questions, text, links, assistant_ids, valid_until, enabled, revision,
       used_count, last_used_at, created_at, updated_at`

const OFFERED = `organization_id = :organization_id AND enabled = 1
       AND (valid_until IS NULL OR valid_until > :now)
       AND (assistant_ids IS NULL
            OR :assistant_id IN (SELECT value FROM json_each(assistant_ids)))`

export function createCuratedAnswers(
  db: Database,
  knowledge: KnowledgeChanges,
): Sync<CuratedAnswers> {
  const insert = db.prepare<
    Omit<Row, 'used_count' | 'last_used_at'> & { organization_id: string }
  >(`
    INSERT INTO curated_answers (id, organization_id, questions, text, links, assistant_ids,
                                 valid_until, enabled, revision, created_at, updated_at)
    VALUES (:id, :organization_id, :questions, :text, :links, :assistant_ids,
            :valid_until, :enabled, :revision, :created_at, :updated_at)
  `)
  const write = db.prepare<
    Omit<Row, 'used_count' | 'last_used_at' | 'created_at'> & { organization_id: string }
  >(`
    UPDATE curated_answers
       SET questions = :questions, text = :text, links = :links, assistant_ids = :assistant_ids,
           valid_until = :valid_until, enabled = :enabled, revision = :revision,
           updated_at = :updated_at
     WHERE id = :id AND organization_id = :organization_id
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, Row>(`
    SELECT ${COLUMNS} FROM curated_answers WHERE id = :id AND organization_id = :organization_id
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
  const page = db.prepare<{ organization_id: string; rows: number } & typeof NEWEST, Row>(`
    SELECT ${COLUMNS}
      FROM curated_answers
     WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const remove = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM curated_answers WHERE id = :id AND organization_id = :organization_id
  `)
  const offered = db.prepare<{ organization_id: string; assistant_id: string; now: string }, Row>(`
    SELECT ${COLUMNS} FROM curated_answers WHERE ${OFFERED} ORDER BY created_at, id
  `)
  const anyOffered = db.prepare<{ organization_id: string; assistant_id: string; now: string }>(`
    SELECT 1 FROM curated_answers WHERE ${OFFERED} LIMIT 1
  `)
  const use = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE curated_answers
       SET used_count = used_count + 1, last_used_at = :now
     WHERE id = :id AND organization_id = :organization_id
  `)

  function requireAssistants(organization_id: string, ids: string[] | null): void {
    if (ids === null) return
    const known = knownAssistants.get({ organization_id, ids: JSON.stringify(ids) })
    requireKnownAssistants(known === ids.length)
  }

  const create = db.transaction<Sync<CuratedAnswers>['create']>((organization_id, answer) => {
    requireAssistants(organization_id, answer.assistant_ids)
    requireRoom(count.get({ organization_id }) ?? 0)
    const { id, created_at } = answer
    const made = { revision: 1, created_at, updated_at: created_at }
    insert.run({ ...toColumns(answer), id, ...made, organization_id })
    knowledge.note(organization_id, created_at)
    return { ...answer, ...made, used_count: 0, last_used_at: null }
  })

  const update = db.transaction<Sync<CuratedAnswers>['update']>(
    (organization_id, id, { revision, ...change }, now) => {
      const row = byId.get({ organization_id, id })
      if (!row) return null
      requireRevision(row, revision)
      const changed = { ...fromRow(row), ...change, revision: revision + 1, updated_at: now }
      requireAssistants(organization_id, changed.assistant_ids)
      const next = { id, revision: changed.revision, updated_at: now, organization_id }
      write.run({ ...toColumns(changed), ...next })
      knowledge.note(organization_id, now)
      return changed
    },
  )

  return {
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),

    find(organization_id, id) {
      const row = byId.get({ organization_id, id })
      return row ? fromRow(row) : null
    },

    list(organization_id, paging) {
      return readPage(
        paging,
        { list: ['curated answers', organization_id], start: NEWEST },
        (range) => page.all({ organization_id, ...range }),
        fromRow,
      )
    },

    delete: (organization_id, id) => remove.run({ organization_id, id }).changes > 0,

    offered: (organization_id, assistant_id, now) =>
      offered.all({ organization_id, assistant_id, now }).map(fromRow),

    anyOffered: (organization_id, assistant_id, now) =>
      anyOffered.get({ organization_id, assistant_id, now }) !== undefined,

    recordUse(organization_id, id, now) {
      use.run({ organization_id, id, now })
    },
  }
}

/** The columns that somebody decides. */
function toColumns(answer: CuratedFields) {
  const { questions, text, links, assistant_ids, valid_until, enabled } = answer
  return {
    questions: JSON.stringify(questions),
    text,
    links: JSON.stringify(links),
    assistant_ids: assistant_ids && JSON.stringify(assistant_ids),
    valid_until,
    enabled: enabled ? (1 as const) : (0 as const),
  }
}

function fromRow({ questions, links, assistant_ids, enabled, ...row }: Row): CuratedAnswer {
  return {
    ...row,
    questions: JSON.parse(questions),
    links: JSON.parse(links),
    assistant_ids: assistant_ids === null ? null : JSON.parse(assistant_ids),
    enabled: enabled === 1,
  }
}
