import { afterEach, beforeEach, expect, test } from 'vitest'
import { beta, PASSWORD, type Provisioned, SECRET, startProvisioned } from './provisioned.ts'

let provisioned: Provisioned
beforeEach(async () => {
  provisioned = await startProvisioned()
})
afterEach(() => provisioned.service.stop())

/** Of the organization's audit log, newest first; what many kinds have in common is left out. */
async function audit(action?: string) {
  const { store } = provisioned.service
  const { id } = (await store.organizations.findBySlug('beta'))!
  const { data } = await store.audit.list(id, { action }, { limit: 100 })
  expect(new Set(data.map(({ actor }) => actor.type))).toEqual(new Set(['operator']))
  return data
}

const user = { email: 'ann@beta.test', name: 'Ann', role: 'editor', password: PASSWORD }

test('what a file makes is in the audit log once, done by the operator (docs/behaviour.md#audit-log)', async () => {
  const declared = { ...beta, users: [user] }
  await provisioned.changes(declared)
  await provisioned.changes(declared)

  const entries = await audit()

  expect(entries.map(({ action, target }) => `${action} ${target?.name}`).toReversed()).toEqual([
    'organization.created Beta',
    'member.created Ann',
    'api_key.created ci',
    'collection.created Handbook',
    'source.created docs',
    'collection.created Minutes',
    'assistant.created Helper',
    'deployment.created Website',
  ])
  expect(entries.find(({ action }) => action === 'member.created')?.details).toEqual({
    changes: [{ field: 'role', from: null, to: 'editor' }],
  })
  for (const secret of [SECRET, PASSWORD]) expect(JSON.stringify(entries)).not.toContain(secret)
})

test('what it sets back is told with the values before and after', async () => {
  const [handbook, minutes] = beta.collections
  await provisioned.changes({ ...beta, users: [user] })
  await provisioned.changes({
    ...beta,
    status: 'suspended',
    support_access: true,
    users: [{ ...user, name: 'Anna', role: 'owner' }],
    api_keys: [{ name: 'ci', role: 'owner', secret: `svc_sk_${'q'.repeat(40)}` }],
    collections: [handbook, { ...minutes, archived: true }],
    assistants: [{ name: 'Helper', status: 'disabled', collections: ['Handbook'] }],
  })

  const updated = async (noun: string) => {
    const [entry] = await audit(`${noun}.updated`)
    return entry?.details
  }
  expect(await updated('organization')).toEqual({
    fields: ['status', 'support_access'],
    changes: [
      { field: 'status', from: 'active', to: 'suspended' },
      { field: 'allowed', from: false, to: true },
    ],
  })
  expect(await updated('member')).toEqual({
    fields: ['name', 'role'],
    changes: [{ field: 'role', from: 'editor', to: 'owner' }],
  })
  expect(await updated('collection')).toEqual({
    fields: ['archived'],
    changes: [{ field: 'archived', from: false, to: true }],
  })
  expect(await updated('assistant')).toEqual({
    fields: ['status'],
    changes: [{ field: 'status', from: 'active', to: 'disabled' }],
  })
  expect((await audit('api_key.*')).map(({ action }) => action)).toEqual([
    'api_key.revoked',
    'api_key.created',
    'api_key.created',
  ])
})

test('what is refused is in no audit log', async () => {
  await provisioned.changes(beta)
  const before = await audit()

  await provisioned.refusal({
    organizations: [
      { ...beta, status: 'suspended', api_keys: [{ ...beta.api_keys[0], role: 'member' }] },
    ],
  })

  expect(await audit()).toEqual(before)
})
