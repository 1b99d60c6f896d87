import type { Collection } from '../../contract/collection.ts'
import type { Source } from '../../contract/source.ts'
import { NEWEST } from '../paging.ts'
import type { Sources } from '../ports/sources.ts'
import { JOB_COLUMNS, type JobRow, toFoundJob } from '../rows/jobs.ts'
import {
  changedSourceRow,
  newSourceRow,
  SOURCE_COLUMNS,
  type SourceRow,
  sealedIn,
  toSource,
  type WrittenSource,
} from '../rows/sources.ts'
import { requireActive } from '../rules/collections.ts'
import { readPage } from './paging.ts'
import { createSchedules } from './schedules.ts'
import { eraseSource } from './source-removal.ts'
import { type Driver, type Step, sql, tell } from './step.ts'
import { unique } from './unique.ts'

interface Place {
  organization_id: string
  id: string
}

const statusOf = sql<Place, { status: Collection['status'] }>(`
  SELECT status FROM collections WHERE organization_id = :organization_id AND id = :id
`)
const insert = sql<ReturnType<typeof newSourceRow>>(`
  INSERT INTO sources (organization_id, id, collection_id, name, type, config, schedule, time_zone,
                       credentials, created_at, updated_at)
  VALUES (:organization_id, :id, :collection_id, :name, :type, :config, :schedule, :time_zone,
          :credentials, :created_at, :created_at)
`)
const lock = sql<Place, SourceRow>(`
  SELECT ${SOURCE_COLUMNS}
    FROM sources
   WHERE organization_id = :organization_id AND id = :id
     FOR NO KEY UPDATE
`)
const change = sql<WrittenSource & { now: string }>(`
  UPDATE sources
     SET name = :name, config = :config, schedule = :schedule, time_zone = :time_zone,
         credentials = :credentials, updated_at = :now,
         next_due_at = CASE WHEN schedule IS NOT DISTINCT FROM :schedule
                             AND time_zone = :time_zone
                            THEN next_due_at
                       END
   WHERE organization_id = :organization_id AND id = :id
`)
const byId = sql<Place, SourceRow>(`
  SELECT ${SOURCE_COLUMNS} FROM sources WHERE organization_id = :organization_id AND id = :id
`)
const page = sql<
  { organization_id: string; collection_id: string; rows: number } & typeof NEWEST,
  SourceRow
>(`
  SELECT ${SOURCE_COLUMNS}
    FROM sources
   WHERE organization_id = :organization_id AND collection_id = :collection_id
     AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const latestJobs = sql<{ organization_id: string; ids: string[] }, JobRow>(`
  SELECT ${JOB_COLUMNS}
    FROM jobs
   WHERE organization_id = :organization_id
     AND id IN (SELECT (SELECT id
                          FROM jobs AS own
                         WHERE own.organization_id = :organization_id AND own.source_id = value
                         ORDER BY queued_at DESC, id DESC
                         LIMIT 1)
                  FROM EACH (:ids) AS sources)
`)
const credentialsOf = sql<Place, Pick<SourceRow, 'credentials'>>(`
  SELECT credentials FROM sources WHERE organization_id = :organization_id AND id = :id
`)
const grant = sql<{ organization_id: string; path: string }>(`
  INSERT INTO granted_roots (organization_id, path)
  VALUES (:organization_id, :path)
  ON CONFLICT DO NOTHING
`)
const outdatedUploads = sql<{ organization_id: string; reading: number }, { id: string }>(`
  SELECT sources.id
    FROM sources
    JOIN collections
      ON collections.organization_id = :organization_id AND collections.id = collection_id
   WHERE sources.organization_id = :organization_id AND type = 'upload'
     AND collections.status = 'active'
     AND EXISTS (SELECT 1 FROM documents
                  WHERE organization_id = :organization_id AND reading < :reading
                    AND source_id = sources.id AND passage_count > 0)
   ORDER BY sources.id
`)
const granted = sql<{ organization_id: string }, { path: string }>(`
  SELECT path FROM granted_roots WHERE organization_id = :organization_id ORDER BY path
`)

export function createSources(db: Driver): Sources {
  return {
    outdatedUploads: (organization_id, reading) =>
      db.run(function* () {
        const rows = yield* outdatedUploads.all({ organization_id, reading })
        return rows.map(({ id }) => id)
      }),

    create: (organization_id, source) =>
      db.step(function* () {
        const { id, collection_id } = source
        const found = yield* statusOf.get({ organization_id, id: collection_id })
        if (!found) return null
        requireActive(found.status, 'add a source')
        yield* unique('source', insert.run(newSourceRow(organization_id, source)))
        yield* tell({ organization_id, kind: 'source', id, revision: null })
        return yield* find({ organization_id, id })
      }),

    // Runs count documents with the source meanwhile.
    update: (organization_id, id, changed, now) =>
      db.step(function* () {
        const row = yield* lock.get({ organization_id, id })
        if (!row) return null
        const next = changedSourceRow(organization_id, row, changed)
        yield* unique('source', change.run({ ...next, now }))
        yield* tell({ organization_id, kind: 'source', id, revision: null })
        return yield* find({ organization_id, id })
      }, 'read committed'),

    find: (organization_id, id) => db.run(() => find({ organization_id, id })),

    sealedCredentials: (organization_id, id) =>
      db.run(function* () {
        const row = yield* credentialsOf.get({ organization_id, id })
        return row ? sealedIn(row) : null
      }),

    list: (organization_id, collection_id, paging) =>
      db.run(function* () {
        if (!(yield* statusOf.get({ organization_id, id: collection_id }))) return null
        const { data, ...rest } = yield* readPage(
          paging,
          { list: ['sources', collection_id], start: NEWEST },
          (range) => page.all({ organization_id, collection_id, ...range }),
          (row) => row,
        )
        return { ...rest, data: yield* withLatestJobs(organization_id, data) }
      }),

    ...createSchedules(db),

    grantRoot: (organization_id, path) =>
      db.run(function* () {
        yield* grant.run({ organization_id, path })
      }),

    grantedRoots: (organization_id) =>
      db.run(function* () {
        return (yield* granted.all({ organization_id })).map(({ path }) => path)
      }),

    delete: (organization_id, id) =>
      db.step(() => eraseSource({ organization_id, id }), 'read committed'),
  }
}

function* find({ organization_id, id }: Place): Step<Source | null> {
  const row = yield* byId.get({ organization_id, id })
  if (!row) return null
  const [source = null] = yield* withLatestJobs(organization_id, [row])
  return source
}

function* withLatestJobs(organization_id: string, rows: SourceRow[]): Step<Source[]> {
  const latest = yield* latestJobs.all({ organization_id, ids: rows.map(({ id }) => id) })
  return rows.map((row) => {
    return toSource(row, toFoundJob(latest.find(({ source_id }) => source_id === row.id)))
  })
}
