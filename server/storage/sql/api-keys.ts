import { NEWEST } from '../paging.ts'
import type { ApiKeys } from '../ports/api-keys.ts'
import {
  API_KEY_COLUMNS,
  type ApiKeyRow,
  toApiKey,
  toApiKeyRow,
  toStoredApiKey,
} from '../rows/api-keys.ts'
import { isDue } from '../rules/last-use.ts'
import { readPage } from './paging.ts'
import { addSecret } from './secrets.ts'
import { type Driver, sql, tell } from './step.ts'
import { unique } from './unique.ts'

interface Which {
  organization_id: string
  id: string
}

const insert = sql<ApiKeyRow & { secret_hash: string }>(`
  INSERT INTO api_keys (secret_hash, ${API_KEY_COLUMNS.names})
  VALUES (:secret_hash, ${API_KEY_COLUMNS.values})
`)
const live = sql<{ secret_hash: string; now: string }, ApiKeyRow>(`
  SELECT ${API_KEY_COLUMNS.selected}
    FROM secrets
    JOIN organizations ON organizations.id = secrets.organization_id
    JOIN api_keys
      ON api_keys.organization_id = secrets.organization_id AND secret_hash = hash
   WHERE hash = :secret_hash
     AND revoked_at IS NULL
     AND (expires_at IS NULL OR expires_at > :now)
     AND status = 'active'
`)
const byName = sql<{ organization_id: string; name: string }, ApiKeyRow>(`
  SELECT ${API_KEY_COLUMNS.selected}
    FROM api_keys
   WHERE organization_id = :organization_id AND name = :name
   ORDER BY revoked_at IS NULL DESC, created_at DESC, id DESC
   LIMIT 1
`)
const secretHash = sql<Which, { secret_hash: string }>(`
  SELECT secret_hash FROM api_keys WHERE organization_id = :organization_id AND id = :id
`)
const all = sql<{ organization_id: string }, ApiKeyRow>(`
  SELECT ${API_KEY_COLUMNS.selected}
    FROM api_keys
   WHERE organization_id = :organization_id
   ORDER BY created_at DESC, id DESC
`)
const page = sql<{ organization_id: string; rows: number } & typeof NEWEST, ApiKeyRow>(`
  SELECT ${API_KEY_COLUMNS.selected}
    FROM api_keys
   WHERE organization_id = :organization_id AND (created_at, id) < (:created_at, :id)
   ORDER BY created_at DESC, id DESC
   LIMIT :rows
`)
const touch = sql<Which & { now: string }>(`
  UPDATE api_keys SET last_used_at = :now WHERE organization_id = :organization_id AND id = :id
`)
const revoke = sql<Which & { now: string }, ApiKeyRow>(`
  UPDATE api_keys
     SET revoked_at = coalesce(revoked_at, :now)
   WHERE organization_id = :organization_id AND id = :id
  RETURNING ${API_KEY_COLUMNS.names}
`)

export function createApiKeys(db: Driver): ApiKeys {
  return {
    create: (key, secret_hash) =>
      db.step(function* () {
        const { organization_id, id } = key
        yield* unique('apiKey', addSecret({ hash: secret_hash, organization_id }))
        yield* insert.run({ ...toApiKeyRow(key), secret_hash })
        yield* tell({ organization_id, kind: 'api_key', id, revision: null })
      }),

    findLive: (secret_hash, now) =>
      db.run(function* () {
        const row = yield* live.get({ secret_hash, now })
        return row ? toStoredApiKey(row) : null
      }),
    /** Of several keys of the name, one that is not revoked comes first, then the newest. */
    findByName: (organization_id, name) =>
      db.run(function* () {
        const row = yield* byName.get({ organization_id, name })
        return row ? toStoredApiKey(row) : null
      }),
    secretHash: (organization_id, id) =>
      db.run(function* () {
        return (yield* secretHash.get({ organization_id, id }))?.secret_hash ?? null
      }),
    list: (organization_id) =>
      db.run(function* () {
        return (yield* all.all({ organization_id })).map(toStoredApiKey)
      }),

    page: (organization_id, paging) =>
      db.run(() =>
        readPage(
          paging,
          { list: ['api-keys', organization_id], start: NEWEST },
          (range) => page.all({ organization_id, ...range }),
          toApiKey,
        ),
      ),

    touch: ({ organization_id, id, last_used_at }, now) =>
      db.run(function* () {
        if (isDue(last_used_at, now)) yield* touch.run({ organization_id, id, now })
      }),

    revoke: (organization_id, id, now) =>
      db.step(function* () {
        const key = yield* revoke.get({ organization_id, id, now })
        if (key) yield* tell({ organization_id, kind: 'api_key', id, revision: null })
        return key ? toApiKey(key) : null
      }),
  }
}
