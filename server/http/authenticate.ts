import type { Context } from 'koa'
import { ServiceError } from '../contract/errors.ts'
import type { Caller } from '../identity/caller.ts'
import { keyPermissionsOf } from '../identity/permissions.ts'
import { hashSecret } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import { noteUse } from './note-use.ts'

/** One way to prove who is calling; null when the request does not prove it this way. */
export type Authenticator = (ctx: Context) => Promise<Caller | null>

/**
 * The caller of a request, from the first authenticator that knows one. Throws the one
 * `authentication_error`: missing, malformed, unknown, revoked and expired are not told apart
 * (contract §5.2).
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
 * `Authorization: Bearer svc_sk_…` (contract §5.1). Whatever is presented is hashed and looked up, so
 * that a malformed key takes as long as an unknown one.
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
    await noteUse(store.apiKeys.touch(key, at))
    return {
      organization_id: key.organization_id,
      owner: { type: 'service', id: key.id },
      visitor_id: null,
      channel: 'api',
      role: key.role,
      permissions: keyPermissionsOf[key.role],
    }
  }
}
