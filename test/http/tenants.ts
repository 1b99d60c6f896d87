import { v7 as newId } from 'uuid'
import type { Role } from '../../server/contract/member.ts'
import {
  createApiKeySecret,
  createSessionToken,
  createVisitorToken,
  createWidgetKey,
  hashSecret,
  secretPrefix,
} from '../../server/identity/secrets.ts'
import { sessionExpiry } from '../../server/identity/session.ts'
import type { Store } from '../../server/storage/store.ts'

export interface Key {
  id: string
  secret: string
}

/** Somebody signed in to the console; the cookie is the request's header. */
export interface Person {
  user_id: string
  email: string
  cookie: string
}

/**
 * An organization with a key and a person of each role, an assistant that can answer, and a widget
 * deployment.
 */
export interface Tenant {
  id: string
  slug: string
  keys: Record<Role, Key>
  people: Record<Role, Person>
  collection_id: string
  assistant_id: string
  deployment: { id: string; widget_key: string }
}

export const PUBLIC_URL = 'https://answers.test'
export const PAGE_ORIGIN = 'https://shop.test'
export const START = '2026-11-01T00:00:00.000Z'

/** See `Tenant`. */
export async function createTenant(store: Store, slug: string): Promise<Tenant> {
  const id = newId()
  await store.organizations.create({
    id,
    slug,
    name: slug,
    status: 'active',
    support_access: false,
    created_at: START,
  })
  const collection_id = newId()
  await store.collections.create(id, {
    id: collection_id,
    name: 'Handbook',
    description: '',
    embedding_model: 'builtin/meaning-1',
    embedding_dimensions: 4,
    created_at: START,
  })
  const assistant_id = newId()
  await store.assistants.create(id, {
    id: assistant_id,
    name: 'Helper',
    description: '',
    status: 'active',
    model: 'builtin/extractive',
    knowledge_base_ids: [collection_id],
    instruction: null,
    created_at: START,
  })
  const deployment = { id: newId(), widget_key: createWidgetKey() }
  await store.deployments.create(id, {
    ...deployment,
    name: 'Website',
    assistant_id,
    allowed_origins: [PAGE_ORIGIN],
    created_at: START,
    created_by: null,
    expires_at: null,
    appearance: {},
  })
  const keys = {
    owner: await createKey(store, id, 'owner'),
    admin: await createKey(store, id, 'admin'),
    editor: await createKey(store, id, 'editor'),
    member: await createKey(store, id, 'member'),
  }
  const people = {
    owner: await createPerson(store, { organization_id: id, role: 'owner' }),
    admin: await createPerson(store, { organization_id: id, role: 'admin' }),
    editor: await createPerson(store, { organization_id: id, role: 'editor' }),
    member: await createPerson(store, { organization_id: id, role: 'member' }),
  }
  return { id, slug, keys, people, collection_id, assistant_id, deployment }
}

/** A member of an organization, or with null one of the support staff, already signed in. */
export async function createPerson(
  store: Store,
  membership: { organization_id: string; role: Role } | null,
  { password_hash = null }: { password_hash?: string | null } = {},
): Promise<Person> {
  const user_id = newId()
  const email = `${user_id}@people.test`
  const name = membership ? `The ${membership.role}` : 'Sam'
  const user = { id: user_id, email, name, password_hash, created_at: START }
  await store.users.create({ ...user, staff: membership === null })
  if (membership) {
    const { organization_id, role } = membership
    await store.users.setRole(organization_id, user_id, role, START)
  }
  return signedIn(store, { user_id, email, organization_id: membership?.organization_id ?? null })
}

/** The person on one more browser. */
export async function signedIn(
  store: Store,
  { user_id, email, organization_id }: Omit<Person, 'cookie'> & { organization_id: string | null },
): Promise<Person> {
  const token = createSessionToken()
  const expires_at = sessionExpiry(START)
  const session = { id: newId(), user_id, organization_id, created_at: START, expires_at }
  await store.sessions.create(session, hashSecret(token))
  return { user_id, email, cookie: `__Host-svc_session=${token}` }
}

/** An API key of the role, which expires only when told to. */
export async function createKey(
  store: Store,
  organization_id: string,
  role: Role,
  { expires_at = null }: { expires_at?: string | null } = {},
): Promise<Key> {
  const secret = createApiKeySecret()
  const id = newId()
  await store.apiKeys.create(
    {
      id,
      organization_id,
      name: `${role} ${id}`,
      role,
      assistant_ids: null,
      prefix: secretPrefix(secret),
      created_at: START,
      created_by: null,
      expires_at,
      revoked_at: null,
      last_used_at: null,
    },
    hashSecret(secret),
  )
  return { id, secret }
}

export const aVisitorToken = createVisitorToken
