import { describe, expect, test } from 'vitest'
import type { Described, NewAuditEntry } from '../../server/storage/ports/audit.ts'
import type { Store } from '../../server/storage/store.ts'
import { addCollection, at, backends, newId, openWithOrganizations, readAll } from './backends.ts'

function personOf(given: { staff?: boolean } = {}) {
  const email = `${newId()}@people.test`
  return { id: newId(), email, name: 'Ann', password_hash: null, created_at: at(0), ...given }
}

async function addUser(store: Store, { staff = false } = {}) {
  const user = { ...personOf(), staff }
  await store.users.create(user)
  return user
}

describe.each(backends)('the first person on %s', (_, open) => {
  function claimOf(slug: string, owned: string[] = []) {
    const organization = { id: newId(), slug, name: slug, support_access: false }
    return {
      user: { ...personOf(), staff: true },
      organization: { ...organization, status: 'active' as const, created_at: at(1) },
      owned,
    }
  }

  test('owns a new organization and those that are given, and the code is used up', async () => {
    const { store, a } = await openWithOrganizations(open)
    await store.claims.setCode('first')
    await store.claims.setCode('code')
    const made = claimOf('c', ['a', 'unknown'])

    expect(await store.claims.isClaimed()).toBe(false)
    expect(await store.claims.claim('first', made, at(1))).toBe('wrong')
    expect(await store.claims.claim('code', made, at(1))).toBe('done')

    expect(await store.claims.isClaimed()).toBe(true)
    expect(await store.claims.claim('code', claimOf('d'), at(1))).toBe('claimed')
    const owned = await store.users.memberships(made.user.id)
    expect(owned.map(({ organization, role }) => [organization.id, role])).toEqual(
      [a, made.organization.id].sort().map((id) => [id, 'owner']),
    )
  })

  test('is one, however many claim the same at once', async () => {
    const { store, another } = await openWithOrganizations(open)
    const stores = [store, await another(), await another()]
    await store.claims.setCode('code')

    const ends = await Promise.all(
      stores.map((each) => each.claims.claim('code', claimOf('new'), at(1))),
    )

    expect(ends.sort()).toEqual(['claimed', 'claimed', 'done'])
    expect(await store.organizations.list()).toHaveLength(3)
  })

  test('leaves nothing behind when the organization exists already', async () => {
    const { store } = await openWithOrganizations(open)
    await store.claims.setCode('code')

    const claim = store.claims.claim('code', claimOf('a'), at(1))

    await expect(claim).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.claims.isClaimed()).toBe(false)
    expect(await store.claims.claim('code', claimOf('c'), at(1))).toBe('done')
  })
})

describe.each(backends)('people on %s, at once', (_, open) => {
  test('two owners who demote each other leave one of them', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const stores = [store, await another()]
    const owners = [await addUser(store), await addUser(store)]
    for (const { id } of owners) await store.users.setRole(a, id, 'owner', at(0))

    const ends = await Promise.allSettled(
      owners.map(({ id }, n) =>
        stores[n]?.members.changeRole(a, id, { from: 'owner', to: 'member' }),
      ),
    )

    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const roles = (await store.users.members(a)).map(({ role }) => role)
    expect(roles.sort()).toEqual(['member', 'owner'])
  })

  test('of invitations of an address the last one counts', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const stores = [store, await another(), await another()]
    const person = { email: 'new@people.test', name: 'New', role: 'member' as const }
    const times = { created_at: at(0), expires_at: at(9) }

    const invited = await Promise.all(
      stores.map((each, n) =>
        each.invitations.create(
          { id: newId(), ...person, ...times, organization_id: a },
          `token ${n}`,
        ),
      ),
    )

    const found = await Promise.all(
      stores.map((_, n) => store.invitations.find(`token ${n}`, at(1))),
    )
    const [live, ...others] = found.filter((invitation) => invitation !== null)
    expect(others).toEqual([])
    expect(invited.map(({ user_id }) => user_id)).toContain(live?.id)
  })

  test('an invitation that is accepted twice makes one person', async () => {
    const { store, a, another } = await openWithOrganizations(open)
    const stores = [store, await another(), await another()]
    const person = { id: newId(), email: 'new@people.test', name: 'New', role: 'member' as const }
    const times = { created_at: at(0), expires_at: at(9) }
    await store.invitations.create({ ...person, ...times, organization_id: a }, 'token')

    const accepted = await Promise.all(
      stores.map((each) =>
        each.invitations.accept('token', { name: null, password_hash: 'secret' }, at(1)),
      ),
    )

    expect(accepted.filter((id) => id !== null)).toEqual([person.id])
    expect(await store.users.members(a)).toHaveLength(1)
  })
})

describe.each(backends)('organizations of a person on %s', (_, open) => {
  test('are those that are active, in the order of joining, until the person leaves', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const user = await addUser(store)
    const joined = async () =>
      (await store.users.memberships(user.id)).map(({ organization, role }) => [
        organization.slug,
        role,
      ])
    await store.users.setRole(b, user.id, 'editor', at(1))
    await store.users.setRole(a, user.id, 'admin', at(2))

    expect(await joined()).toEqual([
      ['b', 'editor'],
      ['a', 'admin'],
    ])
    await store.organizations.update(b, { status: 'suspended' })
    expect(await joined()).toEqual([['a', 'admin']])
    await store.members.remove(a, user.id, { from: 'admin' }, at(3))
    expect(await joined()).toEqual([])
  })
})

describe.each(backends)(
  'links to a new password on %s (docs/behaviour.md#passwords)',
  (_, open) => {
    test('are for members of one organization alone', async () => {
      const { store, a, b } = await openWithOrganizations(open)
      const [user, staff] = [await addUser(store), await addUser(store, { staff: true })]
      const reset = (user_id: string, organization_id = a) =>
        store.passwordResets.create(organization_id, {
          user_id,
          token_hash: `token of ${user_id}`,
          expires_at: at(9),
        })
      for (const { id } of [user, staff]) await store.users.setRole(a, id, 'member', at(0))

      expect(await reset(staff.id)).toBe(false)
      expect(await reset(user.id, b)).toBe(false)
      expect(await reset(user.id)).toBe(true)
      const find = (minute: number) => store.passwordResets.find(`token of ${user.id}`, at(minute))
      expect([await find(8), await find(9)]).toEqual([user.id, null])

      await store.users.setRole(b, user.id, 'member', at(1))
      expect(await find(1)).toBeNull()
      expect(await reset(user.id)).toBe(false)
    })

    test('set the password once, and end every session', async () => {
      const { store, a } = await openWithOrganizations(open)
      const user = await addUser(store)
      await store.users.setRole(a, user.id, 'member', at(0))
      const session = { id: newId(), user_id: user.id, organization_id: a }
      await store.sessions.create({ ...session, created_at: at(0), expires_at: at(9) }, 'session')
      const reset = { user_id: user.id, expires_at: at(9) }
      await store.passwordResets.create(a, { ...reset, token_hash: 'earlier' })
      await store.passwordResets.create(a, { ...reset, token_hash: 'token' })

      expect(await store.passwordResets.accept('earlier', 'new', at(1))).toBeNull()
      expect(await store.passwordResets.accept('token', 'new', at(1))).toBe(user.id)
      expect(await store.passwordResets.accept('token', 'newer', at(1))).toBeNull()

      expect(await store.users.find(user.id)).toMatchObject({ password_hash: 'new' })
      expect(await store.sessions.present('session', at(1))).toBeNull()
    })
  },
)

describe.each(backends)('the audit log on %s (docs/behaviour.md#audit-log)', (_, open) => {
  function entryOf(given: Partial<NewAuditEntry>): NewAuditEntry {
    const actor = { type: 'user' as const, id: null }
    const what = { action: 'member.invited', target: null, details: {} }
    return { id: newId(), at: at(0), actor, ...what, ...given }
  }

  test('keeps what the actor was called, and lists newest first', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const user = await addUser(store)
    const collection = await addCollection(store, a, { name: 'Help' })
    const target = { type: 'collection', id: collection.id, name: 'Help' }
    const by = { type: 'user' as const, id: user.id }
    const details = { fields: ['name'] }
    const entry = entryOf({ actor: by, action: 'collection.changed', target, details, at: at(2) })
    await store.audit.record(a, entry)
    await store.audit.record(a, entryOf({ at: at(1) }))
    await store.users.update(user.id, { name: 'Bea' })

    const listed = await readAll(1, (paging) => store.audit.list(a, {}, paging))
    expect(listed[0]).toEqual({ ...entry, actor: { ...by, name: 'Ann' } })
    expect(listed.map(({ at: when }) => when)).toEqual([at(2), at(1)])
    expect((await store.audit.list(b, {}, { limit: 10 })).data).toEqual([])
  })

  test('has what the operator did, with the values before and after', async () => {
    const { store, a } = await openWithOrganizations(open)
    const events = { field: 'events', from: null, to: ['sync.failed'] }
    const details = { fields: ['events'], changes: [events] }
    const entry = entryOf({ actor: { type: 'operator', id: null }, details })

    await store.audit.record(a, entry)

    const { data } = await store.audit.list(a, {}, { limit: 10 })
    expect(data).toEqual([{ ...entry, actor: { type: 'operator', id: null, name: null } }])
  })

  test('tells name and values of a thing, and nothing of another organization', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const member = await addUser(store)
    await store.users.setRole(a, member.id, 'editor', at(0))
    const collection = await addCollection(store, a, { name: 'Help' })
    const invited = newId()
    const invitation = { id: invited, organization_id: a, email: 'o@a.test', name: 'Otto' }
    const times = { created_at: at(0), expires_at: at(9) }
    await store.invitations.create({ ...invitation, role: 'owner', ...times }, 'hash')
    const body = { url: 'https://a.test', events: ['sync.failed' as const], enabled: false }
    const secret = { key_id: 'key', box: 'box' }
    await store.webhooks.save(a, { ...body, secret }, at(0))
    await store.supportSessions.allow(a, true, at(0))
    const things: [type: string, id: string, Described][] = [
      ['member', member.id, { name: 'Ann', told: { role: 'editor' } }],
      ['member', invited, { name: 'Otto', told: { role: 'owner' } }],
      ['collection', collection.id, { name: 'Help', told: { archived: false } }],
      ['webhook', a, { name: null, told: { events: ['sync.failed'], enabled: false } }],
      ['organization', a, { name: 'a', told: { allowed: true, status: 'active' } }],
    ]

    for (const [type, id, described] of things) {
      expect([type, await store.audit.describe(a, type, id)]).toEqual([type, described])
      expect([type, await store.audit.describe(b, type, id)]).toEqual([type, null])
      expect([type, await store.audit.describe(a, type, newId())]).toEqual([type, null])
    }
    expect(await store.audit.describe(a, 'unknown', a)).toBeNull()
  })

  test('is filtered by actor, action and days, and erased by age', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const id = newId()
    const day = (n: number, time = '23:59:59.999Z') => `2026-01-0${n}T${time}`
    for (const entry of [
      entryOf({ at: day(1), action: 'member.invited' }),
      entryOf({ at: day(2), action: 'member.removed', actor: { type: 'staff', id } }),
      entryOf({ at: day(3), action: 'members.x_y', actor: { type: 'staff', id } }),
    ]) {
      await store.audit.record(a, entry)
    }
    const days = async (filter: Parameters<Store['audit']['list']>[1]) =>
      (await readAll(1, (paging) => store.audit.list(a, filter, paging))).map((entry) =>
        Number(entry.at.slice(9, 10)),
      )

    expect(await days({ actor: id })).toEqual([3, 2])
    expect(await days({ action: 'member.*' })).toEqual([2, 1])
    expect(await days({ action: 'member.removed' })).toEqual([2])
    expect(await days({ action: 'member' })).toEqual([])
    expect(await days({ from: '2026-01-02', to: '2026-01-02' })).toEqual([2])
    await store.audit.record(b, entryOf({ at: day(1) }))
    expect(await store.audit.sweep('2026-01-02')).toBe(2)
    expect(await days({})).toEqual([3, 2])
  })
})
