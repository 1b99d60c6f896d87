import type { ApiKey } from '../../contract/api-key.ts'
import type { StoredApiKey } from '../ports/api-keys.ts'
import { columnsOf } from './columns.ts'

/** What is stored of a key beside its secret; `assistant_ids` is JSON. */
export const API_KEY_COLUMNS = columnsOf('api_keys', [
  'organization_id',
  'id',
  'name',
  'role',
  'assistant_ids',
  'prefix',
  'created_at',
  'created_by',
  'expires_at',
  'revoked_at',
  'last_used_at',
])

export type ApiKeyRow = Omit<StoredApiKey, 'assistant_ids'> & { assistant_ids: string | null }

export function toApiKeyRow({ assistant_ids, ...key }: StoredApiKey): ApiKeyRow {
  return { ...key, assistant_ids: assistant_ids && JSON.stringify(assistant_ids) }
}

export function toStoredApiKey({ assistant_ids, ...row }: ApiKeyRow): StoredApiKey {
  return { ...row, assistant_ids: assistant_ids === null ? null : JSON.parse(assistant_ids) }
}

/** A key as clients see it. */
export function toApiKey(row: ApiKeyRow): ApiKey {
  const { organization_id: _, ...key } = toStoredApiKey(row)
  return key
}
