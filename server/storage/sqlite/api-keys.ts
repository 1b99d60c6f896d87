import type { Database } from 'better-sqlite3'
import type { ApiKey } from '../../contract/api-key.ts'
import { NEWEST } from '../paging.ts'
import type { ApiKeys, StoredApiKey } from '../ports/api-keys.ts'
import { isDue } from '../rules/last-use.ts'
import { unique } from './conflicts.ts'
import { readPage } from './paging.ts'
import type { Sync } from './promised.ts'

export function createApiKeys(db: Database): Sync<ApiKeys> {
  const insert = db.prepare<StoredApiKey & { secret_hash: string }>(`
    INSERT INTO api_keys (id, organization_id, name, role, prefix, secret_hash, created_at,
                          created_by, expires_at, revoked_at, last_used_at)
    VALUES (:id, :organization_id, :name, :role, :prefix, :secret_hash, :created_at,
            :created_by, :expires_at, :revoked_at, :last_used_at)
  `)
  // A subquery, not a join: SQLite replans a join with parameters at every call, which would make
  // this look-up, part of every request, six times slower.
  const live = db.prepare<{ secret_hash: string; now: string }, StoredApiKey>(`
    SELECT id, organization_id, name, role, prefix, created_at, created_by, expires_at, revoked_at,
           last_used_at
      FROM api_keys
     WHERE secret_hash = :secret_hash
       AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > :now)
       AND (SELECT status FROM organizations WHERE organizations.id = organization_id) = 'active'
  `)
  const byName = db.prepare<{ organization_id: string; name: string }, StoredApiKey>(`
    SELECT id, organization_id, name, role, prefix, created_at, created_by, expires_at, revoked_at,
           last_used_at
      FROM api_keys
     WHERE organization_id = :organization_id AND name = :name
     ORDER BY revoked_at IS NULL DESC, created_at DESC, id DESC
     LIMIT 1
  `)
  const secretHash = db
    .prepare<{ organization_id: string; id: string }, string>(`
      SELECT secret_hash FROM api_keys WHERE id = :id AND organization_id = :organization_id
    `)
    .pluck()
  const all = db.prepare<{ organization_id: string }, StoredApiKey>(`
    SELECT id, organization_id, name, role, prefix, created_at, created_by, expires_at, revoked_at,
           last_used_at
      FROM api_keys
     WHERE organization_id = :organization_id
     ORDER BY created_at DESC, id DESC
  `)
  const page = db.prepare<{ organization_id: string; rows: number } & typeof NEWEST, ApiKey>(`
    SELECT id, name, role, prefix, created_at, created_by, expires_at, revoked_at, last_used_at
      FROM api_keys
     WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
     ORDER BY created_at DESC, id DESC
     LIMIT :rows
  `)
  const touch = db.prepare<{ organization_id: string; id: string; now: string }>(`
    UPDATE api_keys SET last_used_at = :now WHERE id = :id AND organization_id = :organization_id
  `)
  const revoke = db.prepare<{ organization_id: string; id: string; now: string }, ApiKey>(`
    UPDATE api_keys
       SET revoked_at = coalesce(revoked_at, :now)
     WHERE id = :id AND organization_id = :organization_id
    RETURNING id, name, role, prefix, created_at, created_by, expires_at, revoked_at, last_used_at
  `)

  return {
    create(key, secret_hash) {
      unique('apiKey', () => insert.run({ ...key, secret_hash }))
    },

    findLive: (secret_hash, now) => live.get({ secret_hash, now }) ?? null,
    /** Of several keys of the name, one that is not revoked comes first, then the newest. */
    findByName: (organization_id, name) => byName.get({ organization_id, name }) ?? null,
    secretHash: (organization_id, id) => secretHash.get({ organization_id, id }) ?? null,
    list: (organization_id) => all.all({ organization_id }),

    page(organization_id, paging) {
      return readPage(
        paging,
        { list: ['api-keys', organization_id], start: NEWEST },
        (range) => page.all({ organization_id, ...range }),
        (key) => key,
      )
    },

    // An UPDATE waits for the write lock even when it changes no row.
    touch({ organization_id, id, last_used_at }, now) {
      if (isDue(last_used_at, now)) touch.run({ organization_id, id, now })
    },

    revoke: (organization_id, id, now) => revoke.get({ organization_id, id, now }) ?? null,
  }
}
