import { SettingError } from '../config.ts'
import type { ApiKey } from '../contract/api-key.ts'
import { ServiceError } from '../contract/errors.ts'
import { hashPassword, newPassword, verifyPassword } from '../identity/passwords.ts'
import { createApiKeySecret, hashSecret, secretPrefix } from '../identity/secrets.ts'
import type { Store } from '../storage/store.ts'
import type { ProvisionedOrganization } from './file.ts'

/** A secret that was made here and cannot be shown again. */
export interface NewSecret {
  organization: string
  what: 'password' | 'api_key' | 'widget_key'
  /** E-mail address of the person, or name of the key or deployment. */
  of: string
  secret: string
}

/** A secret of an organization that is known from where it was made. */
export type Made = Omit<NewSecret, 'organization'>

interface Needs {
  store: Store
  now: () => string
  newId: () => string
}

/** Brings the people and the API keys to what a provisioning declares. */
export function createAccess({ store, now, newId }: Needs) {
  async function users(id: string, { users }: ProvisionedOrganization): Promise<Made[]> {
    const made: Made[] = []
    for (const { role, ...wanted } of users) {
      const { user_id, password } = await person({ ...wanted, staff: false })
      await store.users.setRole(id, user_id, role, now())
      if (password) made.push({ what: 'password', of: wanted.email, secret: password })
    }
    return made
  }

  /** The person's id, and the password when one had to be made up. */
  async function person(wanted: {
    email: string
    name: string
    password?: string | undefined
    staff: boolean
  }): Promise<{ user_id: string; password: string | null }> {
    const { email, name, staff } = wanted
    const existing = await store.users.findByEmail(email)
    if (existing) {
      const known =
        !wanted.password || (await verifyPassword(wanted.password, existing.password_hash))
      await store.users.update(existing.id, { name, staff: existing.staff || staff })
      if (wanted.password && !known) {
        await store.users.setPassword(existing.id, await hashPassword(wanted.password), now())
      }
      return { user_id: existing.id, password: null }
    }
    const password = wanted.password ?? newPassword()
    const user_id = newId()
    const password_hash = await hashPassword(password)
    await store.users.create({ id: user_id, email, name, staff, password_hash, created_at: now() })
    return { user_id, password: wanted.password ? null : password }
  }

  /**
   * A key's role and secret are fixed: with another secret it is made anew and the old one revoked. A
   * key that was revoked stays so.
   */
  async function apiKeys(id: string, { api_keys }: ProvisionedOrganization): Promise<Made[]> {
    const made: Made[] = []
    // Keys that people made in the console may have the same names, and are none of the operator's.
    const keys = (await store.apiKeys.list(id)).filter(({ created_by }) => created_by === null)
    for (const { name, role, secret } of api_keys) {
      const named = keys.filter((key) => key.name === name)
      const live = named.filter(({ revoked_at }) => revoked_at === null)
      const existing = secret ? await withSecret(id, named, secret) : [...live, ...named][0]
      if (existing?.role === role) continue
      if (existing && secret) {
        throw new SettingError(
          `The API key "${name}" has the role ${existing.role} for good: to make it ${role}, give it another secret.`,
        )
      }
      const chosen = secret ?? createApiKeySecret()
      const created = store.apiKeys.create(
        {
          id: newId(),
          organization_id: id,
          name,
          role,
          prefix: secretPrefix(chosen),
          created_at: now(),
          created_by: null,
          expires_at: null,
          revoked_at: null,
          last_used_at: null,
        },
        hashSecret(chosen),
      )
      await about(`API key "${name}"`, created)
      for (const key of live) await store.apiKeys.revoke(id, key.id, now())
      if (!secret) made.push({ what: 'api_key', of: name, secret: chosen })
    }
    return made
  }

  async function withSecret(id: string, keys: ApiKey[], secret: string): Promise<ApiKey | null> {
    const hash = hashSecret(secret)
    for (const key of keys) if ((await store.apiKeys.secretHash(id, key.id)) === hash) return key
    return null
  }

  return { users, person, apiKeys }
}

/** What the API would refuse as well, told with the thing of the file that it is about. */
export async function about<Result>(what: string, done: Promise<Result>): Promise<Result> {
  try {
    return await done
  } catch (error) {
    if (error instanceof ServiceError) throw new SettingError(`The ${what}: ${error.message}`)
    throw error
  }
}
