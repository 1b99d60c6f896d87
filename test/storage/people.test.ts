import { describe, expect, test } from 'vitest'
import type { Role } from '../../server/contract/member.ts'
import type { Store } from '../../server/storage/store.ts'
import { at, backends, newId, openWithOrganizations, readAll } from './backends.ts'

async function addUser(
  store: Store,
  { staff = false, email = `${newId()}@people.test`, password_hash = null as string | null } = {},
) {
  const user = { id: newId(), email, name: 'Ann', password_hash, staff, created_at: at(0) }
  await store.users.create(user)
  return user
}

async function addMember(store: Store, organization_id: string, role: Role, minute = 0) {
  const user = await addUser(store)
  await store.users.setRole(organization_id, user.id, role, at(minute))
  return user
}

async function signIn(store: Store, user_id: string, organization_id: string | null) {
  const session = {
    id: newId(),
    user_id,
    organization_id,
    created_at: at(0),
    expires_at: at(10),
  }
  const token_hash = `hash of ${session.id}`
  await store.sessions.create(session, token_hash)
  return { ...session, token_hash }
}

describe.each(backends)(
  'console sessions on %s (docs/behaviour.md#console-sessions)',
  (_, open) => {
    async function withSession() {
      const { store, a, b } = await openWithOrganizations(open)
      const user = await addMember(store, a, 'editor')
      return { store, a, b, user, session: await signIn(store, user.id, a) }
    }

    test('are live until they expire, and use prolongs them', async () => {
      const { store, session } = await withSession()
      const present = (now: string) => store.sessions.present(session.token_hash, now)

      expect(await present(at(9))).toMatchObject({ id: session.id, expires_at: at(10) })
      expect(await present(at(10))).toBeNull()
      await store.sessions.prolong(session.id, at(20))
      expect(await present(at(19))).toMatchObject({ id: session.id, expires_at: at(20) })
      expect(await store.sessions.present('other', at(9))).toBeNull()
    })

    test('are confirmed by beginning, and each for itself later', async () => {
      const { store, a, user, session } = await withSession()
      const other = await signIn(store, user.id, a)
      const confirmed = async ({ token_hash }: { token_hash: string }) =>
        (await store.sessions.present(token_hash, at(5)))?.confirmed_at

      await store.sessions.confirm(session.id, at(4))

      expect([await confirmed(session), await confirmed(other)]).toEqual([at(4), at(0)])
    })

    test('contain the person and the organization', async () => {
      const { store, a, user, session } = await withSession()

      expect(await store.sessions.present(session.token_hash, at(1))).toEqual({
        id: session.id,
        expires_at: at(10),
        confirmed_at: at(0),
        user: { id: user.id, email: user.email, name: 'Ann', staff: false },
        membership: { organization: { id: a, slug: 'a', name: 'a' }, role: 'editor' },
        support: null,
      })
    })

    test('end with the membership and the password, and pause while the organization is suspended', async () => {
      const { store, a, b, user, session } = await withSession()
      const isLive = async () => (await store.sessions.present(session.token_hash, at(1))) !== null
      await store.users.setRole(b, user.id, 'member', at(0))
      const inB = await signIn(store, user.id, b)

      await store.organizations.update(a, { status: 'suspended' })
      expect(await isLive()).toBe(false)
      await store.organizations.update(a, { status: 'active' })
      expect(await isLive()).toBe(true)

      await store.members.remove(a, user.id, { from: 'editor' }, at(1))
      expect(await isLive()).toBe(false)
      expect(await store.sessions.present(inB.token_hash, at(1))).not.toBeNull()

      await store.users.setPassword(user.id, 'hash', at(1))
      expect(await store.sessions.present(inB.token_hash, at(1))).toBeNull()
    })

    test('are listed to their person until they expire, and all but one can be ended together', async () => {
      const { store, a, user, session } = await withSession()
      const other = await signIn(store, user.id, null)
      const colleague = await signIn(store, (await addMember(store, a, 'member')).id, a)
      const list = (minute: number) =>
        readAll(1, (paging) => store.sessions.list(user.id, at(minute), paging))

      expect(await list(9)).toEqual(
        expect.arrayContaining([
          { id: session.id, organization: { id: a, slug: 'a', name: 'a' }, ...times(session) },
          { id: other.id, organization: null, ...times(other) },
        ]),
      )
      expect(await list(9)).toHaveLength(2)
      expect(await list(10)).toEqual([])

      await store.sessions.endOthers(session, at(1))

      expect((await list(9)).map(({ id }) => id)).toEqual([session.id])
      expect(await store.sessions.present(colleague.token_hash, at(1))).not.toBeNull()
    })

    test('leave behind which organization the person was in last', async () => {
      const { store, a, b, user, session } = await withSession()
      const last = () => store.users.lastOrganization(user.id)
      await store.users.setRole(b, user.id, 'member', at(0))

      expect(await last()).toBe(a)
      await store.sessions.switchTo(session.id, b, at(1))
      expect(await last()).toBe(b)
      await signIn(store, user.id, null)
      expect(await last()).toBe(b)
      expect(await store.users.lastOrganization('nobody')).toBeNull()
    })

    test('switch only to an active organization of the person', async () => {
      const { store, b, user, session } = await withSession()

      expect(await store.sessions.switchTo(session.id, b, at(1))).toBe(false)
      await store.users.setRole(b, user.id, 'admin', at(0))
      expect(await store.sessions.switchTo(session.id, b, at(1))).toBe(true)

      const presented = await store.sessions.present(session.token_hash, at(1))
      expect(presented?.membership).toMatchObject({ organization: { id: b }, role: 'admin' })
    })
  },
)

function times({ created_at, expires_at }: { created_at: string; expires_at: string }) {
  return { created_at, expires_at }
}

describe.each(backends)('members on %s (docs/behaviour.md#members-and-invitations)', (_, open) => {
  test('are listed newest first with invitations, with every page size', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const users = [
      await addMember(store, a, 'owner', 1),
      await addMember(store, a, 'member', 3),
      await addMember(store, b, 'owner', 2),
    ]
    const invitation = {
      id: newId(),
      organization_id: a,
      email: 'new@people.test',
      name: 'New',
      role: 'editor' as const,
      created_at: at(2),
      expires_at: at(9),
    }
    await store.invitations.create(invitation, 'hash')

    const listed = await readAll(1, (paging) => store.members.list(a, paging))

    expect(listed.map(({ user_id, status }) => [user_id, status])).toEqual([
      [users[1]?.id, 'active'],
      [invitation.id, 'invited'],
      [users[0]?.id, 'active'],
    ])
    expect(await store.members.find(b, invitation.id)).toBeNull()
  })

  test('the last owner remains, and a role changed meanwhile is not overwritten', async () => {
    const { store, a } = await openWithOrganizations(open)
    const owner = await addMember(store, a, 'owner')
    const conflict = { code: 'conflict' }
    const demote = () => store.members.changeRole(a, owner.id, { from: 'owner', to: 'admin' })

    await expect(demote()).rejects.toMatchObject(conflict)
    await expect(store.members.remove(a, owner.id, { from: 'owner' }, at(1))).rejects.toMatchObject(
      conflict,
    )
    await addMember(store, a, 'owner')
    expect(await demote()).toMatchObject({ role: 'admin' })
    await expect(demote()).rejects.toMatchObject(conflict)
  })
})

describe.each(backends)(
  'invitations on %s (docs/behaviour.md#members-and-invitations)',
  (_, open) => {
    async function invited(email = 'new@people.test') {
      const { store, a, b } = await openWithOrganizations(open)
      const invitation = {
        id: newId(),
        organization_id: a,
        email,
        name: 'New',
        role: 'editor' as const,
        created_at: at(0),
        expires_at: at(10),
      }
      await store.invitations.create(invitation, 'hash')
      return { store, a, b, invitation }
    }

    test('end when the person becomes a member', async () => {
      const { store, a, invitation } = await invited()
      const person = { name: null, password_hash: 'secret' }

      expect(await store.invitations.accept('hash', person, at(9))).toBe(invitation.id)
      expect(await store.invitations.accept('hash', person, at(9))).toBeNull()

      expect(await store.members.find(a, invitation.id)).toEqual({
        user_id: invitation.id,
        email: 'new@people.test',
        name: 'New',
        role: 'editor',
        status: 'active',
        created_at: at(9),
        invitation_expires_at: null,
      })
    })

    test('expire, and are replaced by a later one of the address', async () => {
      const { store, invitation } = await invited()
      await store.invitations.create({ ...invitation, id: newId(), role: 'member' }, 'second')

      expect(await store.invitations.find('hash', at(1))).toBeNull()
      expect(await store.invitations.find('second', at(9))).toMatchObject({ role: 'member' })
      expect(await store.invitations.find('second', at(10))).toBeNull()
    })

    test('never replace a password, whenever the account was created', async () => {
      const { store, invitation } = await invited()
      const user = await addUser(store, { email: invitation.email, password_hash: 'theirs' })

      const taken = await store.invitations.accept(
        'hash',
        { name: 'X', password_hash: 'mine' },
        at(1),
      )
      const joined = await store.invitations.accept(
        'hash',
        { name: 'X', password_hash: null },
        at(1),
      )

      expect([taken, joined]).toEqual([null, user.id])
      expect(await store.users.find(user.id)).toEqual(user)
    })
  },
)

describe.each(backends)('support sessions on %s (docs/behaviour.md#support-access)', (_, open) => {
  async function withStaff() {
    const { store, a, b } = await openWithOrganizations(open)
    const staff = await addUser(store, { staff: true })
    const session = await signIn(store, staff.id, null)
    const opening = (organization: string, given: object = {}) => ({
      id: newId(),
      organization,
      user_id: staff.id,
      staff_name: staff.name,
      staff_email: staff.email,
      reason: 'Ticket 12',
      started_at: at(1),
      expires_at: at(5),
      ...given,
    })
    return { store, a, b, staff, session, opening }
  }

  test('open only while access is on, by slug or id', async () => {
    const { store, a, session, opening } = await withStaff()

    expect(await store.supportSessions.open(session.id, opening('a'))).toBeNull()
    await store.supportSessions.allow(a, true, at(1))

    expect(await store.supportSessions.open(session.id, opening('a'))).toMatchObject({
      organization: { id: a, slug: 'a', name: 'a' },
      end: null,
    })
    expect(await store.supportSessions.open(session.id, opening(a))).not.toBeNull()
    expect(await store.supportSessions.open(session.id, opening('none'))).toBeNull()
  })

  test('each end is kept with its time', async () => {
    const { store, a, staff, opening } = await withStaff()
    const { allow, open: start, state } = store.supportSessions
    await allow(a, true, at(1))
    const ids: string[] = []
    for (const minute of [1, 2, 3, 4]) {
      const session = await signIn(store, staff.id, null)
      const opened = await start(session.id, opening('a', { started_at: at(minute) }))
      ids.push(opened?.id ?? '')
    }
    const [first = '', second = ''] = ids

    await store.supportSessions.endByOrganization(a, first, at(4))
    await store.supportSessions.endByStaff(staff.id, second, at(4))
    expect((await state(a, at(4))).active).toHaveLength(2)
    const later = await state(a, at(5))
    await allow(a, false, at(6))

    expect(later.history.map(({ end, expires_at }) => [end, expires_at])).toEqual([
      ['expired', at(5)],
      ['expired', at(5)],
      ['ended_by_staff', at(4)],
      ['ended_by_organization', at(4)],
    ])
    expect(await state(a, at(6))).toEqual({ ...later, allowed: false })
  })

  test('are live while the person is staff and the organization active', async () => {
    const { store, a, session, opening } = await withStaff()
    await store.supportSessions.allow(a, true, at(1))
    await store.supportSessions.open(session.id, opening('a'))
    const live = async (minute: number) =>
      (await store.sessions.present(session.token_hash, at(minute)))?.support?.live

    expect([await live(4), await live(5)]).toEqual([true, false])
    await store.organizations.update(a, { status: 'suspended' })
    expect(await live(4)).toBe(false)
    await store.organizations.update(a, { status: 'active' })
    await store.users.update(session.user_id, { staff: false })
    expect(await live(4)).toBe(false)
  })

  test('end with their console session', async () => {
    const { store, a, session, opening } = await withStaff()
    await store.supportSessions.allow(a, true, at(1))
    await store.supportSessions.open(session.id, opening('a'))

    await store.sessions.end(session.id, at(2))

    const { history } = await store.supportSessions.state(a, at(3))
    expect(history).toMatchObject([{ end: 'ended_by_staff', expires_at: at(2) }])
  })

  test('their requests are listed newest first, for their organization only', async () => {
    const { store, a, b, session, opening } = await withStaff()
    await store.supportSessions.allow(a, true, at(1))
    const id = (await store.supportSessions.open(session.id, opening('a')))?.id ?? ''
    for (const path of ['/one', '/two', '/three']) {
      await store.supportSessions.record(a, id, { method: 'GET', path, at: at(2) })
    }

    const listed = await readAll(2, (paging) => store.supportSessions.requests(a, id, paging))

    expect(listed.map(({ path }) => path)).toEqual(['/three', '/two', '/one'])
    expect(await store.supportSessions.requests(b, id, { limit: 1 })).toBeNull()
  })
})

describe.each(backends)('API keys on %s (docs/behaviour.md#api-keys)', (_, open) => {
  test('are listed newest first without their secrets', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const key = {
      organization_id: a,
      name: 'ci',
      role: 'admin' as const,
      assistant_ids: null,
      prefix: 'svc_sk_abcde',
      created_by: null,
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    }
    const ids = [newId(), newId()]
    for (const [index, id] of ids.entries()) {
      await store.apiKeys.create({ ...key, id, created_at: at(index) }, `hash ${index}`)
    }

    const listed = await readAll(1, (paging) => store.apiKeys.page(a, paging))

    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed())
    expect(listed[0]).not.toHaveProperty('organization_id')
    expect((await store.apiKeys.page(b, { limit: 1 })).data).toEqual([])
  })
})
