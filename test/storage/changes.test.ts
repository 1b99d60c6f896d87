import { describe, expect, test } from 'vitest'
import type { StoredChange } from '../../server/storage/ports/changes.ts'
import { at, backends, newId, openWithOrganizations } from './backends.ts'

describe.each(backends)('watching changes in %s', (_, open) => {
  async function opened() {
    const { store, a, b, another } = await openWithOrganizations(open)
    const told: StoredChange[] = []
    const stop = store.watch((changes) => told.push(...changes))
    const make = (organization_id: string, name: string) => {
      const id = newId()
      const collection = { id, name, description: '', created_at: at(0) }
      const embedding = { embedding_model: 'builtin/meaning-1', embedding_dimensions: 4 }
      return store.collections.create(organization_id, { ...collection, ...embedding })
    }
    return { store, another, a, b, told, stop, make }
  }

  test('a thing that is stored several times is told once', async () => {
    const { store, a, told, make } = await opened()

    const { id } = await make(a, 'One')
    await store.collections.update(a, id, { name: 'Two' }, at(1))

    await expect.poll(() => told).toHaveLength(1)
    expect(told).toEqual([{ organization_id: a, kind: 'collection', id, revision: null }])
  })

  test('of many things of a kind the kind alone is told, for each organization', async () => {
    const { a, b, told, make } = await opened()

    for (let n = 0; n < 30; n += 1) await make(a, `Many ${n}`)
    const { id } = await make(b, 'One')

    await expect.poll(() => told).toHaveLength(2)
    expect(told).toEqual([
      { organization_id: a, kind: 'collection', id: null, revision: null },
      { organization_id: b, kind: 'collection', id, revision: null },
    ])
  })

  test('what is stored over another connection is told exactly where the store hears all', async () => {
    const { store, another, a, told, make } = await opened()
    const other = await another()
    const toldElsewhere: StoredChange[] = []
    other.watch((changes) => toldElsewhere.push(...changes))
    const kindsOf = (changes: StoredChange[]) =>
      [...new Set(changes.map(({ kind }) => kind))].sort()

    await make(a, 'One')
    await other.organizations.update(a, { name: 'A' })

    const all = ['collection', 'organization']
    await expect.poll(() => kindsOf(told)).toEqual(store.hearsAll ? all : ['collection'])
    await expect.poll(() => kindsOf(toldElsewhere)).toEqual(store.hearsAll ? all : ['organization'])
  })

  test('what changes about people is told, uses are not', async () => {
    const { store, another, a, b, told } = await opened()
    const person = { name: 'Ann', password_hash: null, created_at: at(0) }
    const [ann, bea, staff] = [newId(), newId(), newId()]
    for (const id of [ann, bea, staff]) {
      await store.users.create({ ...person, id, email: `${id}@a.test`, staff: id === staff })
    }
    const session = { id: newId(), user_id: staff, organization_id: null, created_at: at(0) }
    await store.sessions.create({ ...session, expires_at: at(9) }, 'session')
    const key = {
      id: newId(),
      organization_id: a,
      name: 'ci',
      role: 'admin' as const,
      assistant_ids: null,
      prefix: 'svc_sk_abcde',
      created_at: at(0),
      created_by: null,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    }

    await store.users.setRole(a, ann, 'owner', at(0))
    await store.users.setRole(b, bea, 'member', at(0))
    await store.members.changeRole(b, bea, { from: 'member', to: 'admin' })
    await store.members.remove(b, bea, { from: 'admin' }, at(1))
    const invited = { id: newId(), email: `${bea}@a.test`, name: 'Bea', role: 'editor' as const }
    const invitation = { ...invited, created_at: at(0), expires_at: at(9), organization_id: a }
    await store.invitations.create(invitation, 'token')
    await store.invitations.accept('token', { name: null, password_hash: 'secret' }, at(1))
    await store.apiKeys.create(key, 'hash')
    await store.apiKeys.revoke(a, key.id, at(1))
    await store.supportSessions.allow(a, true, at(1))
    const opening = { staff_name: 'Sam', staff_email: 's@a.test', reason: 'Ticket' }
    const whose = { id: newId(), user_id: staff, organization: 'a' }
    const span = { started_at: at(1), expires_at: at(5) }
    await store.supportSessions.open(session.id, { ...whose, ...opening, ...span })
    await store.sessions.end(session.id, at(2))

    const expected = [
      [a, 'api_key', key.id],
      [a, 'member', ann],
      [a, 'member', bea],
      [a, 'member', null],
      [a, 'organization', null],
      [a, 'support_access', null],
      [b, 'member', bea],
    ]
    await expect.poll(() => seen(told)).toEqual(expected.map((change) => JSON.stringify(change)))

    const other = await another()
    const toldLater: StoredChange[] = []
    other.watch((changes) => toldLater.push(...changes))
    await other.apiKeys.touch(key, at(3))
    await other.organizations.update(b, { name: 'B' })
    await expect.poll(() => seen(toldLater)).toEqual([JSON.stringify([b, 'organization', null])])
  })

  test('nothing is told once watching has ended', async () => {
    const { a, told, stop, make } = await opened()
    await make(a, 'One')
    stop()
    const { store: other, a: theirs, told: later } = await opened()
    await make(a, 'Two')
    await other.organizations.update(theirs, { status: 'suspended' })

    await expect.poll(() => later).toHaveLength(1)
    expect(told).toEqual([])
  })
})

/** What was told, each thing once, in order. */
function seen(changes: StoredChange[]): string[] {
  const things = changes.map(({ organization_id, kind, id }) => [organization_id, kind, id])
  return [...new Set(things.map((thing) => JSON.stringify(thing)))].sort()
}
