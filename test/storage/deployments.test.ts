import { describe, expect, test } from 'vitest'
import type { Page } from '../../server/contract/operation.ts'
import {
  addAssistant,
  at,
  backends,
  begin,
  newId,
  openWithOrganizations,
  readAll,
} from './backends.ts'

const HOUR = 60

describe.each(backends)('deployments on %s (docs/behaviour.md#widget-deployments)', (_, open) => {
  async function deploy(expires_at: string | null = at(10)) {
    const { store, a, b } = await openWithOrganizations(open)
    const assistant = await addAssistant(store, a)
    const add = (name: string, widget_key: string) =>
      store.deployments.create(a, {
        id: newId(),
        name,
        widget_key,
        assistant_id: assistant.id,
        allowed_origins: ['https://acme.test'],
        created_at: at(0),
        created_by: null,
        expires_at,
        appearance: {},
      })
    const deployment = await add('Website', 'svc_wk_1')
    if (!deployment) throw new Error('The deployment was not created.')
    return { store, a, b, add, assistant, deployment, id: deployment.id }
  }

  test('active → revoked, and revoking again keeps revoked_at', async () => {
    const { store, a, id } = await deploy()

    expect(await store.deployments.revoke(a, id, at(1))).toMatchObject({
      status: 'revoked',
      revoked_at: at(1),
    })
    expect(await store.deployments.revoke(a, id, at(2))).toMatchObject({
      status: 'revoked',
      revoked_at: at(1),
    })

    expect(await store.deployments.findByKey('svc_wk_1', at(2))).toMatchObject({
      status: 'revoked',
      organization_id: a,
    })
  })

  test('active → expired at expires_at', async () => {
    const { store, a, id } = await deploy(at(10))

    expect(await store.deployments.find(a, id, at(9))).toMatchObject({ status: 'active' })
    expect(await store.deployments.find(a, id, at(10))).toMatchObject({ status: 'expired' })
  })

  test('revoked stays revoked after expires_at', async () => {
    const { store, a, id } = await deploy(at(10))
    await store.deployments.revoke(a, id, at(1))

    expect(await store.deployments.list(a, { limit: 5 }, at(11))).toMatchObject({
      data: [{ status: 'revoked' }],
    })
  })

  test('a rename and new origins take effect at once and change nothing else', async () => {
    const { store, a, b, add, deployment, id } = await deploy()
    await add('Shop', 'svc_wk_2')

    const changed = await store.deployments.update(
      a,
      id,
      { name: 'Site', allowed_origins: ['https://b.test', 'https://a.test'] },
      at(1),
    )

    expect(changed).toEqual({
      ...deployment,
      name: 'Site',
      allowed_origins: ['https://a.test', 'https://b.test'],
    })
    await store.deployments.update(a, id, { allowed_origins: [] }, at(2))
    await expect(store.deployments.update(a, id, { name: 'Shop' }, at(3))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await store.deployments.update(b, id, { name: 'Mine' }, at(3))).toBeNull()
    expect(await store.deployments.revoke(b, id, at(3))).toBeNull()
    expect(await store.deployments.find(b, id, at(3))).toBeNull()
    expect(await store.deployments.refusals(b, id, { limit: 5 }, at(3))).toBeNull()
  })

  test('a name is unique in the organization, and the assistant must be its own', async () => {
    const { store, b, add, deployment } = await deploy()
    const { name, widget_key: _key, ...rest } = deployment

    await expect(add('Website', 'svc_wk_2')).rejects.toMatchObject({ code: 'conflict' })
    const foreign = { ...rest, name, widget_key: 'svc_wk_3', appearance: {} }
    expect(await store.deployments.create(b, foreign)).toBeNull()
  })

  test('its appearance is replaced whole, by its own organization', async () => {
    const { store, a, b, id } = await deploy()

    const set = { greeting: 'Hello!', suggestions: ['How do I begin?'] }
    expect(await store.deployments.setAppearance(a, id, set)).toBe(true)
    expect(await store.deployments.setAppearance(a, id, { locale: 'de' })).toBe(true)
    expect(await store.deployments.setAppearance(b, id, set)).toBe(false)

    expect(await store.deployments.appearance(a, id)).toEqual({ locale: 'de' })
    expect(await store.deployments.appearance(b, id)).toBeNull()
    expect(await store.deployments.findByKey('svc_wk_1', at(1))).toMatchObject({
      appearance: { locale: 'de' },
    })
  })

  test('the organization of a key may be suspended', async () => {
    const { store, a } = await deploy()

    await store.organizations.update(a, { status: 'suspended' })

    expect(await store.deployments.findByKey('svc_wk_1', at(1))).toMatchObject({
      organization_status: 'suspended',
    })
  })

  test('refusals are counted by origin and reason, latest first, for 24 hours', async () => {
    const { store, a, id } = await deploy(null)
    const day = 24 * HOUR
    await store.deployments.refuse(a, id, 'https://old.test', 'origin_not_allowed', at(0))
    for (const minute of [1, 2, 3]) {
      await store.deployments.refuse(a, id, 'https://x.test', 'origin_not_allowed', at(minute))
    }
    await store.deployments.refuse(a, id, 'https://x.test', 'rate_limited', at(3))
    await store.deployments.refuse(a, newId(), 'https://x.test', 'revoked', at(3))
    const read = (now: string) =>
      readAll(1, async (paging) => store.deployments.refusals(a, id, paging, now))

    expect(await read(at(day))).toEqual([
      { origin: 'https://x.test', reason: 'origin_not_allowed', count: 3, last_at: at(3) },
      { origin: 'https://x.test', reason: 'rate_limited', count: 1, last_at: at(3) },
    ])
    await store.deployments.refuse(a, id, 'https://x.test', 'origin_not_allowed', at(2 * day))
    expect(await read(at(2 * day))).toMatchObject([{ count: 1 }])
  })

  test('refusals of invented origins do not accumulate', async () => {
    const { store, a, id } = await deploy(null)
    for (let minute = 1; minute <= 230; minute += 1) {
      await store.deployments.refuse(
        a,
        id,
        `https://${'x'.repeat(400)}${minute}`,
        'origin_not_allowed',
        at(minute),
      )
      await store.deployments.refuse(
        a,
        id,
        `https://${minute}.test`,
        'origin_not_allowed',
        at(minute),
      )
    }

    const kept = await readAll(100, async (paging) =>
      store.deployments.refusals(a, id, paging, at(231)),
    )

    expect(kept.length).toBeLessThanOrEqual(201)
    expect(kept[0]?.last_at).toBe(at(230))
    expect(Math.max(...kept.map(({ origin }) => origin.length))).toBe(300)
  })

  test('another organization records nothing of a deployment', async () => {
    const { store, a, b, id, deployment } = await deploy()

    await store.deployments.touch(b, deployment, at(1))
    await store.deployments.see(b, id, 'https://x.test', null, at(1))
    await store.deployments.refuse(b, id, 'https://x.test', 'origin_not_allowed', at(1))

    expect(await store.deployments.find(a, id, at(1))).toMatchObject({ last_used_at: null })
    expect(await store.deployments.origins(a, id, { limit: 5 })).toMatchObject({
      data: [{ origin: 'https://acme.test' }],
    })
    expect(await store.deployments.refusals(a, id, { limit: 5 }, at(1))).toMatchObject({ data: [] })
  })

  test('a visitor token is valid in its deployment until it expires', async () => {
    const { store, a, b, add, id } = await deploy()
    const other = await add('Shop', 'svc_wk_2')
    const visitor = { id: newId(), expires_at: at(10) }
    await store.visitors.create(a, id, { ...visitor, first_seen_at: visitor.expires_at }, 'hash')

    expect(await store.visitors.present(a, other?.id ?? '', 'hash', at(1), at(20))).toBeNull()
    expect(await store.visitors.present(b, id, 'hash', at(1), at(20))).toBeNull()
    expect(await store.visitors.present(a, id, 'hash', at(10), at(20))).toBeNull()
    expect(await store.visitors.present(a, id, 'hash', at(9), at(20))).toEqual({
      ...visitor,
      expires_at: at(20),
    })
    const soonAfter = new Date(Date.parse(at(20)) + 59_000).toISOString()
    expect(await store.visitors.present(a, id, 'hash', at(10), soonAfter)).toMatchObject({
      expires_at: at(20),
    })
  })

  test('the last use of a key is recorded at most once a minute', async () => {
    const { store, a, id } = await deploy()

    const useAt = async (now: string) => {
      const deployment = await store.deployments.find(a, id, now)
      if (deployment) await store.deployments.touch(a, deployment, now)
      return (await store.deployments.find(a, id, now))?.last_used_at
    }

    expect(await useAt(at(1))).toBe(at(1))
    expect(await useAt(at(1))).toBe(at(1))
    expect(await useAt(at(3))).toBe(at(3))
  })

  test('a key that another organization has is refused, and nothing is stored', async () => {
    const { store, b, deployment } = await deploy()
    const { id: assistant_id } = await addAssistant(store, b)

    const same = { ...deployment, id: newId(), assistant_id, appearance: {} }
    const made = store.deployments.create(b, same)

    await expect(made).rejects.toMatchObject({ code: 'conflict' })
    expect((await store.deployments.list(b, { limit: 5 }, at(1))).data).toEqual([])
    expect(await store.deployments.findByKey('svc_wk_1', at(1))).toMatchObject({
      id: deployment.id,
    })
  })

  test('a successor takes over everything but the key', async () => {
    const { store, a, id, deployment } = await deploy(at(10))
    await store.deployments.setAppearance(a, id, { locale: 'de' })
    const made = { id: newId(), widget_key: 'svc_wk_2', created_at: at(1), created_by: 'ann' }

    expect(await store.deployments.rotate(a, id, made, at(20))).toEqual({ ...deployment, ...made })

    expect(await store.deployments.findByKey('svc_wk_2', at(1))).toMatchObject({
      id: made.id,
      appearance: { locale: 'de' },
    })
    expect(await store.deployments.findByKey('svc_wk_1', at(1))).toMatchObject({
      name: 'Website (until 2026-01-01)',
      expires_at: at(10),
      status: 'active',
    })
  })

  test('of keys that are replaced at once one is, and has one successor', async () => {
    const { store, a, id } = await deploy()
    const successors = [2, 3, 4].map((n) => {
      const made = { id: newId(), widget_key: `svc_wk_${n}`, created_at: at(1), created_by: null }
      return store.deployments.rotate(a, id, made, null)
    })

    const settled = await Promise.allSettled(successors)

    const refused = settled.flatMap((each) => (each.status === 'rejected' ? each.reason : []))
    expect(refused).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }])
    const listed = await store.deployments.list(a, { limit: 5 }, at(2))
    expect(listed.data.map(({ status }) => status).toSorted()).toEqual(['active', 'revoked'])
  })

  test('visitors are listed and erased by their own organization', async () => {
    const { store, a, b, id, assistant } = await deploy()
    const visitors = [1, 2].map((n) => ({ id: newId(), first_seen_at: at(n), expires_at: at(9) }))
    for (const visitor of visitors) await store.visitors.create(a, id, visitor, visitor.id)
    const [first, second] = visitors.map((visitor) => visitor.id)
    const owner = { type: 'service' as const, id }
    const visitor_id = first ?? ''
    await begin(store, { organization_id: a, owner, visitor_id }, assistant.id)

    await store.visitors.erase({ organization_id: b, owner, visitor_id })

    expect(await store.visitors.list(b, {}, { limit: 5 })).toMatchObject({ data: [] })
    expect(await store.visitors.find(b, visitor_id)).toBeNull()
    expect(await store.visitors.find(a, visitor_id)).toMatchObject({ conversation_count: 1 })
    expect(await readAll(1, (paging) => ids(store.visitors.list(a, {}, paging)))).toEqual([
      second,
      first,
    ])
    await store.visitors.erase({ organization_id: a, owner, visitor_id })
    expect(await ids(store.visitors.list(a, { deployment_id: id }, { limit: 5 }))).toMatchObject({
      data: [second],
    })
    expect(await store.conversations.idsOf({ organization_id: a, owner, visitor_id })).toEqual([])
  })
})

async function ids(page: Promise<Page<{ id: string }>>): Promise<Page<string>> {
  const { data, ...rest } = await page
  return { ...rest, data: data.map(({ id }) => id) }
}
