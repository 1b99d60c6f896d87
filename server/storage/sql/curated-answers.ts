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
import { noteKnowledge } from './knowledge-changes.ts'
import { readPage } from './paging.ts'
import { type Driver, type Step, sql, tell } from './step.ts'

interface Place {
  organization_id: string
  id: string
}

interface Offered {
  organization_id: string
  assistant_id: string
  now: string
}

const OFFERED = `organization_id = :organization_id AND enabled = 1
     AND (valid_until IS NULL OR valid_until > :now)
     AND (assistant_ids IS NULL OR LISTS (assistant_ids, :assistant_id))`

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
   WHERE organization_id = :organization_id AND id AMONG (:ids)
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
const offered = sql<Offered, CuratedRow>(`
  SELECT ${CURATED_COLUMNS} FROM curated_answers WHERE ${OFFERED} ORDER BY created_at, id
`)
const anyOffered = sql<Offered>(`SELECT 1 FROM curated_answers WHERE ${OFFERED} LIMIT 1`)
const use = sql<Place & { now: string }>(`
  UPDATE curated_answers
     SET used_count = used_count + 1, last_used_at = :now
   WHERE organization_id = :organization_id AND id = :id
`)

export function createCuratedAnswers(db: Driver): CuratedAnswers {
  return {
    create: (organization_id, answer) =>
      db.step(function* () {
        yield* requireAssistants(organization_id, answer.assistant_ids)
        requireRoom((yield* count.get({ organization_id }))?.stored ?? 0)
        const made = toNewCurated(answer)
        const { created_at } = made
        yield* insert.run({ ...toWrittenCurated(organization_id, made), created_at })
        yield* noteKnowledge(organization_id, created_at)
        yield* tellOf(organization_id, made)
        return made
      }),

    update: (organization_id, id, { revision, ...change }, now) =>
      db.step(function* () {
        const row = yield* byId.get({ organization_id, id })
        if (!row) return null
        requireRevision(row, revision)
        const changed = { ...toCurated(row), ...change, revision: revision + 1, updated_at: now }
        yield* requireAssistants(organization_id, changed.assistant_ids)
        yield* write.run(toWrittenCurated(organization_id, changed))
        yield* noteKnowledge(organization_id, now)
        yield* tellOf(organization_id, changed)
        return changed
      }),

    find: (organization_id, id) =>
      db.run(function* () {
        const row = yield* byId.get({ organization_id, id })
        return row ? toCurated(row) : null
      }),

    list: (organization_id, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['curated answers', organization_id], start: NEWEST },
          (range) => page.all({ organization_id, ...range }),
          toCurated,
        ),
      ),

    delete: (organization_id, id) =>
      db.step(function* () {
        const removed = yield* remove.get({ organization_id, id })
        if (!removed) return false
        yield* tellOf(organization_id, { id, ...removed })
        return true
      }),

    offered: (organization_id, assistant_id, now) =>
      db.run(function* () {
        return (yield* offered.all({ organization_id, assistant_id, now })).map(toCurated)
      }),

    anyOffered: (organization_id, assistant_id, now) =>
      db.run(function* () {
        return (yield* anyOffered.get({ organization_id, assistant_id, now })) !== undefined
      }),

    recordUse: (organization_id, id, now) =>
      db.run(function* () {
        yield* use.run({ organization_id, id, now })
      }),
  }
}

function* requireAssistants(organization_id: string, ids: string[] | null): Step<void> {
  if (ids === null) return
  const found = yield* knownAssistants.get({ organization_id, ids })
  requireKnownAssistants(found?.known === ids.length)
}

function* tellOf(
  organization_id: string,
  { id, revision }: { id: string; revision: number },
): Step<void> {
  yield* tell({ organization_id, kind: 'curated_answer', id, revision })
}
