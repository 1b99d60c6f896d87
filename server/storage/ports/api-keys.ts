import type { ApiKey } from '../../contract/api-key.ts'
import type { Page } from '../../contract/operation.ts'
import type { Paging } from './paging.ts'

/** `prefix` is the first 12 characters of the secret. */
export interface StoredApiKey extends ApiKey {
  organization_id: string
}

export interface ApiKeys {
  create(key: StoredApiKey, secret_hash: string): Promise<void>
  /**
   * By the SHA-256 of its secret: a key that is neither revoked nor expired, of an active
   * organization.
   */
  findLive(secret_hash: string, now: string): Promise<StoredApiKey | null>
  findByName(organization_id: string, name: string): Promise<StoredApiKey | null>
  /** SHA-256 of the key's secret, to compare it with the declared one. */
  secretHash(organization_id: string, id: string): Promise<string | null>
  list(organization_id: string): Promise<StoredApiKey[]>
  page(organization_id: string, paging: Paging): Promise<Page<ApiKey>>
  /** Writes only when `last_used_at` is at least a minute old. */
  touch(
    key: Pick<StoredApiKey, 'organization_id' | 'id' | 'last_used_at'>,
    now: string,
  ): Promise<void>
  /** Idempotent: a revoked key keeps its `revoked_at`. */
  revoke(organization_id: string, id: string, now: string): Promise<ApiKey | null>
}
