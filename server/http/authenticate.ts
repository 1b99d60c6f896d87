import type { Context } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { keyPermissionsOf, limitedPermissions } from '../identity/permissions.ts'
import { hashSecret } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import { recordUse } from './record-use.ts'

/** One way to authenticate a request; null when the request does not use it. */
export type Authenticator = (ctx: Context) => Promise<Caller | null>

/**
 * The caller of a request, from the first authenticator that finds one. Throws the same
 * `authentication_error` for a missing, malformed, unknown, revoked and expired credential
 * (docs/behaviour.md#authentication).
 */
export async function authenticate(ctx: Context, authenticators: Authenticator[]): Promise<Caller> {
  for (const authenticator of authenticators) {
    const caller = await authenticator(ctx)
    if (caller) return caller
  }
  ctx.set('WWW-Authenticate', 'Bearer')
  throw new ServiceError('authentication_error', 'A valid API key or console session is required.')
}

/**
 * `Authorization: Bearer svc_sk_…` (docs/behaviour.md#api-keys). Every value is hashed and
 * looked up, so that a malformed key takes as long as an unknown one.
 */
export function createApiKeyAuthenticator({
  store,
  now,
}: {
  store: Store
  now: () => string
}): Authenticator {
  return async (ctx) => {
    const secret = /^Bearer +(\S+) *$/i.exec(ctx.get('authorization'))?.[1] ?? ''
    const at = now()
    const key = await store.apiKeys.findLive(hashSecret(secret), at)
    if (!key) return null
    await recordUse(store.apiKeys.touch(key, at))
    return {
      organization_id: key.organization_id,
      owner: { type: 'service', id: key.id },
      visitor_id: null,
      channel: 'api',
      role: key.role,
      ...(key.assistant_ids
        ? { permissions: limitedPermissions, assistant_ids: key.assistant_ids }
        : { permissions: keyPermissionsOf[key.role] }),
    }
  }
}
