import type { Database } from 'better-sqlite3'
import type { Collection } from '../../contract/collection.ts'
import type { Source } from '../../contract/source.ts'
import { NEWEST } from '../paging.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Sources } from '../ports/sources.ts'
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
import { unique } from './conflicts.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'
import type { Schedules } from './schedules.ts'

export function createSources(
  db: Database,
  { latest }: Pick<Sync<Jobs>, 'latest'>,
  { due, nextDueAt, moveOn }: Schedules,
): Sync<Sources> {
  const statusOf = db
    .prepare<{ organization_id: string; id: string }, Collection['status']>(`
      SELECT status FROM collections WHERE id = :id AND organization_id = :organization_id
    `)
    .pluck()
  const insert = db.prepare<
    WrittenSource & { collection_id: string; type: string; created_at: string }
  >(`
    INSERT INTO sources (id, organization_id, collection_id, name, type, config, schedule,
                         time_zone, credentials, created_at, updated_at)
    VALUES (:id, :organization_id, :collection_id, :name, :type, :config, :schedule, :time_zone,
            :credentials, :created_at, :created_at)
  `)
  const change = db.prepare<WrittenSource & { now: string }>(`
    UPDATE sources
       SET name = :name, config = :config, schedule = :schedule, time_zone = :time_zone,
           credentials = :credentials, updated_at = :now,
           next_due_at = CASE WHEN schedule IS :schedule AND time_zone = :time_zone
                              THEN next_due_at
                         END
     WHERE id = :id AND organization_id = :organization_id
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, SourceRow>(`
    SELECT ${SOURCE_COLUMNS}
      FROM sources
     WHERE id = :id AND organization_id = :organization_id
  `)
  const page = db.prepare<
    { organization_id: string; collection_id: string; rows: number } & typeof NEWEST,
    SourceRow
  >(`
    SELECT ${SOURCE_COLUMNS}
      FROM sources
     WHERE collection_id = :collection_id
       AND organization_id = :organization_id
       AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)

  const withLatest = (organization_id: string, row: SourceRow): Source =>
    toSource(row, latest(organization_id, row.id))

  function find(organization_id: string, id: string): Source | null {
    const row = byId.get({ organization_id, id })
    return row ? withLatest(organization_id, row) : null
  }

  const create = db.transaction<Sync<Sources>['create']>((organization_id, source) => {
    const status = statusOf.get({ organization_id, id: source.collection_id })
    if (!status) return null
    requireActive(status, 'add a source')
    unique('source', () => insert.run(newSourceRow(organization_id, source)))
    return find(organization_id, source.id)
  })

  const update = db.transaction<Sync<Sources>['update']>((organization_id, id, changed, now) => {
    const row = byId.get({ organization_id, id })
    if (!row) return null
    const next = changedSourceRow(organization_id, row, changed)
    unique('source', () => change.run({ ...next, now }))
    return find(organization_id, id)
  })

  return {
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),
    find,

    sealedCredentials(organization_id, id) {
      const row = byId.get({ organization_id, id })
      return row ? sealedIn(row) : null
    },

    list(organization_id, collection_id, paging) {
      if (!statusOf.get({ organization_id, id: collection_id })) return null
      return readPage(
        paging,
        { list: ['sources', collection_id], start: NEWEST },
        (range) => page.all({ organization_id, collection_id, ...range }),
        (row) => withLatest(organization_id, row),
      )
    },

    due,
    nextDueAt,
    plan: (organization_id, id, planned) => void moveOn({ organization_id, id, ...planned }),

    ...rootsOf(db),
    delete: prepareDelete(db),
  }
}

function rootsOf(db: Database): Pick<Sync<Sources>, 'grantRoot' | 'grantedRoots'> {
  const grant = db.prepare<{ organization_id: string; path: string }>(`
    INSERT INTO granted_roots (organization_id, path)
    VALUES (:organization_id, :path)
    ON CONFLICT DO NOTHING
  `)
  const granted = db
    .prepare<{ organization_id: string }, string>(`
      SELECT path FROM granted_roots WHERE organization_id = :organization_id ORDER BY path
    `)
    .pluck()

  return {
    grantRoot: (organization_id, path) => void grant.run({ organization_id, path }),
    grantedRoots: (organization_id) => granted.all({ organization_id }),
  }
}

function prepareDelete(db: Database): Sync<Sources>['delete'] {
  const hidePassages = db.prepare<{ organization_id: string; id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE state IN ('live', 'staged')
       AND document_id IN (SELECT id
                             FROM documents
                            WHERE source_id = :id AND organization_id = :organization_id)
  `)
  const hideStaged = db.prepare<{ organization_id: string; id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE collection_id = (SELECT collection_id
                              FROM sources
                             WHERE id = :id AND organization_id = :organization_id)
       AND state <> 'live' AND state = 'staged'
       AND staged_by IN (SELECT id FROM jobs WHERE source_id = :id)
  `)
  const remove = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM sources WHERE id = :id AND organization_id = :organization_id
  `)

  // Jobs, uploads and documents are deleted with the row; passages stay hidden until swept.
  const erase = db.transaction((organization_id: string, id: string) => {
    hidePassages.run({ organization_id, id })
    hideStaged.run({ organization_id, id })
    return remove.run({ organization_id, id }).changes > 0
  })

  return (organization_id, id) => erase.immediate(organization_id, id)
}
