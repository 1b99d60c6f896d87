import { describe, expect, test } from 'vitest'
import {
  addAssistant,
  addCollection,
  addConversation,
  askerOf,
  at,
  backends,
  begin,
  newId,
  openWithOrganizations,
  readAll,
} from './backends.ts'

describe.each(backends)('credentials on %s (docs/behaviour.md#authentication)', (_, open) => {
  async function withKey() {
    const { store, a, b } = await openWithOrganizations(open)
    const key = {
      id: newId(),
      organization_id: a,
      name: 'ci',
      role: 'admin' as const,
      assistant_ids: null,
      prefix: 'svc_sk_abcde',
      created_at: at(0),
      created_by: null,
      expires_at: at(10),
      revoked_at: null,
      last_used_at: null,
    }
    await store.apiKeys.create(key, 'hash')
    return { store, a, b, key }
  }

  test('a key is live until it expires', async () => {
    const { store, key } = await withKey()

    expect(await store.apiKeys.findLive('hash', at(9))).toEqual(key)
    expect(await store.apiKeys.findLive('hash', at(10))).toBeNull()
    expect(await store.apiKeys.findLive('other', at(9))).toBeNull()
  })

  test('a revoked key fails on the next request and keeps its revoked_at', async () => {
    const { store, a, b, key } = await withKey()
    expect(await store.apiKeys.revoke(b, key.id, at(1))).toBeNull()

    await store.apiKeys.revoke(a, key.id, at(2))

    expect(await store.apiKeys.revoke(a, key.id, at(3))).toMatchObject({ revoked_at: at(2) })
    expect(await store.apiKeys.findLive('hash', at(4))).toBeNull()
  })

  test('the keys of a suspended organization fail', async () => {
    const { store, a } = await withKey()

    await store.organizations.update(a, { status: 'suspended' })

    expect(await store.apiKeys.findLive('hash', at(1))).toBeNull()
  })

  test('last use is recorded at most once a minute', async () => {
    const { store, a, key } = await withKey()
    const later = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString()
    const useAt = async (now: string) => {
      await store.apiKeys.touch((await store.apiKeys.findLive('hash', now)) ?? key, now)
      return (await store.apiKeys.findByName(a, 'ci'))?.last_used_at
    }

    expect(await useAt(at(1))).toBe(at(1))
    expect(await useAt(later(at(1), 59_999))).toBe(at(1))
    expect(await useAt(later(at(1), 60_000))).toBe(at(2))
  })

  test('a secret belongs to one key, a slug to one organization, an address to one user', async () => {
    const { store, a, key } = await withKey()
    const user = {
      id: newId(),
      email: 'Ann@acme.test',
      name: 'Ann',
      password_hash: null,
      staff: false,
      created_at: at(0),
    }
    await store.users.create(user)

    const second = [
      () => store.apiKeys.create({ ...key, id: newId() }, 'hash'),
      () =>
        store.organizations.create({
          id: newId(),
          slug: 'a',
          name: 'A',
          status: 'active',
          support_access: false,
          created_at: at(0),
        }),
      () => store.users.create({ ...user, id: newId(), email: 'ANN@acme.test' }),
    ]

    for (const create of second) await expect(create()).rejects.toMatchObject({ code: 'conflict' })
    expect(await store.users.findByEmail('ann@ACME.test')).toEqual(user)
    expect(await store.apiKeys.list(a)).toEqual([key])
  })

  test('a person has one role in each organization', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const user = {
      id: newId(),
      email: 'ann@acme.test',
      name: 'Ann',
      password_hash: null,
      staff: false,
      created_at: at(0),
    }
    await store.users.create(user)

    await store.users.setRole(a, user.id, 'member', at(0))
    await store.users.setRole(a, user.id, 'owner', at(1))
    await store.users.setPassword(user.id, 'x', at(1))

    expect(await store.users.members(a)).toEqual([
      { user: { ...user, password_hash: 'x' }, role: 'owner' },
    ])
    expect(await store.users.members(b)).toEqual([])
  })

  test('organizations are updated by field', async () => {
    const { store, a } = await openWithOrganizations(open)

    await store.organizations.update(a, { status: 'suspended' })
    await store.organizations.update(a, { name: 'Acme' })

    expect(await store.organizations.findBySlug('a')).toMatchObject({
      id: a,
      name: 'Acme',
      status: 'suspended',
    })
    expect(await store.organizations.list()).toHaveLength(2)
    expect(await store.organizations.update(newId(), { name: 'X' })).toBeNull()
  })
})

describe.each(backends)('lists on %s (docs/behaviour.md#lists)', (_, open) => {
  test('newest first by (created_at, id), with every page size', async () => {
    const { store, a } = await openWithOrganizations(open)
    for (const minute of [3, 1, 2, 2, 2]) await addAssistant(store, a, { created_at: at(minute) })

    const pages = await Promise.all(
      [1, 2, 5, 100].map((limit) =>
        readAll(limit, (paging) => store.assistants.list(a, {}, paging)),
      ),
    )

    const [first = []] = pages
    expect(first.map(({ created_at }) => created_at)).toEqual([at(3), at(2), at(2), at(2), at(1)])
    const tied = first.slice(1, 4).map(({ id }) => id)
    expect(tied).toEqual(tied.toSorted().toReversed())
    for (const page of pages) expect(page).toEqual(first)
  })

  test('has_more and next_cursor describe the rest', async () => {
    const { store, a } = await openWithOrganizations(open)
    await addAssistant(store, a)
    await addAssistant(store, a)

    expect(await store.assistants.list(a, {}, { limit: 1 })).toMatchObject({
      has_more: true,
      next_cursor: expect.any(String),
    })
    expect(await store.assistants.list(a, {}, { limit: 2 })).toMatchObject({
      has_more: false,
      next_cursor: null,
    })
  })

  test('a cursor survives the deletion of the row it names', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { asker, assistant } = await addConversation(store, a)
    for (const minute of [1, 2, 3]) await begin(store, asker, assistant.id, at(minute))
    const filter = { status: 'active' as const }
    const { data, next_cursor } = await store.conversations.list(asker, filter, { limit: 2 })
    await store.conversations.delete(asker, data[1]?.id ?? '')

    const rest = await store.conversations.list(asker, filter, {
      limit: 2,
      cursor: next_cursor ?? '',
    })

    expect(rest.data.map(({ created_at }) => created_at)).toEqual([at(1), at(0)])
  })

  test('a cursor that this list did not return is refused', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    for (const organization of [a, a, b, b]) {
      await addAssistant(store, organization)
      await addCollection(store, organization)
    }
    const one = { limit: 1 }
    const others = await Promise.all([
      store.assistants.list(b, {}, one),
      store.assistants.list(a, { status: 'active' }, one),
      store.collections.list(a, { status: 'active' }, one),
    ])
    const good = (await store.assistants.list(a, {}, one)).next_cursor ?? ''
    const [tag] = JSON.parse(Buffer.from(good, 'base64url').toString())
    const other = (character: string) => (character === 'A' ? 'B' : 'A')
    const forged = [[tag], [tag, 1, 2], [tag, at(0), null], {}, null].map((value) =>
      Buffer.from(JSON.stringify(value)).toString('base64url'),
    )

    const cursors = [
      ...others.map((page) => page.next_cursor ?? ''),
      ...forged,
      '',
      '%',
      good.slice(1),
      good.slice(0, -1),
      `${good}=`,
      `${good}!`,
      ...Array.from(
        good,
        (character, at) => good.slice(0, at) + other(character) + good.slice(at + 1),
      ),
    ]

    for (const cursor of cursors) {
      await expect(store.assistants.list(a, {}, { limit: 1, cursor })).rejects.toMatchObject({
        code: 'validation_error',
        message: 'cursor must be one that this list returned.',
      })
    }
    expect(await store.assistants.list(a, {}, { limit: 1, cursor: good })).toMatchObject({
      data: [{}],
    })
  })
})

describe.each(backends)('conversations on %s (docs/behaviour.md#conversations)', (_, open) => {
  test('active → archived removes it from the list, → active lists it again', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { asker, conversation } = await addConversation(store, a)
    const listed = async (status: 'active' | 'archived') =>
      (await store.conversations.list(asker, { status }, { limit: 9 })).data.length

    expect([await listed('active'), await listed('archived')]).toEqual([1, 0])
    await store.conversations.update(asker, conversation.id, { status: 'archived' }, at(1))
    expect([await listed('active'), await listed('archived')]).toEqual([0, 1])
    await store.conversations.update(asker, conversation.id, { status: 'active' }, at(2))

    expect(await listed('active')).toBe(1)
  })

  test('metadata is replaced as a whole, and absent fields are kept', async () => {
    const { store, a } = await openWithOrganizations(open)
    const { asker, conversation } = await addConversation(store, a)
    await store.conversations.update(
      asker,
      conversation.id,
      { metadata: { x: '1' }, title: 'T' },
      at(1),
    )

    const changed = await store.conversations.update(
      asker,
      conversation.id,
      { metadata: {} },
      at(2),
    )

    expect(changed).toMatchObject({ metadata: {}, title: 'T', status: 'active', updated_at: at(2) })
  })

  test('owners and visitors find their own conversations; a moderator finds all', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const { asker, assistant, conversation } = await addConversation(store, a)
    const visitor = { ...asker, visitor_id: newId() }
    const theirs = await begin(store, visitor, assistant.id)

    for (const stranger of [askerOf(a), { ...asker, organization_id: b }, visitor]) {
      expect(await store.conversations.findOwn(stranger, conversation.id)).toBeNull()
      expect(
        await store.conversations.update(stranger, conversation.id, { title: 'X' }, at(1)),
      ).toBeNull()
      expect(await store.conversations.delete(stranger, conversation.id)).toBe(false)
    }
    expect(await store.conversations.find(a, theirs.id)).toEqual(theirs)
    expect(await store.conversations.find(b, theirs.id)).toBeNull()
    expect(
      (await store.conversations.widgetList(visitor, { limit: 9 })).data.map(({ id }) => id),
    ).toEqual([theirs.id])
    const all = await store.inbox.list(a, { status: 'active' }, { limit: 9 })
    expect(all.data).toHaveLength(2)
    const none = { status: 'active' as const, assistant_id: newId() }
    expect((await store.inbox.list(a, none, { limit: 9 })).data).toEqual([])
  })
})

describe.each(backends)('branding on %s (docs/behaviour.md#branding)', (_, open) => {
  test('the revision is 0 before the first save and grows with each; an outdated one changes nothing', async () => {
    const { store, a, b } = await openWithOrganizations(open)
    const layer = { identity: { productName: 'Acme Help' } }
    expect(await store.brandings.find(a)).toEqual({
      layer: {},
      revision: 0,
      updated_at: null,
      updated_by: null,
    })

    expect(await store.brandings.save(a, 1, layer, null, at(1))).toBeNull()
    expect(await store.brandings.save(a, 0, layer, 'ann', at(2))).toMatchObject({ revision: 1 })
    expect(await store.brandings.save(a, 0, {}, 'bob', at(3))).toBeNull()

    expect(await store.brandings.find(a)).toEqual({
      layer,
      revision: 1,
      updated_at: at(2),
      updated_by: 'ann',
    })
    expect(await store.brandings.save(a, 1, {}, null, at(4))).toMatchObject({
      layer: {},
      revision: 2,
    })
    expect(await store.brandings.find(b)).toMatchObject({ revision: 0 })
  })
})
