import type { ApiKey, CreateApiKey, CreatedApiKey } from '../contract/api-key.ts'
import { ServiceError } from '../contract/errors.ts'
import type { ListQuery, Page } from '../contract/operation.ts'
import type { Caller } from '../identity/caller.ts'
import { canManageRole } from '../identity/permissions.ts'
import { createApiKeySecret, hashSecret, secretPrefix } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import { expiry } from './expiry.ts'
import { found } from './not-found.ts'

export type ApiKeys = ReturnType<typeof createApiKeys>

/** API keys of an organization (docs/behaviour.md#api-keys). */
export function createApiKeys({
  store,
  now,
  newId,
}: {
  store: Store
  now: () => string
  newId: () => string
}) {
  async function knownAssistants(
    organization_id: string,
    ids: string[] | null | undefined,
  ): Promise<string[] | null> {
    if (!ids) return null
    const wanted = [...new Set(ids)]
    const found = await Promise.all(wanted.map((id) => store.assistants.find(organization_id, id)))
    if (found.every((assistant) => assistant !== null)) return wanted
    throw new ServiceError('validation_error', 'assistant_ids must be ids of assistants.')
  }

  return {
    list({ organization_id }: Caller, paging: ListQuery): Promise<Page<ApiKey>> {
      return store.apiKeys.page(organization_id, paging)
    },

    /** Returns the secret, which is shown only here. A role above the caller's own is refused. */
    async create(caller: Caller, body: CreateApiKey): Promise<CreatedApiKey> {
      const { organization_id } = caller
      const { name, role } = body
      if (!canManageRole(caller.role, role)) {
        throw new ServiceError(
          'authorization_error',
          `Your role may not create a key with the role ${role}.`,
        )
      }
      const assistant_ids = await knownAssistants(organization_id, body.assistant_ids)
      const at = now()
      const secret = createApiKeySecret()
      const api_key: ApiKey = {
        id: newId(),
        name,
        role,
        assistant_ids,
        prefix: secretPrefix(secret),
        created_at: at,
        created_by: caller.owner.id,
        expires_at: expiry(body.expires_at, at),
        revoked_at: null,
        last_used_at: null,
      }
      await store.apiKeys.create({ ...api_key, organization_id }, hashSecret(secret))
      return { api_key, secret }
    },

    /** Takes effect on the key's next request. Idempotent: a revoked key keeps its `revoked_at`. */
    async revoke({ organization_id }: Caller, id: string): Promise<ApiKey> {
      return found(await store.apiKeys.revoke(organization_id, id, now()), 'API key')
    },
  }
}
