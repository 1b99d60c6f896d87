import type { ApiKey } from '../contract/api-key.ts'
import { hashPassword, newPassword, verifyPassword } from '../identity/passwords.ts'
import { createApiKeySecret, hashSecret, secretPrefix } from '../identity/secrets.ts'
import { weaknessOf } from '../identity/weak-passwords.ts'
import { changedValues } from '../resources/audit.ts'
import type { User } from '../storage/ports/users.ts'
import type { Store } from '../storage/store.ts'
import type { ProvisionedOrganization, Provisioning } from './file.ts'
import {
  type Applying,
  differing,
  recordCreated,
  recordEntry,
  refusal,
  type Within,
  withPlace,
} from './record.ts'

interface Needs {
  store: Store
  passwords: ReadyPasswords
  now: () => string
  newId: () => string
}

/** The password to store for each person, by e-mail address. */
export type ReadyPasswords = Map<string, ReadyPassword>

interface ReadyPassword {
  /** null: the stored one stays. */
  hash: string | null
  /** The password, where one had to be made up. */
  made: string | null
  /** Why a declared one is easily guessed; null: it is not. */
  weakness: string | null
}

/**
 * Compares and hashes the declared passwords. Each takes a fifth of a second by design, so this is
 * done before the transaction begins.
 */
export async function readyPasswords(
  store: Pick<Store, 'users'>,
  { organizations, staff }: Provisioning,
): Promise<ReadyPasswords> {
  const people = [...organizations.flatMap(({ users }) => users), ...staff]
  const declared = new Map<string, string | undefined>()
  for (const { email, password } of people) declared.set(email, password ?? declared.get(email))
  const names = new Map(people.map(({ email, name }) => [email, name]))
  const ready = [...declared].map(async ([email, password]) => {
    const existing = await store.users.findByEmail(email)
    const person = { email, name: names.get(email) ?? '' }
    const weakness = password ? await weaknessOf(password, person) : null
    return [email, { ...(await readyPassword(password, existing)), weakness }] as const
  })
  return new Map(await Promise.all(ready))
}

async function readyPassword(
  declared: string | undefined,
  existing: Pick<User, 'password_hash'> | null,
): Promise<Pick<ReadyPassword, 'hash' | 'made'>> {
  const stays = existing && (!declared || (await verifyPassword(declared, existing.password_hash)))
  if (stays) return { hash: null, made: null }
  const made = declared ? null : newPassword()
  return { hash: await hashPassword(declared ?? made ?? ''), made }
}

/** Brings the people and the API keys to what a provisioning declares. */
export function createAccess({ store, passwords, now, newId }: Needs) {
  async function users(
    declared: ProvisionedOrganization['users'],
    { caller, slug, at, applied }: Within,
  ): Promise<void> {
    const { organization_id } = caller
    const members = await store.users.members(organization_id)
    for (const [index, { email, name, role }] of declared.entries()) {
      const place = `${at}.users[${index}]`
      const { id, fields } = await person({ email, name, staff: false }, { slug, place, applied })
      const member = members.find(({ user }) => user.id === id)
      const thing = { organization_id, type: 'member', id }
      const values = changedValues(['role'], member ?? null, { role })
      if (values.length > 0) {
        await store.users.setRole(organization_id, id, role, now())
        if (member) logUpdated(applied, place, ['role'])
      }
      if (!member) recordEntry(applied, 'created', thing, [], values)
      const changed = values.length > 0 ? [...fields, 'role'] : fields
      if (member && changed.length > 0) recordEntry(applied, 'updated', thing, changed, values)
    }
  }

  /** The person's id, and the fields that differed of one who was known. */
  async function person(
    { email, name, staff }: { email: string; name: string; staff: boolean },
    { slug, place, applied }: { slug: string; place: string; applied: Applying },
  ): Promise<{ id: string; fields: string[] }> {
    const { hash = null, made = null, weakness = null } = passwords.get(email) ?? {}
    const existing = await store.users.findByEmail(email)
    if (existing) {
      if (weakness) applied.weak.push({ place, weakness })
      const wanted = { name, staff: existing.staff || staff }
      const fields = differing(existing, wanted)
      if (fields.length > 0) await store.users.update(existing.id, wanted)
      if (hash) await store.users.setPassword(existing.id, hash, now())
      const changed = hash ? [...fields, 'password'] : fields
      logUpdated(applied, place, changed)
      return { id: existing.id, fields: changed }
    }
    if (weakness) throw refusal(place, email, `password ${weakness}.`)
    const id = newId()
    await store.users.create({ id, email, name, staff, password_hash: hash, created_at: now() })
    applied.changes.push({ place, name: null, kind: 'created', fields: [] })
    if (made) {
      applied.made.push({ organization: slug, what: 'password', of: email, secret: made })
    }
    return { id, fields: [] }
  }

  async function staff(declared: Provisioning['staff'], applied: Applying): Promise<void> {
    for (const [index, { email, name }] of declared.entries()) {
      await person({ email, name, staff: true }, { slug: '', place: `staff[${index}]`, applied })
    }
  }

  /**
   * The role and the secret of a key are fixed: for another secret, a new key is created and the
   * old one revoked. A revoked key stays revoked.
   */
  async function apiKeys(
    declared: ProvisionedOrganization['api_keys'],
    { caller, slug, at, applied }: Within,
  ): Promise<void> {
    const { organization_id } = caller
    // Keys that people created in the console may have the same names; the file leaves them alone.
    const keys = (await store.apiKeys.list(organization_id)).filter(
      ({ created_by }) => created_by === null,
    )
    for (const [index, { name, role, secret }] of declared.entries()) {
      const place = `${at}.api_keys[${index}]`
      const named = keys.filter((key) => key.name === name)
      const live = named.filter(({ revoked_at }) => revoked_at === null)
      const existing = secret
        ? await withSecret(organization_id, named, secret)
        : [...live, ...named][0]
      if (existing?.role === role) continue
      if (existing && secret) {
        throw refusal(
          place,
          name,
          `role is ${existing.role} for good; to make it ${role}, give the key another secret.`,
        )
      }
      const chosen = secret ?? createApiKeySecret()
      const key = {
        id: newId(),
        organization_id,
        name,
        role,
        assistant_ids: null,
        prefix: secretPrefix(chosen),
        created_at: now(),
        created_by: null,
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      }
      await withPlace(place, name, () => store.apiKeys.create(key, hashSecret(chosen)))
      const thing = { place, name, organization_id, type: 'api_key' }
      recordCreated(applied, { ...thing, id: key.id }, changedValues(['role'], null, { role }))
      for (const { id } of live) {
        await store.apiKeys.revoke(organization_id, id, now())
        recordEntry(applied, 'revoked', { ...thing, id }, [], [])
      }
      if (!secret) {
        applied.made.push({ organization: slug, what: 'api_key', of: name, secret: chosen })
      }
    }
  }

  async function withSecret(id: string, keys: ApiKey[], secret: string): Promise<ApiKey | null> {
    const hash = hashSecret(secret)
    for (const key of keys) if ((await store.apiKeys.secretHash(id, key.id)) === hash) return key
    return null
  }

  return { users, staff, apiKeys }
}

/** People are in the log by their place alone. */
function logUpdated({ changes }: Applying, place: string, fields: string[]): void {
  if (fields.length > 0) changes.push({ place, name: null, kind: 'updated', fields })
}
