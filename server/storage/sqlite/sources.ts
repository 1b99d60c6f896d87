import type { Database } from 'better-sqlite3'
import type { Collection } from '../../contract/collection.ts'
import type { Source } from '../../contract/source.ts'
import { NEWEST } from '../paging.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { SealedCredentials, Sources } from '../ports/sources.ts'
import { requireActive } from '../rules/collections.ts'
import { unique } from './conflicts.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'
import type { Schedules } from './schedules.ts'

/** `config` is JSON text. */
type Row = Omit<Source, 'config' | 'credentials' | 'latest_job'> & {
  config: string
  /** As JSON text. */
  credentials: string | null
}
type Written = Pick<Source, 'id' | 'name' | 'schedule' | 'time_zone'> & {
  organization_id: string
  config: string
  credentials: string | null
}

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
  const insert = db.prepare<Written & { collection_id: string; type: string; created_at: string }>(`
    INSERT INTO sources (id, organization_id, collection_id, name, type, config, schedule,
                         time_zone, credentials, created_at, updated_at)
    VALUES (:id, :organization_id, :collection_id, :name, :type, :config, :schedule, :time_zone,
            :credentials, :created_at, :created_at)
  `)
  const change = db.prepare<Written & { now: string }>(`
    UPDATE sources
       SET name = :name, config = :config, schedule = :schedule, time_zone = :time_zone,
           credentials = :credentials, updated_at = :now,
           next_due_at = CASE WHEN schedule IS :schedule AND time_zone = :time_zone
                              THEN next_due_at
                         END
     WHERE id = :id AND organization_id = :organization_id
  `)
  const byId = db.prepare<{ organization_id: string; id: string }, Row>(`
    SELECT id, collection_id, name, type, config, schedule, time_zone, credentials, document_count,
           created_at, updated_at
      FROM sources
     WHERE id = :id AND organization_id = :organization_id
  `)
  const page = db.prepare<
    { organization_id: string; collection_id: string; rows: number } & typeof NEWEST,
    Row
  >(`
    SELECT id, collection_id, name, type, config, schedule, time_zone, credentials, document_count,
           created_at, updated_at
      FROM sources
     WHERE collection_id = :collection_id
       AND organization_id = :organization_id
       AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const hidePassages = db.prepare<{ organization_id: string; id: string }>(`
    UPDATE passages
       SET state = 'gone'
     WHERE state IN ('live', 'staged')
       AND document_id IN (SELECT id
                             FROM documents
                            WHERE source_id = :id AND organization_id = :organization_id)
  `)
  const remove = db.prepare<{ organization_id: string; id: string }>(`
    DELETE FROM sources WHERE id = :id AND organization_id = :organization_id
  `)

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

  function toSource(organization_id: string, row: Row): Source {
    const latest_job = latest(organization_id, row.id)
    const sealed = sealedIn(row)
    return {
      ...row,
      config: JSON.parse(row.config) as Source['config'],
      credentials: sealed && { type: sealed.type, set: true },
      latest_job,
    }
  }

  function find(organization_id: string, id: string): Source | null {
    const row = byId.get({ organization_id, id })
    return row ? toSource(organization_id, row) : null
  }

  function sealedCredentials(organization_id: string, id: string): SealedCredentials | null {
    const row = byId.get({ organization_id, id })
    return row ? sealedIn(row) : null
  }

  const create = db.transaction<Sync<Sources>['create']>((organization_id, source) => {
    const status = statusOf.get({ organization_id, id: source.collection_id })
    if (!status) return null
    requireActive(status, 'add a source')
    const { config, credentials = null } = source
    const row = { ...source, organization_id, ...asJson({ config, credentials }) }
    unique('source', () => insert.run(row))
    return find(organization_id, source.id)
  })

  const update = db.transaction<Sync<Sources>['update']>((organization_id, id, changed, now) => {
    const current = find(organization_id, id)
    if (!current) return null
    const { credentials = sealedCredentials(organization_id, id), ...rest } = changed
    const next = { ...current, ...rest }
    const row = { ...next, organization_id, ...asJson({ config: next.config, credentials }), now }
    unique('source', () => change.run(row))
    return find(organization_id, id)
  })

  // Jobs, uploads and documents are deleted with the row; passages stay hidden until swept.
  const erase = db.transaction((organization_id: string, id: string) => {
    hidePassages.run({ organization_id, id })
    return remove.run({ organization_id, id }).changes > 0
  })

  return {
    create: (...values) => create.immediate(...values),
    update: (...values) => update.immediate(...values),
    find,
    sealedCredentials,

    list(organization_id, collection_id, paging) {
      if (!statusOf.get({ organization_id, id: collection_id })) return null
      return readPage(
        paging,
        { list: ['sources', collection_id], start: NEWEST },
        (range) => page.all({ organization_id, collection_id, ...range }),
        (row) => toSource(organization_id, row),
      )
    },

    due,
    nextDueAt,
    plan: (organization_id, id, planned) => void moveOn({ organization_id, id, ...planned }),
    grantRoot: (organization_id, path) => void grant.run({ organization_id, path }),
    grantedRoots: (organization_id) => granted.all({ organization_id }),
    delete: (organization_id, id) => erase.immediate(organization_id, id),
  }
}

function sealedIn({ credentials }: Pick<Row, 'credentials'>): SealedCredentials | null {
  return credentials === null ? null : (JSON.parse(credentials) as SealedCredentials)
}

function asJson({
  config,
  credentials,
}: {
  config: Source['config']
  credentials: SealedCredentials | null
}) {
  return {
    config: JSON.stringify(config),
    credentials: credentials && JSON.stringify(credentials),
  }
}
